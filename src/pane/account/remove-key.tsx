import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface RemoveKeyProps {
  /** What is asked before, with what it means for the cells. */
  readonly question: string;
  readonly remove: () => void;
  /** It is being removed. */
  readonly busy?: boolean;
  /** False: there is nothing that could be removed. */
  readonly offered?: boolean;
  /** The buttons beside it. */
  readonly children: ComponentChildren;
}

/** Removes the key, which is confirmed in place: dialogs are blocked in panes. The keyboard's place is kept. */
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
