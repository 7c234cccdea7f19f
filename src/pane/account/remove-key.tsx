import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface RemoveKeyProps {
  /** Question to confirm, with the effect on cells. */
  readonly question: string;
  readonly remove: () => void;
  /** The removal is in progress. */
  readonly busy?: boolean;
  /** False if there is nothing to remove. */
  readonly offered?: boolean;
  /** The buttons beside it. */
  readonly children: ComponentChildren;
}

/** Removes the key after a confirmation in place: dialogs are blocked in panes. Keeps the focus. */
export function RemoveKey({ question, remove, busy, offered = true, children }: RemoveKeyProps) {
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asking) keep.current?.focus();
    else if (asked.current) removeButton.current?.focus();
    asked.current = asking;
  }, [asking]);
  if (!asking)
    return (
      <div class="buttons">
        {children}
        {offered && (
          <button type="button" ref={removeButton} onClick={() => setAsking(true)}>
            Remove key
          </button>
        )}
      </div>
    );
  return (
    <div class="confirm" role="group" aria-label="Remove the key?" onKeyDown={(e) => e.key === "Escape" && setAsking(false)}>
      <p>{question}</p>
      <div class="buttons">
        <button type="button" ref={keep} onClick={() => setAsking(false)}>
          Keep it
        </button>
        <button type="button" class="danger" aria-disabled={busy} onClick={remove}>
          {busy ? "Removing…" : "Remove key now"}
        </button>
      </div>
    </div>
  );
}
