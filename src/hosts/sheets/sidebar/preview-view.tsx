import { AnswerBox } from "../../../pane/formula/answer-box";
import { PreviewFrame } from "../../../pane/formula/preview-frame";
import type { Waiting } from "../../../pane/formula/use-preview";
import { FormulaText } from "../../../pane/formula/formula-text";
import { NoKey } from "./no-key";
import type { ScriptPreview } from "./use-script-preview";
import type { ViewProps } from "./view";

interface PreviewViewProps extends Pick<ViewProps, "show"> {
  readonly preview: Waiting | ScriptPreview;
  readonly again: () => void;
}

function body(preview: ScriptPreview, show: ViewProps["show"]) {
  switch (preview.kind) {
    case "no_key":
      return <NoKey show={show} what="no value is shown" />;
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

/** The value that the formula would show now, or why it shows none. */
export function PreviewView({ preview, again, show }: PreviewViewProps) {
  const failed = preview.kind === "failed" || (preview.kind === "sourced" && !preview.sourced.answer);
  return <PreviewFrame preview={preview} failed={failed} retry={again} body={(known) => body(known, show)} />;
}
