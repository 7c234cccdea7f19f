import type { ComponentChildren } from "preact";
import { caveatWords } from "../../contract/caveat-words";
import type { Answer } from "../../core/outcome";
import { asOfWords, momentWords } from "../../contract/as-of";
import { agoWords, isSampleFigure, publicWords, unitWords, whyWords } from "../../sources/answer-words";
import { componentWords, exactValue, formattedValue, percentWords } from "../words/values-in-words";
import { isUnknownName } from "./citation";

/** One line of a list of facts. */
export const FactLine = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

/** When a cell with this question next sends a request: once the answer has expired. */
function nextUpdate({ receivedAt, maxAgeS }: Answer, now: number): string {
  const due = receivedAt + maxAgeS * 1000;
  return due > now ? `After ${momentWords(due)} (${agoWords(due, now)}). Refresh to update now.` : "At the next recalculation: this answer has expired.";
}

/** A text with its addresses as links. */
const withLinks = (text: string): ComponentChildren =>
  text.split(/(https:\/\/[^\s,;()]+)/).map((part, i) =>
    i % 2 === 1 ? (
      <a href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );

interface AnswerFactsProps {
  readonly answer: Answer;
  readonly stale: string | undefined;
  readonly now: number;
  /** The observation date in words, if it is not the day that was asked for. */
  readonly observed?: string | undefined;
  /** The next update in words, if it depends on more than the answer's expiry. */
  readonly next?: string;
}

/** Shows an answer: value, unit, dates, sources, components, caveats. */
export function AnswerFacts({ answer, stale, now, observed, next }: AnswerFactsProps) {
  const { value, unit, observationDate, asOf, source, attribution, note, published, components, caveats, receivedAt } = answer;
  const isOfOneRow = published?.revisions !== undefined;
  const why = whyWords(answer);
  // What says that a name is not known is no data, sample or published.
  const known = !isUnknownName(answer);
  const [exact, percent] = [exactValue(answer), percentWords(answer)];
  const asOfMs = asOf === undefined ? NaN : Date.parse(asOf);
  return (
    <>
      <div class="inspect-value" role="status" aria-live="polite">
        <p class={value === null ? "answer-reason" : "answer-value"}>{formattedValue(answer)}</p>
        {isSampleFigure(answer) && <p class="answer-sample">Sample data: generated, not published</p>}
      </div>
      {stale !== undefined && <p class="warning">This answer is out of date. {stale}</p>}
      <dl>
        {why && <FactLine name="Why">{why}</FactLine>}
        {exact !== undefined && <FactLine name="Exact value">{exact}</FactLine>}
        {unit && (
          <FactLine name="Unit">
            {unitWords(unit)}
            {percent !== undefined && `. ${percent}`}
          </FactLine>
        )}
        {observationDate && <FactLine name="Observation date">{observed ?? observationDate}</FactLine>}
        {published && <FactLine name={isOfOneRow ? "Published" : "All of it published"}>{publicWords(published, source)}</FactLine>}
        {published?.rule !== undefined && (
          <FactLine name="Release rule">
            {published.rule}
            {published.confirmedBy !== undefined && <>: {withLinks(published.confirmedBy)}</>}
          </FactLine>
        )}
        {published?.firstUnknown && <FactLine name="First published value">Unknown: the oldest value that the service has is from after the release.</FactLine>}
        {isOfOneRow && published.revisions > 0 && <FactLine name="Revisions">{published.revisions}</FactLine>}
        {asOf && (
          <FactLine name="Retrieved">
            {asOfWords(asOf)}
            {Number.isNaN(asOfMs) ? "" : `, ${agoWords(asOfMs, now)}`}
          </FactLine>
        )}
        {known && source && <FactLine name="Source">{source}</FactLine>}
        {known && attribution && <FactLine name="Attribution">{attribution}</FactLine>}
        {note && <FactLine name="Note">{note}</FactLine>}
        <FactLine name="Received">
          {momentWords(receivedAt)}, {agoWords(receivedAt, now)}
        </FactLine>
        <FactLine name="Next update">{next ?? nextUpdate(answer, now)}</FactLine>
      </dl>
      {components && (
        <div class="answer-components">
          <h3>Made from</h3>
          <ul>
            {components.map((component) => (
              <li key={component.name}>
                <b>{component.name}</b>: {componentWords(component)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {caveats.length > 0 && (
        <div class="inspect-caveat-box">
          <h3>{caveats.length === 1 ? "Caveat" : `${caveats.length} caveats`}</h3>
          <ul class="answer-caveats">
            {caveats.map((id) => (
              <li key={id}>{caveatWords(id)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
