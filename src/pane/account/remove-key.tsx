import type { ComponentChildren } from "preact";
import { Confirm, useConfirm } from "../notices/confirm";

interface RemoveKeyProps {
  /** Question to confirm, with the effect on cells. */
  readonly question: string;
  readonly remove: () => void;
  /** False if there is nothing to remove. */
  readonly offered: boolean;
  /** The buttons beside it. */
  readonly children: ComponentChildren;
}

/** Removes the key after a confirmation. */
export function RemoveKey({ question, remove, offered, children }: RemoveKeyProps) {
  const { asking, setAsking, starter } = useConfirm();
  if (asking)
    return (
      <Confirm label="Remove the key?" question={question} close={() => setAsking(false)}>
        <button type="button" onClick={() => setAsking(false)}>
          Keep
        </button>
        <button type="button" class="danger" onClick={remove}>
          Remove key now
        </button>
      </Confirm>
    );
  return (
    <div class="buttons">
      {children}
      {offered && (
        <button type="button" ref={starter} onClick={() => setAsking(true)}>
          Remove key
        </button>
      )}
    </div>
  );
}
