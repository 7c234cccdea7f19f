import { AnswerBox } from "../../../pane/formula/answer-box";
import { PreviewFrame } from "../../../pane/formula/preview-frame";
import type { Waiting } from "../../../pane/formula/use-preview";
import { FormulaText } from "../../../pane/formula/formula-text";
import { NoKey } from "./no-key";
import type { ScriptPreview } from "./use-script-preview";
import type { ViewProps } from "./view";

interface PreviewViewProps extends Pick<ViewProps, "show"> {
  readonly preview: Waiting | ScriptPreview;
  readonly retry: () => void;
}

function body(preview: ScriptPreview, show: ViewProps["show"]) {
  switch (preview.kind) {
    case "no_key":
      return <NoKey show={show} effect="There is no preview without one" />;
    case "failed":
      return <p class="problem">{preview.message}</p>;
    case "sourced": {
      const { of, sourced } = preview;
      const { answer, message } = sourced;
      if (!answer) return <p class="problem">{message ?? "No answer. Try again."}</p>;
      return (
        <>
          <AnswerBox answer={answer} stale={message} />
          {of !== undefined && (
            <p class="quiet">
              Value of{" "}
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

/** The formula's current value, or why it has none. */
export function PreviewView({ preview, retry, show }: PreviewViewProps) {
  const failed = preview.kind === "failed" || (preview.kind === "sourced" && !preview.sourced.answer);
  return <PreviewFrame preview={preview} failed={failed} retry={retry} body={(known) => body(known, show)} />;
}
