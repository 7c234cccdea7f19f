import { useEffect, useState } from "preact/hooks";
import { counted } from "../../contract/counted";
import { kindOf } from "../../tables/kinds";
import type { ListedTable } from "../../tables/listed-table";
import type { TableResult } from "../../tables/table-work";
import { asOfWords } from "../../contract/as-of";
import { agoWords } from "../../sources/answer-words";
import { useChanges } from "../hooks/use-changes";
import { useNow } from "../hooks/use-now";
import { Alert } from "../notices/alert";
import type { PaneHost } from "../pane-host";
import { ReportView } from "./report-view";
import type { Tables } from "./tables";

interface TableListProps {
  readonly tables: Tables;
  /** The workbook's day or moment; undefined for now. */
  readonly asOf: string | undefined;
  readonly clock: Pick<PaneHost, "now">;
  readonly say: (sentence: string) => void;
}

/** When the table was refreshed, and what else distinguishes it. */
function stateWords({ rows, at, sample, asOf }: NonNullable<ListedTable["known"]>, now: number, current: string | undefined): string {
  const day = asOf === undefined ? "" : ` as of ${asOfWords(asOf)}`;
  const other =
    asOf === current ? "" : current === undefined ? "; the workbook is as of now: refresh it" : `; the workbook is as of ${asOfWords(current)}: refresh it`;
  return `${counted(rows, "row")}${sample ? " of sample data" : ""}${day}, refreshed ${agoWords(at, now)}${other}.`;
}

/** The tables of the workbook, with what can be done to each. */
export function TableList({ tables: desk, asOf, clock, say }: TableListProps) {
  useChanges(desk);
  const now = useNow(clock);
  const [removing, setRemoving] = useState<string | undefined>();
  const [charted, setCharted] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<{ readonly id: string; readonly message: string } | undefined>();
  const tables = desk.list();
  const busy = desk.busy();
  const ids = tables.map(({ id }) => id).join(" ");
  useEffect(() => {
    let isOver = false;
    // Once a change is made: it may have drawn or removed one.
    if (busy === undefined && ids !== "") void desk.charts?.drawn().then((drawn) => isOver || setCharted(drawn));
    return () => void (isOver = true);
  }, [desk, busy, ids]);
  if (tables.length === 0) return null;
  const did = (id: string, result: TableResult | undefined): void => {
    setRemoving(undefined);
    setProblem(result && !result.ok ? { id, message: result.message } : undefined);
    if (result) say(result.ok ? result.message : "");
  };
  const refresh = async (ids: readonly string[], mayMove = false) => {
    setProblem(undefined);
    const results = await desk.refresh(ids, { mayMove });
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
          const { id, title, known } = table;
          const result = desk.resultOf(id);
          const charts = kindOf(known?.kind ?? "")?.chart && desk.charts;
          const hasChart = charted.has(id);
          return (
            <li key={id}>
              <p>
                <strong>{title}</strong>
              </p>
              <p class="quiet">{known ? stateWords(known, now, asOf) : "The settings of this table cannot be read. Remove it, and insert it again."}</p>
              <div class="buttons">
                {known && (
                  <button type="button" class="small" aria-label={`Refresh ${title}`} aria-disabled={busy !== undefined} onClick={() => void refresh([id])}>
                    Refresh
                  </button>
                )}
                {desk.canUndo(id) && (
                  <button
                    type="button"
                    class="small"
                    aria-label={`Undo the last change of ${title}`}
                    onClick={() => void desk.undo(id).then((r) => did(id, r))}
                  >
                    Undo
                  </button>
                )}
                <button type="button" class="small" aria-label={`Go to ${title}`} onClick={() => void desk.goTo(id).then((r) => did(id, r))}>
                  Go to
                </button>
                {charts && (
                  <button
                    type="button"
                    class="small"
                    aria-label={`${hasChart ? "Remove the chart" : "Draw a chart"} of ${title}`}
                    onClick={() => void charts[hasChart ? "remove" : "draw"](id).then((r) => did(id, r))}
                  >
                    {hasChart ? "Remove chart" : "Chart"}
                  </button>
                )}
                <button type="button" class="small" aria-label={`Remove ${title} from the list`} onClick={() => setRemoving(id)}>
                  Remove
                </button>
              </div>
              {removing === id && (
                <div class="confirm">
                  <p>{hasChart ? "The cells and the chart stay" : "The cells stay"} and are no longer refreshed.</p>
                  <div class="buttons">
                    <button type="button" class="small" onClick={() => void desk.remove(id).then((r) => did(id, r))}>
                      Remove from the list
                    </button>
                    <button type="button" class="small" onClick={() => setRemoving(undefined)}>
                      Keep
                    </button>
                  </div>
                </div>
              )}
              <Alert message={problem?.id === id ? problem.message : undefined} />
              {result?.asks && problem?.id !== id && (
                <div class="confirm">
                  <p>{result.message}</p>
                  <div class="buttons">
                    <button type="button" class="small" aria-disabled={busy !== undefined} onClick={() => void refresh([id], true)}>
                      Refresh and move
                    </button>
                  </div>
                </div>
              )}
              {result && !result.asks && problem?.id !== id && <ReportView result={result} columns={known?.columns} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
