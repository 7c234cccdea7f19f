import type { ComponentChildren } from "preact";
import { listOfNames } from "./argument-field";

/** Why there is no value yet, wherever it is asked. */
export type Waiting = { readonly kind: "reading" | "wrong" | "asking" } | { readonly kind: "missing"; readonly names: readonly string[] };

export function waitingWords(preview: Waiting): string {
  switch (preview.kind) {
    case "reading":
      return "…";
    case "missing":
      return `Fill in ${listOfNames(preview.names)} to see the value.`;
    case "wrong":
      return "Correct the argument that is marked to see the value.";
    case "asking":
      return "Asking the service…";
  }
}

interface PreviewFrameProps {
  readonly failed: boolean;
  readonly again: () => void;
  readonly children: ComponentChildren;
}

/** The place of the value that the formula would show now: its heading, read out when it changes, and what asks again where that failed. */
export function PreviewFrame({ failed, again, children }: PreviewFrameProps) {
  return (
    <div class="build-preview">
      <h3 id="value-now">Value now</h3>
      <div role="status" aria-live="polite" aria-labelledby="value-now">
        {children}
      </div>
      {failed && (
        <button type="button" class="small" onClick={again}>
          Ask again
        </button>
      )}
    </div>
  );
}
