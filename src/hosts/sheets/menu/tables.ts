import { asOfText } from "../../../contract/as-of";
import { counted } from "../../../contract/counted";
import { isUnreadable } from "../../../core/as-of-setting";
import type { Asked, TableKind } from "../../../tables/kind";
import { kindOf } from "../../../tables/kinds";
import { listed } from "../../../tables/listed-table";
import { atOnce } from "../../../tables/steps";
import type { Charts as SheetCharts, TableBook } from "../../../tables/table-book";
import { blockName, notesName, type Remembered, rememberedTables, storedText } from "../../../tables/table-settings";
import {
  chartedTables,
  drawTableChart,
  failedWork,
  insertTable,
  placeOfTable,
  refreshedTablesWords,
  refreshRemembered,
  removeTable,
  removeTableChart,
  type RefreshedTable,
  type TableHost,
  type TableResult,
  undoChange,
} from "../../../tables/table-work";
import type { Area } from "../../../workbook/areas";
import type { CellPlace } from "../../../workbook/cell";
import { addressOf } from "../../../workbook/cell-address";
import { WorkbookRefusal } from "../../../workbook/workbook-refusal";
import { latestAsOf } from "../as-of";
import { createDocumentTexts } from "../document-texts";
import type { SpreadsheetScope } from "../../../workbook/script-results";
import type { TableState } from "../sidebar-calls";
import { createUndoStore } from "../undo-store";
import { sheetsWords } from "../words";
import { getJson } from "./account";
import { keyNeeded, MenuRefusal, sentenceOf } from "./refusal";
import { createNamedBlocks, createSheetBlocks, growSheet } from "./sheet-blocks";

type Tab = GoogleAppsScript.Spreadsheet.Sheet;
type Chart = GoogleAppsScript.Spreadsheet.EmbeddedChart;

/** Property with the id of a chart: Google's charts have no names. */
const settingOf = (name: string): string => `service.chart.${name}`;

/** Line charts beside the spreadsheet's tables. */
function createSheetCharts(book: Book): SheetCharts {
  const properties = PropertiesService.getDocumentProperties();
  const tabOf = (sheet: string): Tab => {
    const tab = book.getSheetByName(sheet);
    if (!tab) throw new WorkbookRefusal(`The sheet ${sheet} no longer exists.`);
    return tab;
  };
  const rangeOf = (tab: Tab, { row, column, rows, columns }: Area) => tab.getRange(row + 1, column + 1, rows, columns);
  const drawn = (tab: Tab, name: string): Chart | undefined => {
    const id = properties.getProperty(settingOf(name));
    return id === null ? undefined : tab.getCharts().find((chart) => String(chart.getChartId()) === id);
  };
  const show = (tab: Tab, chart: Chart, cells: Area): void => void tab.updateChart(chart.modify().clearRanges().addRange(rangeOf(tab, cells)).build());
  const release = (name: string): void => void properties.deleteProperty(settingOf(name));
  return {
    find: (charts) => charts.map(({ name, sheet }) => drawn(tabOf(sheet), name) !== undefined),
    draw: (name, { cells, title, at, orientation }) => {
      const tab = tabOf(cells.sheet);
      const existing = drawn(tab, name);
      if (existing) return show(tab, existing, cells);
      growSheet(tab, at.row + 1, at.column + 1);
      const before = new Set(tab.getCharts().map((chart) => chart.getChartId()));
      const builder = tab.newChart().setChartType(Charts.ChartType.LINE).addRange(rangeOf(tab, cells)).setNumHeaders(1);
      tab.insertChart(
        builder
          .setTransposeRowsAndColumns(orientation === "across")
          .setOption("title", title)
          .setPosition(at.row + 1, at.column + 1, 0, 0)
          .build(),
      );
      SpreadsheetApp.flush();
      const id = tab
        .getCharts()
        .map((chart) => chart.getChartId())
        .find((chart) => !before.has(chart));
      if (id != null) properties.setProperty(settingOf(name), String(id));
    },
    follow: (name, { cells }) => {
      const tab = tabOf(cells.sheet);
      const existing = drawn(tab, name);
      if (existing) show(tab, existing, cells);
    },
    remove: (name, sheet) => {
      const tab = tabOf(sheet);
      const existing = drawn(tab, name);
      if (existing) tab.removeChart(existing);
      release(name);
      return existing !== undefined;
    },
    release,
  };
}

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** Longest wait for another person's change of a table. */
const LOCK_MS = 20_000;
/** No further table is started after this time, because Google ends an execution after 6 minutes. */
const START_MS = 240_000;
const host: TableHost = {
  asOf: () => {
    // Read each time: somebody may set another day while rows are fetched.
    const asOf = latestAsOf();
    if (isUnreadable(asOf)) throw new WorkbookRefusal(sheetsWords({ code: "as_of_unreadable", text: asOf.unreadable }));
    return asOf && asOfText(asOf);
  },
  fetch: getJson,
  now: () => Date.now(),
};

const BUSY = "No table was changed, because somebody else is changing one. Try again in a minute.";

const tableBook = (book: Book): TableBook => ({ blocks: createSheetBlocks(book), charts: createSheetCharts(book), settings: createDocumentTexts() });

/**
 * Runs work on the spreadsheet's tables, one execution at a time. It is not the lock of the cells' cache, so that formulas do not wait for a table. Throws a
 * `MenuRefusal` if somebody else changes a table.
 */
function withTables<T>(book: Book, work: (tables: TableBook) => T): T {
  const lock = LockService.getScriptLock();
  if (!lock.tryLock(LOCK_MS)) throw new MenuRefusal(BUSY);
  try {
    // Read under the lock: another person may have refreshed before.
    return work(tableBook(book));
  } finally {
    lock.releaseLock();
  }
}

/** Runs one step; a refusal, or an error of Google's, is its result. */
function attempt(work: () => TableResult): TableResult {
  try {
    return work();
  } catch (e) {
    return failedWork(sentenceOf(e));
  }
}

/** The spreadsheet's tables, and which can be undone. */
function stateOf(tables: TableBook, results: TableState["results"] = []): TableState {
  const undos = createUndoStore();
  const charted = new Set(atOnce(chartedTables(tables)));
  return {
    results,
    tables: rememberedTables(tables).map((table) => ({
      ...listed(table),
      canUndo: undos.has(table.id, storedText(tables, table.id)),
      hasChart: charted.has(table.id),
    })),
  };
}

export const tables = (book: Book): TableState => stateOf(tableBook(book));

const kindNamed = (id: string): TableKind => {
  const kind = kindOf(id);
  if (!kind) throw new MenuRefusal("The sidebar and the script are different versions. Close the sidebar and open it again.");
  return kind;
};

/** Inserts a table with its top left corner at this cell. */
export function insertTableAt(book: Book, kind: string, asked: Asked, at: CellPlace): TableState {
  keyNeeded();
  return withTables(book, (all) => {
    let id = "";
    const result = attempt(() => {
      const inserted = atOnce(insertTable(host, all, kindNamed(kind), asked, at));
      id = inserted.id;
      if (inserted.undo) createUndoStore().save(id, inserted.undo);
      return inserted.result;
    });
    return stateOf(all, [{ id, result }]);
  });
}

function refreshOne(all: TableBook, id: string, mayMove: boolean): TableResult {
  return attempt(() => {
    const { result, undo } = atOnce(refreshRemembered(host, all, id, mayMove));
    if (undo) createUndoStore().save(id, undo);
    return result;
  });
}

/**
 * Refreshes these tables in place; all if none are named.
 *
 * @param mayMove whether the user agreed that rows with something of theirs move below the table
 * @param begun start of the execution, in wall milliseconds
 */
export function refreshScriptTables(book: Book, ids?: readonly string[], mayMove = false, begun = Date.now()): TableState {
  keyNeeded();
  return withTables(book, (all) => {
    const results = (ids ?? rememberedTables(all).map(({ id }) => id)).map((id) => ({
      id,
      result:
        Date.now() - begun >= START_MS ? failedWork("Google's time limit was reached before this table. Refresh it again.") : refreshOne(all, id, mayMove),
    }));
    return stateOf(all, results);
  });
}

/** The results of a call with the titles of their tables. */
const titled = ({ tables: all, results }: TableState): RefreshedTable[] =>
  results.map(({ id, result }) => ({ id, title: all.find((table) => table.id === id)?.title ?? id, result }));

/** The tables with a cell on this tab, of which the one of a heading or a note counts. */
export function tablesOn(book: Book, sheet: string): Remembered[] {
  const tables = rememberedTables(tableBook(book));
  const found = tables.length === 0 ? [] : createNamedBlocks(book).find(tables.flatMap(({ id }) => [blockName(id), notesName(id)]));
  return tables.filter((_, i) => found[2 * i]?.sheet === sheet || found[2 * i + 1]?.sheet === sheet);
}

/** What a refresh of cells did to the tables of its scope. */
interface TablesBeside {
  readonly state?: TableState;
  /** Number of tables that were refreshed, and of those that were not. */
  readonly done: number;
  readonly kept: number;
  /** In sentences; empty if the scope has no table. */
  readonly words: string;
}

/**
 * Refreshes the tables of a scope, after its cells. Throws nothing: what became of the cells must be said in any case.
 *
 * @param begun start of the execution, in wall milliseconds
 */
export function refreshTablesBeside(book: Book, scope: SpreadsheetScope, begun: number): TablesBeside {
  // None of a table's values is an error or a reason.
  if (scope === "errors") return { done: 0, kept: 0, words: "" };
  let ids: readonly string[] = [];
  try {
    ids = (scope === "sheet" ? tablesOn(book, book.getActiveSheet().getName()) : rememberedTables(tableBook(book))).map(({ id }) => id);
    if (ids.length === 0) return { done: 0, kept: 0, words: "" };
    const state = refreshScriptTables(book, ids, false, begun);
    const tables = titled(state);
    const done = tables.filter(({ result }) => result.ok).length;
    return { state, done, kept: tables.length - done, words: refreshedTablesWords(tables) };
  } catch (e) {
    return { done: 0, kept: Math.max(1, ids.length), words: `Tables: ${sentenceOf(e)}` };
  }
}

/** The result of refreshing all tables, in words. */
export function refreshedWords(state: TableState): string {
  const tables = titled(state);
  if (tables.length === 0) return "This spreadsheet has no tables yet. Insert one in the sidebar.";
  const done = tables.filter(({ result }) => result.ok).length;
  const lines = tables.map(({ title, result }) => `${title}: ${result.message}`);
  return [`${counted(done, "table")} refreshed${done < tables.length ? `, ${tables.length - done} not` : ""}.`, ...lines].join("\n");
}

export const undoTable = (book: Book, id: string): TableState =>
  withTables(book, (all) => {
    const undos = createUndoStore();
    const last = undos.take(id, storedText(all, id));
    const result = last
      ? attempt(() => {
          const undone = atOnce(undoChange(all, id, last));
          undos.forget(id);
          return undone;
        })
      : failedWork("There is nothing to undo for this table: it was changed again, or the last change is more than 6 hours ago.");
    return stateOf(all, [{ id, result }]);
  });

export const removeTableFromList = (book: Book, id: string): TableState =>
  withTables(book, (all) => {
    const result = attempt(() => atOnce(removeTable(all, id)));
    createUndoStore().forget(id);
    return stateOf(all, [{ id, result }]);
  });

/** Draws a line chart beside a table, or removes it. */
export const chartTable = (book: Book, id: string, drawn: boolean): TableState =>
  withTables(book, (all) => stateOf(all, [{ id, result: attempt(() => atOnce(drawn ? drawTableChart(all, id) : removeTableChart(all, id))) }]));

/** Selects a table's cells. */
export function showTable(book: Book, id: string): TableState {
  const all = tableBook(book);
  const result = attempt(() => {
    const { sheet, row, column, rows, columns } = atOnce(placeOfTable(all, id));
    const range = book.getSheetByName(sheet)?.getRange(row + 1, column + 1, rows, columns);
    if (range) book.setActiveRange(range);
    return { ok: true, message: `At ${addressOf({ sheet, row, column })}.` };
  });
  return stateOf(all, [{ id, result }]);
}
