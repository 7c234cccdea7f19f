import type { ComponentChildren } from "preact";
import { caveatWords } from "../../contract/caveat-words";
import type { Answer } from "../../core/outcome";
import { asOfWords, momentWords } from "../../contract/as-of";
import { agoWords, isSampleFigure, publicWords, unitWords, whyWords } from "../../sources/answer-words";
import { componentWords, exactValue, formattedValue, percentWords } from "../words/values-in-words";
import { Facts } from "../fields/facts";
import { isUnknownName } from "./citation";

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
  const { rule, confirmedBy } = published ?? {};
  const isOfOneRow = published?.revisions !== undefined;
  const why = whyWords(answer);
  // What says that a name is not known is no data, sample or published.
  const known = !isUnknownName(answer);
  const [exact, percent] = [exactValue(answer), percentWords(answer)];
  const asOfMs = asOf === undefined ? NaN : Date.parse(asOf);
  return (
    <>
      <div class="stack close" role="status" aria-live="polite">
        <p class={value === null ? "answer-reason" : "answer-value"}>{formattedValue(answer)}</p>
        {isSampleFigure(answer) && <p class="answer-sample">Sample data: generated, not published</p>}
      </div>
      {stale !== undefined && <p class="warning">This answer is out of date. {stale}</p>}
      <Facts
        of={[
          ["Why", why],
          ["Exact value", exact],
          ["Unit", unit && [unitWords(unit), percent].filter(Boolean).join(". ")],
          ["Observation date", observationDate && (observed ?? observationDate)],
          [isOfOneRow ? "Published" : "All of it published", published && publicWords(published, source)],
          ["Release rule", rule && (confirmedBy === undefined ? rule : [`${rule}: `, withLinks(confirmedBy)])],
          ["First published value", published?.firstUnknown && "Unknown: the oldest value that the service has is from after the release."],
          ["Revisions", published?.revisions ? published.revisions : undefined],
          ["Retrieved", asOf && (Number.isNaN(asOfMs) ? asOfWords(asOf) : `${asOfWords(asOf)}, ${agoWords(asOfMs, now)}`)],
          ["Source", known ? source : undefined],
          ["Attribution", known ? attribution : undefined],
          ["Note", note],
          ["Received", `${momentWords(receivedAt)}, ${agoWords(receivedAt, now)}`],
          ["Next update", next ?? nextUpdate(answer, now)],
        ]}
      />
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
