import type { ComponentChildren } from "preact";

interface KeyNeededProps {
  /** What does not work without a key. */
  readonly children: ComponentChildren;
  readonly button: string;
  /** Goes to where a key is entered. */
  readonly go: () => void;
}

/** What is shown where a key is needed and there is none. */
export function KeyNeeded({ children, button, go }: KeyNeededProps) {
  return (
    <div class="warning">
      <p>{children}</p>
      <button type="button" onClick={go}>
        {button}
      </button>
    </div>
  );
}
