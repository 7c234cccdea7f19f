import { CODES, type Code } from "../../contract/codes";
import type { Answer } from "../../core/outcome";
import { caveatWords, valueWords } from "../parts/answer-words";
import type { TabId } from "../tab";
import type { Preview } from "./use-preview";
import { listOfNames } from "./argument-field";

function AnswerBox({ answer, stale }: { readonly answer: Answer; readonly stale: string | undefined }) {
  const { value, code, observationDate, sample, note, caveats, attribution } = answer;
  const meaning = code !== undefined && Object.hasOwn(CODES, code) ? CODES[code as Code].meaning : undefined;
  return (
    <>
      <p class={value === null ? "build-reason" : "build-value"}>{valueWords(answer)}</p>
      {meaning && <p class="quiet">{meaning}</p>}
      {observationDate && <p class="quiet">Observation of {observationDate}</p>}
      {sample && <p class="build-sample">Sample data: generated, not published</p>}
      {note && <p class="quiet">{note}</p>}
      {stale && <p class="warning">An older answer. {stale}</p>}
      {attribution && !sample && <p class="quiet">{attribution}</p>}
      {caveats.length > 0 && (
        <details>
          <summary>{caveats.length === 1 ? "1 caveat" : `${caveats.length} caveats`}</summary>
          <ul class="build-caveats">
            {caveats.map((id) => (
              <li key={id}>{caveatWords(id)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function body(preview: Preview, show: (tab: TabId) => void) {
  switch (preview.kind) {
    case "reading":
      return <p class="quiet">…</p>;
    case "missing":
      return <p class="quiet">Fill in {listOfNames(preview.names)} to see the value.</p>;
    case "wrong":
      return <p class="quiet">Correct the argument that is marked to see the value.</p>;
    case "unknown":
      return <p class="quiet">{listOfNames(preview.names)} can be calculated by the sheet only: the value shows once the formula stands in a cell.</p>;
    case "asking":
      return <p class="quiet">Asking the service…</p>;
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
    <div class="build-preview">
      <h3 id="build-now">Value now</h3>
      <div role="status" aria-live="polite" aria-labelledby="build-now">
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
