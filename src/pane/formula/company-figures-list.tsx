import { useMemo } from "preact/hooks";
import type { Outcome } from "../../core/outcome";
import { companyFigures } from "./company-figures";
import type { Start } from "./related";
import { shownOf } from "./shown-outcome";

/** Outcomes by the key of their question. */
export type Values = ReadonlyMap<string, Outcome>;

const LOADING = { text: "…", missing: true, sample: false, date: "" };

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
              const outcome = values?.get(question.key);
              const { text, missing, sample, date } = outcome ? shownOf(outcome) : LOADING;
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
