import { AnswerBox } from "../../../pane/build/answer-box";
import { listOfNames } from "../../../pane/build/argument-field";
import { FormulaText } from "../../../pane/parts/formula-text";
import { KeyNeeded } from "./key-needed";
import type { Preview } from "./use-preview";
import type { ViewProps } from "./view";

interface PreviewViewProps extends Pick<ViewProps, "show"> {
  readonly preview: Preview;
  readonly again: () => void;
}

function body(preview: Preview, show: ViewProps["show"]) {
  switch (preview.kind) {
    case "reading":
      return <p class="quiet">…</p>;
    case "missing":
      return <p class="quiet">Fill in {listOfNames(preview.names)} to see the value.</p>;
    case "wrong":
      return <p class="quiet">Correct the argument that is marked to see the value.</p>;
    case "no_key":
      return <KeyNeeded show={show} what="no value can be shown" />;
    case "asking":
      return <p class="quiet">Asking the service…</p>;
    case "failed":
      return <p class="problem">{preview.message}</p>;
    case "sourced": {
      const { of, sourced } = preview;
      const { answer, message } = sourced;
      if (!answer) return <p class="problem">{message ?? "Nothing came back. Ask again."}</p>;
      return (
        <>
          <AnswerBox answer={answer} stale={message} />
          {of !== undefined && (
            <p class="quiet">
              This is{" "}
              <code>
                <FormulaText text={of} />
              </code>
            </p>
          )}
        </>
      );
    }
  }
}

/** The value that the formula would show now, or in words why it shows none. */
export function PreviewView({ preview, again, show }: PreviewViewProps) {
  const failed = preview.kind === "failed" || (preview.kind === "sourced" && !preview.sourced.answer);
  return (
    <div class="build-preview">
      <h3 id="insert-now">Value now</h3>
      <div role="status" aria-live="polite" aria-labelledby="insert-now">
        {body(preview, show)}
      </div>
      {failed && (
        <button type="button" class="small" onClick={again}>
          Ask again
        </button>
      )}
    </div>
  );
}
