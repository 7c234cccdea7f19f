import { errorOf } from "../../core/failure";
import { paneWords } from "../pane-words";
import { Notice } from "../notices/notice";
import type { TabId } from "../pane-view";
import { AnswerBox } from "./answer-box";
import { listOfNames } from "./argument-field";
import { FormulaText } from "./formula-text";
import { PreviewFrame } from "./preview-frame";
import type { OutcomePreview } from "./use-outcome-preview";
import type { Waiting } from "./use-preview";

function body(preview: OutcomePreview, show: (tab: TabId) => void) {
  switch (preview.kind) {
    case "unknown":
      return <p class="quiet">Only the sheet can calculate {listOfNames(preview.names)}. Insert the formula to see its value.</p>;
    case "outcome": {
      const { outcome, question, of } = preview;
      switch (outcome.kind) {
        case "answer":
          return (
            <>
              <AnswerBox answer={outcome.answer} question={question} stale={outcome.stale && paneWords(outcome.stale)} />
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
        case "failure":
          return (
            <>
              <p class="answer-reason">{errorOf(outcome.failure)}</p>
              <p class="problem">{paneWords(outcome.failure)}</p>
            </>
          );
        case "no_key":
          return (
            <Notice button="Go to Account" act={() => show("account")}>
              No API key yet. You can build the formula; add a key to see its value.
            </Notice>
          );
        case "held":
          return <p class="warning">{paneWords(outcome.stale)}</p>;
        case "error_in":
          return (
            <p class="quiet">
              A referenced cell contains {outcome.error}, so the formula returns {outcome.error}.
            </p>
          );
      }
    }
  }
}

interface PreviewBoxProps {
  readonly preview: Waiting | OutcomePreview;
  readonly retry: () => void;
  readonly show: (tab: TabId) => void;
}

/** The formula's current value, or why it has none. */
export function PreviewBox({ preview, retry, show }: PreviewBoxProps) {
  const failed = preview.kind === "outcome" && preview.outcome.kind === "failure" && errorOf(preview.outcome.failure) !== "#VALUE!";
  return <PreviewFrame preview={preview} failed={failed} retry={retry} body={(known) => body(known, show)} />;
}
