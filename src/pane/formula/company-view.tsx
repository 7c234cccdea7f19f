import { useMemo, useState } from "preact/hooks";
import { counted } from "../../contract/counted";
import { useLoaded } from "../hooks/use-loaded";
import { NoKey } from "../notices/no-key";
import { Notice } from "../notices/notice";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import { blockForm } from "./block/plan-block";
import { companyFigures, type Start } from "./related";
import type { BlockForm } from "./form-memory";
import type { FoundCompany } from "./search/companies";
import type { Outcome } from "../../core/outcome";
import { shownOf } from "./use-outcome-preview";
import type { TabProps } from "../tab";
import { Button } from "../elements";

/** Outcomes by the key of their question. */
type Values = ReadonlyMap<string, Outcome>;

const LOADING = { text: "…", missing: true, sample: false, date: "" };

type Groups = ReturnType<typeof companyFigures>;

/** A company's figures by topic. A figure opens its form. */
const CompanyFigures = ({ groups, open, values }: { readonly groups: Groups; readonly open: (start: Start) => void; readonly values: Values }) => (
  <>
    {groups.map(({ topic, figures }) => (
      <div key={topic} class="stack close" role="group" aria-label={topic}>
        <h3>{topic}</h3>
        <ul>
          {figures.map(({ title, start, question }) => {
            const outcome = values.get(question.key);
            const { text, missing, sample, date } = outcome ? shownOf(outcome) : LOADING;
            return (
              <li key={question.key}>
                <button type="button" class="company-figure" onClick={() => open(start)}>
                  <span class="company-title">{title}</span>
                  <span class={missing ? "company-value quiet" : "company-value"}>{text}</span>
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

interface CompanyViewProps extends Pick<TabProps, "host" | "show"> {
  readonly company: Pick<FoundCompany, "ticker" | "name">;
  readonly open: (start: Start) => void;
  /** Opens a block with this company as its first ticker; undefined without a workbook. */
  readonly openBlock: ((form: BlockForm) => void) | undefined;
}

const NONE: Values = new Map();

/** All values of a company, requested together when the page opens, so that they take one request. */
function useValues(host: PaneHost, groups: Groups, attempt: number): Values {
  const connection = host.connection();
  const asked = connection.kind === "connected" ? `${connection.baseUrl} ${host.asOf() ?? ""}` : connection.kind;
  const ask = async (signal: AbortSignal): Promise<Values> => {
    const questions = groups.flatMap(({ figures }) => figures.map(({ question }) => question));
    return new Map(await Promise.all(questions.map(async (question) => [question.key, await host.cells.ask(question, signal)] as const)));
  };
  return useLoaded(ask, [host, groups, asked, attempt]) ?? NONE;
}

/** What the page says about all values: how many there are, and why some are missing. */
function summary(values: Values): { readonly text: string; readonly problem: string | undefined } {
  const all = [...values.values()];
  const found = all.filter((o) => o.kind === "answer" && o.answer.value !== null);
  const sample = found.filter((o) => o.kind === "answer" && o.answer.sample).length;
  const failed = all.find((o) => o.kind === "failure");
  const missing = all.length - found.length;
  const parts = [
    counted(found.length, "figure"),
    sample === 0 ? "" : sample === found.length ? "all of them sample data" : `${sample} of them sample data`,
    missing === 0 ? "" : `${missing} without a value`,
  ];
  return { text: `${parts.filter(Boolean).join(", ")}.`, problem: failed?.kind === "failure" ? paneWords(failed.failure) : undefined };
}

/** A company's figures by topic, each with its value now. A figure opens its form. */
export function CompanyView({ host, company: { ticker, name }, open, show, openBlock }: CompanyViewProps) {
  const [attempt, setAttempt] = useState(0);
  const groups = useMemo(() => companyFigures(ticker), [ticker]);
  const values = useValues(host, groups, attempt);
  const noKey = [...values.values()].some((outcome) => outcome.kind === "no_key");
  const { text, problem } = summary(values);
  return (
    <>
      <p>
        {name === ticker ? "" : `${ticker}. `}
        <span role="status">{values.size === 0 ? "Loading the values…" : noKey ? "" : text}</span> Choose a figure to build its formula.
      </p>
      {openBlock && <Button words="For several tickers…" act={() => openBlock(blockForm({ tickers: [ticker], figures: [] }))} />}
      {noKey && <NoKey show={show}>You can build formulas; add a key to see values.</NoKey>}
      {problem && (
        <Notice kind="problem" button="Try again" act={() => setAttempt(attempt + 1)}>
          {problem}
        </Notice>
      )}
      <CompanyFigures groups={groups} open={open} values={values} />
    </>
  );
}
