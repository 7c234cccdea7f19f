import { caveatWords } from "../../contract/caveat-words";
import type { Answer } from "../../core/outcome";
import type { Question } from "../../core/question";
import { isSampleFigure, whyWords } from "../../sources/answer-words";
import { exactValue, formattedValue } from "../words/formatted-value";
import { observationWords } from "../words/observation-words";

interface AnswerBoxProps {
  readonly answer: Answer;
  /** Tells that another day was asked for than the observation's. */
  readonly question?: Question | undefined;
  readonly stale: string | undefined;
}

/** Preview of an answer: value or reason, observation date, and caveats. */
export function AnswerBox({ answer, question, stale }: AnswerBoxProps) {
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
