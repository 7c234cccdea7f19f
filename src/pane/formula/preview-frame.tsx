import type { ComponentChildren } from "preact";
import { listOfNames } from "./argument-field";
import type { Waiting } from "./use-preview";

function waitingWords(waiting: Waiting): string {
  switch (waiting.kind) {
    case "reading":
      return "…";
    case "missing":
      return `Fill in ${listOfNames(waiting.names)} to see the value.`;
    case "wrong":
      return "Correct the marked argument to see the value.";
    case "asking":
      return "Loading the value…";
  }
}

const WAITING: ReadonlySet<string> = new Set<Waiting["kind"]>(["reading", "missing", "wrong", "asking"]);
const isWaiting = (preview: Waiting | { readonly kind: string }): preview is Waiting => WAITING.has(preview.kind);

interface PreviewFrameProps<R> {
  readonly preview: Waiting | R;
  /** Shows the value, or why it is missing. */
  readonly body: (preview: R) => ComponentChildren;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The formula's current value, or why it has none. Screen readers announce a change; a failure can be retried. */
export function PreviewFrame<R extends { readonly kind: string }>({ preview, body, failed, retry }: PreviewFrameProps<R>) {
  return (
    <div class="build-preview">
      <h3 id="value-now">Value now</h3>
      <div role="status" aria-live="polite" aria-labelledby="value-now">
        {isWaiting(preview) ? <p class="quiet">{waitingWords(preview)}</p> : body(preview)}
      </div>
      {failed && (
        <button type="button" class="small" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
