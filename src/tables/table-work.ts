import { counted } from "../contract/counted";
import { groupedBy } from "../contract/lists";
import type { Area } from "../workbook/areas";
import type { CellPlace } from "../workbook/cell";
import { areaText } from "../workbook/cell-address";
import type { PlainContent } from "../workbook/edits/sheet-edits";
import { WorkbookRefusal } from "../workbook/workbook-refusal";
import { withChoices, type Asked, type TableKind, notesOf } from "./kind";
import { kindOf } from "./kinds";
import { keyedRows } from "./match-table";
import type { TableMemory } from "./memory";
import { blocksOfBook, clearTable, GONE, placeTable, readTableSheet } from "./place-table";
import { readTable, type TableSource } from "./read-table";
import type { RefreshReport } from "./refresh/refresh-report";
import { refreshTable, RowsBelow } from "./refresh/refresh-table";
import { wait, type Eventually, type Steps } from "./steps";
import type { TableBook } from "./table-book";
import { chartCells, newChart } from "./table-chart";
import { linesOf } from "./table-sheet";
import { blockName, checkSize, notesName, forget, freeId, remember, rememberedTables } from "./table-settings";
import { undoRefresh, type DoneRefresh, memoryBefore, rowsBefore } from "./refresh/undo-refresh";
import { whyGone } from "./refresh/gone-rows";

/** The result of work on a table, in a sentence; `report` after a refresh. */
export interface TableResult {
  readonly ok: boolean;
  readonly message: string;
  readonly report?: RefreshReport;
  /** True if the refresh waits until the user agrees that rows move below the table. */
  readonly asks?: true;
}

/** How to take back the last change of a table. */
export interface TableUndo {
  /** The setting after the change: with another one, the change is no longer the last, or another workbook is open. */
  readonly text: string;
  readonly before: TableMemory | "insertion";
  /** What the refresh did. */
  readonly done: DoneRefresh | undefined;
}

/** A change of a table; `undo` if it was made. */
interface Changed {
  readonly id: string;
  readonly result: TableResult;
  readonly undo?: TableUndo;
}

/** Where rows come from, and when. */
export interface TableHost extends TableSource {
  /** Wall milliseconds. */
  now(): number;
}

export const failedWork = (message: string): TableResult => ({ ok: false, message });

/** The rows in the columns that a table was inserted with. */
function inColumns(memory: TableMemory, columns: TableMemory["columns"], rows: TableMemory["rows"]): { rows: PlainContent[][]; missing: string[] } {
  const at = memory.columns.map(({ id }) => columns.findIndex((c) => c.id === id));
  const missing = memory.columns.filter((_, i) => at[i] === -1).map(({ heading }) => heading);
  return { rows: rows.map((row) => at.map((i) => row[i] ?? null)), missing };
}

/** The rows that stay without their values, with the reasons. */
function keptWords(struck: RefreshReport["struck"]): string {
  const reasons = [...groupedBy(struck, ({ why }) => why)];
  const rows = counted(struck.length, "row");
  const kept = `kept below the table without ${struck.length === 1 ? "its" : "their"} values`;
  if (reasons.length < 2) return reasons.map(([why]) => `${rows} ${why}, ${kept}`).join("");
  return `${rows} ${kept} (${reasons.map(([why, of]) => `${of.length} ${why}`).join(", ")})`;
}

function refreshWords({ added, removed, revised, kept, struck, restored, extended }: RefreshReport): string {
  const parts = [
    added.length > 0 ? `${counted(added.length, "row")} added` : "",
    revised.length > 0 ? `${counted(revised.length, "value")} revised` : "",
    removed.length > 0 ? `${counted(removed.length, "row")} removed` : "",
    keptWords(struck),
    restored > 0 ? `${counted(restored, "deleted cell or row", "deleted cells and rows")} back` : "",
    kept.length > 0 ? `${counted(kept.length, "typed value")} kept` : "",
    extended.length > 0 ? `${counted(extended.length, "reference")} of formulas adjusted` : "",
  ].filter(Boolean);
  return parts.length === 0 ? "No changes." : `${parts.join(", ")}.`;
}

/** A table after a refresh. */
export interface RefreshedTable {
  readonly id: string;
  readonly title: string;
  readonly result: TableResult;
}

/** What became of several tables, in sentences; empty without any. */
export function refreshedTablesWords(tables: readonly RefreshedTable[]): string {
  const kept = tables.filter(({ result }) => !result.ok);
  const done = tables.length - kept.length;
  return [
    done > 0 ? `${counted(done, "table")} refreshed.` : "",
    kept.length > 0 ? `${counted(kept.length, "table keeps its rows", "tables keep their rows")}.` : "",
    ...kept.map(({ title, result }) => `${title}: ${result.message}`),
  ]
    .filter(Boolean)
    .join(" ");
}

function memoryOf(book: TableBook, id: string): TableMemory {
  const memory = rememberedTables(book).find((t) => t.id === id)?.memory;
  if (!memory) throw new WorkbookRefusal("The settings of this table cannot be read. Remove it from the list, and insert it again.");
  return memory;
}

/** Where a table is. Throws if its cells were deleted. */
export function* placeOfTable(book: TableBook, id: string): Steps<Area> {
  const [block] = yield* wait(blocksOfBook(book).find([blockName(id)]));
  if (!block) throw new WorkbookRefusal(GONE);
  return block;
}

/** Lets the table's chart show its rows as they are now. */
function* followChart(book: TableBook, memory: TableMemory, { plan }: DoneRefresh): Steps<void> {
  const name = blockName(memory.id);
  const [block] = book.charts ? yield* wait(blocksOfBook(book).find([name])) : [];
  const lines = block && linesOf(block, memory.orientation);
  const cells = block && lines && chartCells(memory, plan, { sheet: block.sheet, ...lines, lines: lines.lines - memory.gone.length });
  if (cells) yield* wait(book.charts?.follow(name, cells));
}

/** Does something with a table's chart, if the host draws charts and the table's cells are still there. */
function* withChart<T>(book: TableBook, id: string, work: (charts: NonNullable<TableBook["charts"]>, name: string, sheet: string) => Eventually<T>) {
  const name = blockName(id);
  const [block] = book.charts ? yield* wait(book.blocks?.find([name]) ?? []) : [];
  return book.charts && block ? yield* wait(work(book.charts, name, block.sheet)) : undefined;
}

/** The ids of the tables that have a chart. */
export function* chartedTables(book: TableBook): Steps<readonly string[]> {
  const ids = book.charts ? rememberedTables(book).map(({ id }) => id) : [];
  if (ids.length === 0) return [];
  const blocks = yield* wait(blocksOfBook(book).find(ids.map(blockName)));
  const placed = ids.flatMap((id, i) => (blocks[i] ? [{ id, name: blockName(id), sheet: blocks[i].sheet }] : []));
  const found = placed.length > 0 ? yield* wait(book.charts?.find(placed) ?? []) : [];
  return placed.flatMap(({ id }, i) => (found[i] ? [id] : []));
}

/** Remembers what is on the sheet. If that fails, takes it back first: the next refresh would take the rows for the user's own. */
function* orTakenBack<T>(remembering: Steps<T>, takeBack: () => Steps<void>): Steps<T> {
  try {
    return yield* remembering;
  } catch (e) {
    yield* takeBack();
    throw e;
  }
}

/** Inserts a table with its top left corner at `at`. Throws, and writes nothing, if a cell that it needs is not empty. */
export function* insertTable(host: TableHost, book: TableBook, kind: TableKind, form: Asked, at: CellPlace): Steps<Changed> {
  const asked = withChoices(kind, form);
  const read = yield* readTable(host, kind, asked);
  if (!read.ok) return { id: "", result: failedWork(read.message) };
  const { data, asOf } = read;
  const id = yield* freeId(book);
  const memory: TableMemory = {
    id,
    kind: kind.id,
    asked,
    orientation: asked.orientation === "across" || asked.orientation === "down" ? asked.orientation : (kind.lies ?? "down"),
    columns: data.columns,
    rows: [...keyedRows(data).values()],
    notes: notesOf(data, asOf),
    gone: [],
    at: host.now(),
    sample: data.sample,
    ...(asOf === undefined ? {} : { asOf }),
  };
  checkSize(book, memory);
  const area = yield* placeTable(book, memory, at);
  const { text, unsaved } = yield* orTakenBack(remember(book, memory), function* () {
    yield* clearTable(book, memory);
    for (const name of [blockName(id), notesName(id)]) yield* wait(blocksOfBook(book).set(name, undefined));
  });
  const message = `Inserted at ${areaText(area)}: ${counted(memory.rows.length, "row")}${data.sample ? " of sample data" : ""}.${unsaved}`;
  return { id, result: { ok: true, message }, undo: { text, before: "insertion", done: undefined } };
}

/**
 * Asks a table's question again and changes the table in place. Throws, and changes nothing, if the sheet does not allow it.
 *
 * @param mayMove whether the user agreed that rows with something of theirs move below the table
 */
export function* refreshRemembered(host: TableHost, book: TableBook, id: string, mayMove = false): Steps<Changed> {
  const memory = memoryOf(book, id);
  const unchanged = (message: string): Changed => ({ id, result: failedWork(message) });
  const kind = kindOf(memory.kind);
  if (!kind) return unchanged("This table is of a kind that this version does not have. Update the add-in, then refresh.");
  const read = yield* readTable(host, kind, memory.asked);
  if (!read.ok) return unchanged(`${read.message} The table is unchanged.`);
  const { asOf } = read;
  const { rows, missing } = inColumns(memory, read.data.columns, read.data.rows);
  if (missing.length > 0) return unchanged(`The service no longer has ${missing.join(", ")}. Insert the table again. Nothing was changed.`);
  const notes = notesOf(read.data, asOf);
  checkSize(book, { ...memory, rows });
  let done: DoneRefresh;
  try {
    done = yield* refreshTable(book, memory, { rows, notes, why: whyGone(memory.columns, asOf, read.from), mayMove });
  } catch (e) {
    if (e instanceof RowsBelow) return { id, result: { ok: false, message: e.message, asks: true } };
    throw e;
  }
  const { plan } = done;
  const { asOf: _, ...rest } = memory;
  const after = {
    ...rest,
    rows: plan.rows,
    gone: plan.gone,
    layout: plan.layout,
    notes,
    at: host.now(),
    sample: read.data.sample,
    ...(asOf === undefined ? {} : { asOf }),
  };
  const { text, unsaved } = yield* orTakenBack(remember(book, after), function* () {
    yield* undoRefresh(book, memory, done);
  });
  yield* followChart(book, after, done);
  const reasons = rowsWithReason(after);
  const isCharted = reasons > 0 && (yield* chartedTables(book)).includes(id);
  const note = `The chart draws ${counted(reasons, "row")} with a reason as 0. Remove it, or insert the table again with the choice to leave out missing dates.`;
  const report = isCharted ? { ...plan.report, notes: [...plan.report.notes, note] } : plan.report;
  return { id, result: { ok: true, message: refreshWords(report) + unsaved, report }, undo: { text, before: memory, done } };
}

/** Takes back the last change of a table: exactly, or with what the user changed since left as it is. */
export function* undoChange(book: TableBook, id: string, { before, done }: TableUndo): Steps<TableResult> {
  const memory = memoryOf(book, id);
  if (before === "insertion" || !done) {
    yield* withChart(book, id, (charts, name, sheet) => charts.remove(name, sheet));
    yield* clearTable(book, memory);
    yield* forget(book, id);
    return { ok: true, message: "The insertion is undone. Cells that you changed stay." };
  }
  if (yield* undoRefresh(book, memory, done)) {
    yield* remember(book, before);
    yield* followChart(book, before, done);
    return { ok: true, message: "The last refresh is undone." };
  }
  const undone = yield* refreshTable(book, memory, { rows: rowsBefore(before, done.plan), notes: before.notes, why: () => "refresh undone" });
  const { plan } = undone;
  const remembered = memoryBefore(before, plan);
  yield* remember(book, remembered);
  yield* followChart(book, remembered, undone);
  const { kept, struck } = plan.report;
  const stays = [
    kept.length > 0
      ? `${counted(kept.length, "cell")} that you changed since ${kept.length === 1 ? "stays" : "stay"}: ${kept
          .map((k) => `${k.row}, ${k.column}`)
          .slice(0, 5)
          .join("; ")}.`
      : "",
    struck.length > 0
      ? `${counted(struck.length, "row")} that you used since ${struck.length === 1 ? "stays without its values" : "stay without their values"}.`
      : "",
  ].filter(Boolean);
  return { ok: true, message: ["The sheet was changed since the refresh. The refresh is undone, and your changes stay.", ...stays].join(" ") };
}

/** Removes a table from the list; its cells stay. */
export function* removeTable(book: TableBook, id: string): Steps<TableResult> {
  // A later table may get this id.
  yield* withChart(book, id, (charts, name, sheet) => charts.release(name, sheet));
  yield* forget(book, id);
  return { ok: true, message: "Removed from the list. Its cells stay, and are no longer refreshed." };
}

/** The number of rows in the answer with a reason in place of a number. */
function rowsWithReason(memory: TableMemory): number {
  const isReason = (row: readonly PlainContent[]): boolean => memory.columns.some(({ format }, c) => format !== undefined && typeof row[c] === "string");
  return [...keyedRows(memory)].filter(([key, row]) => !memory.gone.includes(key) && isReason(row)).length;
}

/** Draws a chart beside a table. */
export function* drawTableChart(book: TableBook, id: string): Steps<TableResult> {
  const memory = memoryOf(book, id);
  if (!book.charts) return failedWork("This host draws no charts on a sheet.");
  const { read, sheet } = yield* readTableSheet(book, memory);
  const chart = newChart(memory, sheet, read.block.sheet);
  if (!chart) return failedWork("Nothing to draw: a chart needs rows, and a column of numbers right beside the dates.");
  const missing = rowsWithReason(memory);
  if (missing > 0)
    return failedWork(
      `Not drawn: ${counted(missing, "row")} without a value ${missing === 1 ? "shows" : "show"} the reason, and a chart would draw text as 0. Insert the table with the choice to leave out missing dates, or to show them empty.`,
    );
  yield* wait(book.charts.draw(blockName(id), chart));
  return { ok: true, message: "Chart drawn beside the table." };
}

export function* removeTableChart(book: TableBook, id: string): Steps<TableResult> {
  const removed = yield* withChart(book, id, (charts, name, sheet) => charts.remove(name, sheet));
  return { ok: true, message: removed ? "Chart removed." : "This table has no chart any more." };
}
