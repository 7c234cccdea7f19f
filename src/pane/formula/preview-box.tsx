import { errorOf } from "../../core/failure";
import { paneWords } from "../pane-words";
import { KeyNeeded } from "../notices/key-needed";
import type { TabId } from "../tab";
import { AnswerBox } from "./answer-box";
import { listOfNames } from "./argument-field";
import { PreviewFrame } from "./preview-frame";
import type { OutcomePreview } from "./use-outcome-preview";
import type { Waiting } from "./use-preview";

function body(preview: OutcomePreview, show: (tab: TabId) => void) {
  switch (preview.kind) {
    case "unknown":
      return <p class="quiet">{listOfNames(preview.names)} can only be calculated by the sheet; the value shows once the formula is in a cell.</p>;
    case "outcome": {
      const { outcome } = preview;
      switch (outcome.kind) {
        case "answer":
          return <AnswerBox answer={outcome.answer} stale={outcome.stale && paneWords(outcome.stale)} />;
        case "failure":
          return (
            <>
              <p class="answer-reason">{errorOf(outcome.failure)}</p>
              <p class="problem">{paneWords(outcome.failure)}</p>
            </>
          );
        case "no_key":
          return (
            <KeyNeeded button="Go to Account" go={() => show("account")}>
              No API key yet, so no value is shown. You can still build the formula.
            </KeyNeeded>
          );
        case "held":
          return <p class="warning">{paneWords(outcome.stale)}</p>;
        case "error_in":
          return <p class="quiet">A cell that this refers to holds {outcome.error}; the formula passes it on.</p>;
      }
    }
  }
}

interface PreviewBoxProps {
  readonly preview: Waiting | OutcomePreview;
  readonly again: () => void;
  readonly show: (tab: TabId) => void;
}

/** The formula's current value, or why it has none. */
export function PreviewBox({ preview, again, show }: PreviewBoxProps) {
  const failed = preview.kind === "outcome" && preview.outcome.kind === "failure" && errorOf(preview.outcome.failure) !== "#VALUE!";
  return <PreviewFrame preview={preview} failed={failed} again={again} body={(known) => body(known, show)} />;
}
