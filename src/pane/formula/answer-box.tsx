import type { Answer } from "../../core/outcome";
import { caveatWords, valueWords, whyWords } from "../../sources/answer-words";

/** Preview of an answer: value or reason, observation date, and caveats. */
export function AnswerBox({ answer, stale }: { readonly answer: Answer; readonly stale: string | undefined }) {
  const { value, observationDate, sample, note, caveats, attribution } = answer;
  const why = whyWords(answer);
  return (
    <>
      <p class={value === null ? "answer-reason" : "answer-value"}>{valueWords(answer)}</p>
      {why && <p class="quiet">{why}</p>}
      {observationDate && <p class="quiet">Observation of {observationDate}</p>}
      {sample && <p class="answer-sample">Sample data: generated, not published</p>}
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
