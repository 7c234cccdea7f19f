import type { TabId } from "../tab";
import { AnswerBox } from "./answer-box";
import { listOfNames } from "./argument-field";
import { PreviewFrame, waitingWords } from "./preview-frame";
import type { Preview } from "./use-preview";

function body(preview: Preview, show: (tab: TabId) => void) {
  switch (preview.kind) {
    case "reading":
    case "missing":
    case "wrong":
    case "asking":
      return <p class="quiet">{waitingWords(preview)}</p>;
    case "unknown":
      return <p class="quiet">{listOfNames(preview.names)} can be calculated by the sheet only: the value shows once the formula stands in a cell.</p>;
    case "outcome": {
      const { outcome } = preview;
      switch (outcome.kind) {
        case "answer":
          return <AnswerBox answer={outcome.answer} stale={outcome.stale} />;
        case "failure":
          return (
            <>
              <p class="build-reason">{outcome.error}</p>
              <p class="problem">{outcome.message}</p>
            </>
          );
        case "no_key":
          return (
            <div class="problem">
              <p>There is no API key yet, so no value can be shown. The formula can be built all the same.</p>
              <button type="button" onClick={() => show("account")}>
                Go to Account
              </button>
            </div>
          );
        case "held":
          return <p class="warning">{outcome.stale}</p>;
        case "error_in":
          return <p class="quiet">A cell that this refers to holds {outcome.error}; the formula passes it on.</p>;
      }
    }
  }
}

/** The value that the formula would show now, or in words why it shows none. */
export function PreviewBox({ preview, again, show }: { readonly preview: Preview; readonly again: () => void; readonly show: (tab: TabId) => void }) {
  const failed =
    preview.kind === "outcome" && preview.outcome.kind === "failure" && preview.outcome.code !== "argument" && preview.outcome.code !== "refused_cell";
  return (
    <PreviewFrame failed={failed} again={again}>
      {body(preview, show)}
    </PreviewFrame>
  );
}
