import { useState } from "preact/hooks";
import { counted } from "../../contract/counted";
import { kindOf } from "../../tables/kinds";
import type { ListedTable } from "../../tables/listed-table";
import type { TableResult } from "../../tables/table-work";
import { asOfWords } from "../../contract/as-of";
import { agoWords } from "../../sources/answer-words";
import { useChanges } from "../hooks/use-changes";
import { useLoaded } from "../hooks/use-loaded";
import { useNow } from "../hooks/use-now";
import type { PaneHost } from "../pane-host";
import type { Tables } from "./tables";
import type { TableColumn } from "../../tables/memory";
import { contentWords } from "../../tables/row-words";
import { isError, type CellValue } from "../../workbook/cell";
import { Alert, Button } from "../elements";

/** Lines of each group that are shown. */
const SHOWN = 20;

function Group({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {lines.slice(0, SHOWN).map((line, i) => (
          <li key={i}>{line}</li>
        ))}
        {lines.length > SHOWN && <li class="quiet">and {lines.length - SHOWN} more</li>}
      </ul>
    </>
  );
}

const valueWords = (value: CellValue): string => (isError(value) ? value.error : value === null ? "a formula" : String(value));

/** What a refresh changed in a table, and what it left. */
function ReportView({ result, columns = [] }: { readonly result: TableResult; readonly columns: readonly TableColumn[] | undefined }) {
  const { ok, message, report } = result;
  if (!ok) return <p class="problem">{message}</p>;
  const formatOf = (heading: string): string | undefined => columns.find((c) => c.heading === heading)?.format;
  const isEmpty = !report || [report.added, report.revised, report.removed, report.struck, report.kept].every((list) => list.length === 0);
  return (
    <div class="stack table-report">
      <p>{message}</p>
      {report?.notes.map((note) => (
        <p key={note} class="warning">
          {note}
        </p>
      ))}
      {report && !isEmpty && (
        <details>
          <summary>What changed</summary>
          <Group
            title="Revised"
            lines={report.revised.map(
              ({ row, column, from, to }) => `${row}, ${column}: ${contentWords(from, formatOf(column))} → ${contentWords(to, formatOf(column))}`,
            )}
          />
          <Group title="Added" lines={report.added} />
          <Group title="Removed" lines={report.removed} />
          <Group
            title="No longer in the data: kept below the table because you use them, without their values"
            lines={report.struck.map(({ row, why }) => `${row}: ${why}`)}
          />
          <Group title="References of formulas, adjusted to the rows" lines={report.extended.map(({ cell, has, all }) => `${cell}: ${has} → ${all}`)} />
          <Group
            title="Your values, kept"
            lines={report.kept.map(
              ({ row, column, shown, published }) => `${row}, ${column}: ${valueWords(shown)}; published ${contentWords(published, formatOf(column))}`,
            )}
          />
        </details>
      )}
    </div>
  );
}

interface TableListProps {
  readonly tables: Tables;
  readonly host: Pick<PaneHost, "asOf" | "now">;
  readonly say: (sentence: string) => void;
}

/** When the table was refreshed, and what else distinguishes it. */
function stateWords({ rows, at, sample, asOf }: NonNullable<ListedTable["known"]>, now: number, current: string | undefined): string {
  const day = asOf === undefined ? "" : ` as of ${asOfWords(asOf)}`;
  const other =
    asOf === current ? "" : current === undefined ? "; the workbook is as of now: refresh it" : `; the workbook is as of ${asOfWords(current)}: refresh it`;
  return `${counted(rows, "row")}${sample ? " of sample data" : ""}${day}, refreshed ${agoWords(at, now)}${other}.`;
}

interface TableItemProps {
  readonly tables: Tables;
  readonly table: ListedTable;
  readonly state: string;
  readonly hasChart: boolean;
  /** Why the last work on it was refused. */
  readonly problem: string | undefined;
  readonly isRemoving: boolean;
  readonly setRemoving: (isRemoving: boolean) => void;
  readonly refresh: (mayMove?: boolean) => void;
  /** Does something to it, and says the result. */
  readonly act: (work: () => Promise<TableResult>) => void;
}

/** A table with what can be done to it, and the result of the last refresh. */
function TableItem({ tables, table: { id, title, known }, state, hasChart, problem, isRemoving, setRemoving, refresh, act }: TableItemProps) {
  const result = tables.resultOf(id);
  const charts = kindOf(known?.kind ?? "")?.chart && tables.charts;
  const busy = tables.busy() !== undefined;
  return (
    <li class="stack">
      <p>
        <strong>{title}</strong>
      </p>
      <p class="quiet">{state}</p>
      <div class="buttons">
        {known && <Button class="small" aria-label={`Refresh ${title}`} aria-disabled={busy} words="Refresh" act={() => refresh()} />}
        {tables.canUndo(id) && <Button class="small" aria-label={`Undo the last change of ${title}`} words="Undo" act={() => act(() => tables.undo(id))} />}
        <Button class="small" aria-label={`Go to ${title}`} words="Go to" act={() => act(() => tables.goTo(id))} />
        {charts && (
          <Button
            class="small"
            aria-label={`${hasChart ? "Remove the chart" : "Draw a chart"} of ${title}`}
            words={hasChart ? "Remove chart" : "Chart"}
            act={() => act(() => charts[hasChart ? "remove" : "draw"](id))}
          />
        )}
        <Button class="small" aria-label={`Remove ${title} from the list`} words="Remove" act={() => setRemoving(true)} />
      </div>
      {isRemoving && (
        <div class="confirm">
          <p>{hasChart ? "The cells and the chart stay" : "The cells stay"} and are no longer refreshed.</p>
          <div class="buttons">
            <Button class="small" words="Remove from the list" act={() => act(() => tables.remove(id))} />
            <Button class="small" words="Keep" act={() => setRemoving(false)} />
          </div>
        </div>
      )}
      <Alert message={problem} />
      {result?.asks && problem === undefined && (
        <div class="confirm">
          <p>{result.message}</p>
          <Button class="small" aria-disabled={busy} words="Refresh and move" act={() => refresh(true)} />
        </div>
      )}
      {result && !result.asks && problem === undefined && <ReportView result={result} columns={known?.columns} />}
    </li>
  );
}

/** The tables of the workbook, with what can be done to each. */
export function TableList({ tables: desk, host, say }: TableListProps) {
  useChanges(desk);
  const now = useNow(host);
  const [removing, setRemoving] = useState<string | undefined>();
  const [problem, setProblem] = useState<{ readonly id: string; readonly message: string } | undefined>();
  const tables = desk.list();
  const busy = desk.busy();
  const ids = tables.map(({ id }) => id);
  // Once a change is made: it may have drawn or removed one.
  const charted = useLoaded(() => (busy === undefined && ids.length > 0 ? desk.charts?.drawn() : undefined), [desk, busy, ids.join(" ")], {
    keeps: () => true,
  });
  if (tables.length === 0) return null;
  const act = async (id: string, work: () => Promise<TableResult>) => {
    const { ok, message } = await work();
    setRemoving(undefined);
    setProblem(ok ? undefined : { id, message });
    say(ok ? message : "");
  };
  const refresh = async (some: readonly string[], mayMove = false) => {
    setProblem(undefined);
    const results = await desk.refresh(some, { mayMove });
    const failed = results.filter(({ ok }) => !ok).length;
    if (results.length === 1) say(results[0]?.message ?? "");
    else say(failed === 0 ? `${counted(results.length, "table")} refreshed.` : `${failed} of ${counted(results.length, "table")} could not be refreshed.`);
  };
  return (
    <section class="table-list" aria-labelledby="tables-title">
      <h3 id="tables-title">Tables in this workbook</h3>
      {busy !== undefined && <p class="quiet">{busy}…</p>}
      {tables.length > 1 && <Button class="small" aria-disabled={busy !== undefined} words="Refresh all tables" act={() => refresh(ids)} />}
      <ul class="stack">
        {tables.map((table) => (
          <TableItem
            key={table.id}
            tables={desk}
            table={table}
            state={table.known ? stateWords(table.known, now, host.asOf()) : "The settings of this table cannot be read. Remove it, and insert it again."}
            hasChart={charted?.has(table.id) === true}
            problem={problem?.id === table.id ? problem.message : undefined}
            isRemoving={removing === table.id}
            setRemoving={(is) => setRemoving(is ? table.id : undefined)}
            refresh={(mayMove) => void refresh([table.id], mayMove)}
            act={(work) => void act(table.id, work)}
          />
        ))}
      </ul>
    </section>
  );
}
