import type { ComponentChildren } from "preact";

interface KeyNeededProps {
  /** What does not work without a key. */
  readonly children: ComponentChildren;
  readonly button: string;
  /** Opens the place to enter a key. */
  readonly go: () => void;
}

/** Notice for a feature that needs a key. */
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
