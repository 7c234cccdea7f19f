import { useMemo } from "preact/hooks";
import { errorOf } from "../../core/failure";
import type { Outcome } from "../../core/outcome";
import { valueWords } from "../../sources/answer-words";
import { paneWords } from "../pane-words";
import { companyFigures } from "./company-figures";
import type { Start } from "./related";

/** Outcomes by the key of their question. */
export type Values = ReadonlyMap<string, Outcome>;

interface Shown {
  readonly text: string;
  readonly missing: boolean;
  readonly sample: boolean;
  readonly date: string;
}

function shownOf(outcome: Outcome | undefined): Shown {
  const plain = (text: string): Shown => ({ text, missing: true, sample: false, date: "" });
  if (!outcome) return plain("…");
  switch (outcome.kind) {
    case "answer": {
      const { value, sample, observationDate } = outcome.answer;
      return {
        text: valueWords(outcome.answer),
        missing: value === null,
        sample: sample === true && value !== null,
        date: value === null ? "" : (observationDate ?? ""),
      };
    }
    case "failure":
      return plain(errorOf(outcome.failure));
    case "no_key":
      return plain("no API key");
    case "held":
      return plain(paneWords(outcome.stale));
    case "error_in":
      return plain(outcome.error);
  }
}

interface CompanyFiguresProps {
  readonly ticker: string;
  readonly open: (start: Start) => void;
  /** Values to show; without them only the names of the figures. */
  readonly values?: Values;
}

/** A company's figures by topic. A figure opens its form. */
export function CompanyFigures({ ticker, open, values }: CompanyFiguresProps) {
  const groups = useMemo(() => companyFigures(ticker), [ticker]);
  return (
    <>
      {groups.map(({ topic, figures }) => (
        <div key={topic} class="company-topic" role="group" aria-label={topic}>
          <h3>{topic}</h3>
          <ul>
            {figures.map(({ title, start, question }) => {
              const { text, missing, sample, date } = shownOf(values?.get(question.key));
              return (
                <li key={question.key}>
                  <button type="button" class="company-figure" onClick={() => open(start)}>
                    <span class="company-title">{title}</span>
                    {values && <span class={missing ? "company-value quiet" : "company-value"}>{text}</span>}
                    {(sample || date) && (
                      <span class="company-date quiet">
                        {date}
                        {sample && <span class="company-sample">{date ? " · " : ""}sample data</span>}
                      </span>
                    )}
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </>
  );
}
