import { useState } from "preact/hooks";
import { counted } from "../../contract/counted";
import { kindOf } from "../../tables/kinds";
import type { TableMemory } from "../../tables/memory";
import type { TableResult } from "../../tables/table-work";
import { asOfWords } from "../../contract/moment-words";
import { agoWords } from "../../sources/answer-words";
import { useChanges } from "../hooks/use-changes";
import { useNow } from "../hooks/use-now";
import type { PaneHost } from "../pane-host";
import type { Workbook } from "../workbook";
import { ReportView } from "./report-view";
import { TableChart } from "./table-chart";
import { titleOfTable } from "./table-title";
import { tableDeskOf } from "./table-desk";

interface TableListProps {
  readonly host: PaneHost;
  readonly workbook: Workbook;
  readonly say: (sentence: string) => void;
}

/** When the table was refreshed, and what else distinguishes it. */
function stateWords({ rows, at, sample, asOf }: TableMemory, now: number, current: string | undefined): string {
  const day = asOf === undefined ? "" : ` as of ${asOfWords(asOf)}`;
  const other =
    asOf === current ? "" : current === undefined ? "; the workbook is as of now: refresh it" : `; the workbook is as of ${asOfWords(current)}: refresh it`;
  return `${counted(rows.length, "row")}${sample ? " of sample data" : ""}${day}, refreshed ${agoWords(at, now)}${other}.`;
}

/** The tables of the workbook, with what can be done to each. */
export function TableList({ host, workbook, say }: TableListProps) {
  const desk = tableDeskOf(host);
  useChanges(desk);
  const now = useNow(host);
  const [removing, setRemoving] = useState<string | undefined>();
  const [charted, setCharted] = useState<string | undefined>();
  const [problem, setProblem] = useState<{ readonly id: string; readonly message: string } | undefined>();
  const tables = desk.list(workbook);
  const busy = desk.busy();
  if (tables.length === 0) return null;
  const did = (id: string, result: TableResult | undefined): void => {
    setRemoving(undefined);
    setProblem(result && !result.ok ? { id, message: result.message } : undefined);
    if (result) say(result.message);
  };
  const refresh = async (ids: readonly string[]) => {
    const results = await desk.refresh(workbook, ids);
    const failed = results.filter(({ ok }) => !ok).length;
    if (results.length === 1) say(results[0]?.message ?? "");
    else say(failed === 0 ? `${counted(results.length, "table")} refreshed.` : `${failed} of ${counted(results.length, "table")} could not be refreshed.`);
  };
  return (
    <section class="table-list" aria-labelledby="tables-title">
      <h3 id="tables-title">Tables in this workbook</h3>
      {busy !== undefined && <p class="quiet">{busy}…</p>}
      {tables.length > 1 && (
        <div class="buttons">
          <button type="button" class="small" aria-disabled={busy !== undefined} onClick={() => void refresh(tables.map(({ id }) => id))}>
            Refresh all tables
          </button>
        </div>
      )}
      <ul>
        {tables.map((table) => {
          const { id, memory } = table;
          const title = titleOfTable(table);
          const result = desk.resultOf(id);
          const chart = kindOf(memory?.kind ?? "")?.chart;
          return (
            <li key={id}>
              <p>
                <strong>{title}</strong>
              </p>
              <p class="quiet">
                {memory ? stateWords(memory, now, host.asOf()) : "What the workbook remembers of this table cannot be read. Remove it, and insert it again."}
              </p>
              <div class="buttons">
                {memory && (
                  <button type="button" class="small" aria-label={`Refresh ${title}`} aria-disabled={busy !== undefined} onClick={() => void refresh([id])}>
                    Refresh
                  </button>
                )}
                {desk.canUndo(workbook, id) && (
                  <button
                    type="button"
                    class="small"
                    aria-label={`Undo the last change of ${title}`}
                    onClick={() => void desk.undo(workbook, id).then((r) => did(id, r))}
                  >
                    Undo
                  </button>
                )}
                <button type="button" class="small" aria-label={`Go to ${title}`} onClick={() => void desk.goTo(workbook, id).then((r) => did(id, r))}>
                  Go to
                </button>
                {memory && chart && (
                  <button
                    type="button"
                    class="small"
                    aria-label={`${workbook.charts ? "Draw a chart" : "Show a chart"} of ${title}`}
                    aria-pressed={workbook.charts ? undefined : charted === id}
                    onClick={() => (workbook.charts ? void desk.drawChart(workbook, id).then((r) => did(id, r)) : setCharted(charted === id ? undefined : id))}
                  >
                    Chart
                  </button>
                )}
                <button type="button" class="small" aria-label={`Remove ${title} from the list`} onClick={() => setRemoving(id)}>
                  Remove
                </button>
              </div>
              {removing === id && (
                <div class="confirm">
                  <p>The cells stay and are no longer refreshed.</p>
                  <div class="buttons">
                    <button type="button" class="small" onClick={() => void desk.remove(workbook, id).then((r) => did(id, r))}>
                      Remove from the list
                    </button>
                    <button type="button" class="small" onClick={() => setRemoving(undefined)}>
                      Keep
                    </button>
                  </div>
                </div>
              )}
              {memory && chart && charted === id && <TableChart memory={memory} x={chart.x} />}
              {problem?.id === id && <p class="problem">{problem.message}</p>}
              {result && problem?.id !== id && <ReportView result={result} columns={memory?.columns} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
