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

/** Removes the key after an inline confirmation, because panes block dialogs. Keeps the focus. */
export function RemoveKey({ question, remove, busy, offered = true, children }: RemoveKeyProps) {
  const [confirming, setConfirming] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (confirming) keep.current?.focus();
    else if (wasConfirming.current) removeButton.current?.focus();
    wasConfirming.current = confirming;
  }, [confirming]);
  if (!confirming)
    return (
      <div class="buttons">
        {children}
        {offered && (
          <button type="button" ref={removeButton} onClick={() => setConfirming(true)}>
            Remove key
          </button>
        )}
      </div>
    );
  return (
    <div class="confirm" role="group" aria-label="Remove the key?" onKeyDown={(e) => e.key === "Escape" && setConfirming(false)}>
      <p>{question}</p>
      <div class="buttons">
        <button type="button" ref={keep} onClick={() => setConfirming(false)}>
          Keep
        </button>
        <button type="button" class="danger" aria-disabled={busy} onClick={remove}>
          {busy ? "Removing…" : "Remove key now"}
        </button>
      </div>
    </div>
  );
}
