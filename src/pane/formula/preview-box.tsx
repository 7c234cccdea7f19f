import { errorOf } from "../../core/failure";
import { paneWords } from "../pane-words";
import { NoKey } from "../notices/no-key";
import { listOfNames } from "./argument-field";
import { FormulaText } from "./formula-text";
import type { OutcomePreview } from "./use-outcome-preview";
import { caveatWords } from "../../contract/caveat-words";
import type { Answer } from "../../core/outcome";
import type { Question } from "../../core/question";
import { isSampleFigure, whyWords } from "../../sources/answer-words";
import { exactValue, formattedValue, observationWords } from "../words/values-in-words";
import type { TabProps } from "../tab";
import { Button } from "../elements";

interface AnswerBoxProps {
  readonly answer: Answer;
  /** Tells that another day was asked for than the observation's. */
  readonly question?: Question | undefined;
  readonly stale: string | undefined;
}

/** Preview of an answer: value or reason, observation date, and caveats. */
function AnswerBox({ answer, question, stale }: AnswerBoxProps) {
  const { value, observationDate, sample, note, caveats, attribution } = answer;
  const why = whyWords(answer);
  const exact = exactValue(answer);
  return (
    <>
      <p class={value === null ? "answer-reason" : "answer-value"}>{formattedValue(answer)}</p>
      {exact !== undefined && <p class="quiet">Exact value: {exact}</p>}
      {why && <p class="quiet">{why}</p>}
      {observationDate && <p class="quiet">Observation of {question ? observationWords(observationDate, question) : observationDate}</p>}
      {isSampleFigure(answer) && <p class="answer-sample">Sample data: generated, not published</p>}
      {note && <p class="quiet">{note}</p>}
      {stale && <p class="warning">An older answer. {stale}</p>}
      {attribution && !sample && <p class="quiet">{attribution}</p>}
      {caveats.length > 0 && (
        <details>
          <summary>{caveats.length === 1 ? "1 caveat" : `${caveats.length} caveats`}</summary>
          <ul class="answer-caveats">
            {caveats.map((id) => (
              <li key={id}>{caveatWords(id)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function OutcomeBox({
  preview: { outcome, question, of },
  show,
}: { readonly preview: Extract<OutcomePreview, { kind: "outcome" }> } & Pick<PreviewBoxProps, "show">) {
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
      return <NoKey show={show}>You can build the formula; add a key to see its value.</NoKey>;
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

function waitingWords(preview: Exclude<OutcomePreview, { kind: "outcome" }>): string {
  switch (preview.kind) {
    case "reading":
      return "…";
    case "missing":
      return `Fill in ${listOfNames(preview.names)} to see the value.`;
    case "wrong":
      return "Correct the marked argument to see the value.";
    case "asking":
      return "Loading the value…";
    case "unknown":
      return `Only the sheet can calculate ${listOfNames(preview.names)}. Insert the formula to see its value.`;
  }
}

interface PreviewBoxProps extends Pick<TabProps, "show"> {
  readonly preview: OutcomePreview;
  readonly retry: () => void;
}

/** The formula's current value, or why it has none. Screen readers announce a change; a failure can be retried. */
export function PreviewBox({ preview, retry, show }: PreviewBoxProps) {
  const failed = preview.kind === "outcome" && preview.outcome.kind === "failure" && errorOf(preview.outcome.failure) !== "#VALUE!";
  return (
    <div class="stack close box build-preview">
      <h3 id="value-now">Value now</h3>
      <div role="status" aria-live="polite" aria-labelledby="value-now">
        {preview.kind === "outcome" ? <OutcomeBox preview={preview} show={show} /> : <p class="quiet">{waitingWords(preview)}</p>}
      </div>
      {failed && <Button class="small wide" words="Try again" act={retry} />}
    </div>
  );
}
