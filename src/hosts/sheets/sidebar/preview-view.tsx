import { AnswerBox } from "../../../pane/formula/answer-box";
import { PreviewFrame, waitingWords } from "../../../pane/formula/preview-frame";
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
    case "missing":
    case "wrong":
    case "asking":
      return <p class="quiet">{waitingWords(preview)}</p>;
    case "no_key":
      return <KeyNeeded show={show} what="no value can be shown" />;
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
    <PreviewFrame failed={failed} again={again}>
      {body(preview, show)}
    </PreviewFrame>
  );
}
