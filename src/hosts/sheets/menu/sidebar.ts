import type { PreviewArgument, RefreshScope, SidebarCalls, SidebarReply } from "../sidebar-calls";
import type { Question } from "../../../core/question";
import type { Content } from "../../../workbook/sheet-edits";
import { isRecord } from "../../../contract/is-record";
import type { Asked } from "../../../tables/kind";
import { asOfText } from "../../../contract/as-of";
import { isUnreadable } from "../../../core/as-of-setting";
import { storedAsOf } from "../as-of";
import { account, removeKey, saveKey, testKey, testSavedKey } from "./account";
import { companies } from "./companies";
import { copyAsValues } from "./copy-as-values";
import { requireUi } from "./require-ui";
import { answers, cellValues, insertBlock } from "./insert-block";
import { preview } from "./preview";
import { refresh } from "./refresh";
import { Refusal, sentenceOf } from "./refusal";
import { setAsOf } from "./set-as-of";
import { scheduleState, setSchedule, stopSchedule } from "./schedule";
import { insert, selected } from "./selected";
import { sources } from "./sources";
import { chartTable, insertTableAt, refreshTables, removeTableFromList, showTable, tableRows, tables, undoTable } from "./tables";
import { sheetsWords } from "../words";

const book = (): GoogleAppsScript.Spreadsheet.Spreadsheet => SpreadsheetApp.getActiveSpreadsheet();

const wrongCall = (): never => {
  throw new Refusal("The sidebar and the script are different versions. Close the sidebar and open it again.");
};

const text = (raw: unknown): string => (typeof raw === "string" ? raw : wrongCall());
const scopeOf = (raw: unknown): RefreshScope => (raw === "sheet" || raw === "book" || raw === "errors" ? raw : wrongCall());

const isContent = (raw: unknown): raw is Content =>
  raw === null || ["string", "number", "boolean"].includes(typeof raw) || (isRecord(raw) && typeof raw.formula === "string" && raw.formula.startsWith("="));

function contentsOf(raw: unknown): Content[][] {
  if (!Array.isArray(raw) || raw.length === 0) return wrongCall();
  const rows = raw.map((row: unknown) => (Array.isArray(row) && row.every(isContent) ? row : wrongCall()));
  return rows.every((row) => row.length > 0 && row.length === rows[0]?.length) ? rows : wrongCall();
}

function formatsOf(raw: unknown): (string | null)[][] {
  if (!Array.isArray(raw)) return wrongCall();
  return raw.map((row: unknown) => (Array.isArray(row) && row.every((one) => one === null || typeof one === "string") ? row : wrongCall()));
}

function cellsOf(raw: unknown): Question["cell"][] {
  if (!Array.isArray(raw)) return wrongCall();
  return raw.map((cell: unknown): Question["cell"] => {
    if (!isRecord(cell)) return wrongCall();
    if (typeof cell.entity === "string" && typeof cell.path === "string") return { entity: cell.entity, path: cell.path };
    const { fn, args } = cell;
    return typeof fn === "string" && Array.isArray(args) && args.every((arg) => !isRecord(arg) && isContent(arg)) ? { fn, args } : wrongCall();
  });
}

function askedOf(raw: unknown): Asked {
  if (!isRecord(raw)) return wrongCall();
  return Object.fromEntries(Object.entries(raw).map(([id, value]) => [id, text(value)]));
}

function previewArguments(raw: unknown): readonly PreviewArgument[] {
  if (!Array.isArray(raw)) return wrongCall();
  return raw.map((field: unknown) => {
    const { mode, text: typed } = (typeof field === "object" && field !== null ? field : {}) as { mode?: unknown; text?: unknown };
    return mode === "value" || mode === "cell" ? { mode, text: text(typed) } : wrongCall();
  });
}

/** Every call of the sidebar. Arguments are validated here, because the page can send anything. */
const CALLS: { readonly [K in keyof SidebarCalls]: (args: readonly unknown[]) => ReturnType<SidebarCalls[K]> } = {
  account,
  testKey: ([key]) => testKey(text(key).trim()),
  testSavedKey,
  saveKey: ([key]) => saveKey(text(key)),
  removeKey,
  companies: ([query]) => companies(text(query)),
  preview: ([id, args]) => preview(book(), text(id), previewArguments(args)),
  selected: () => selected(book()),
  insert: ([formula, over]) => insert(book(), text(formula), over === true),
  sources: () => sources(book()),
  refresh: ([scope]) => refresh(book(), scopeOf(scope)),
  asOf: () => null,
  setAsOf: ([typed]) => setAsOf(book(), text(typed)),
  schedule: () => scheduleState(book()),
  setSchedule: ([schedule]) => setSchedule(book(), schedule),
  stopSchedule: () => stopSchedule(book()),
  copyAsValues: () => copyAsValues(book()),
  insertBlock: ([at, rows, over, formats]) => insertBlock(book(), text(at), contentsOf(rows), over === true, formatsOf(formats)),
  cellValues: ([address]) => cellValues(book(), text(address)),
  answers: ([cells]) => answers(cellsOf(cells)),
  tables: () => tables(book()),
  tableRows: ([kind, asked]) => tableRows(text(kind), askedOf(asked)),
  insertTable: ([kind, asked, at]) => insertTableAt(book(), text(kind), askedOf(asked), text(at)),
  refreshTables: ([ids, mayMove]) => refreshTables(book(), Array.isArray(ids) ? ids.map(text) : wrongCall(), mayMove === true),
  undoTable: ([id]) => undoTable(book(), text(id)),
  removeTable: ([id]) => removeTableFromList(book(), text(id)),
  chartTable: ([id, drawn]) => chartTable(book(), text(id), drawn === true),
  showTable: ([id]) => showTable(book(), text(id)),
};

function asOfInReply(): Pick<SidebarReply, "asOf" | "asOfProblem"> {
  try {
    const asOf = storedAsOf();
    if (isUnreadable(asOf)) return { asOf: asOf.unreadable, asOfProblem: sheetsWords({ code: "as_of_unreadable", text: asOf.unreadable }) };
    return { asOf: asOf ? asOfText(asOf) : "" };
  } catch {
    // The call has done its work. Without the day in its reply, the sidebar shows the last known one.
    return {};
  }
}

/** Answers a call of the sidebar's page. Failures are returned as messages; only a call from a cell throws. */
export function answerSidebar(name: unknown, args: unknown): SidebarReply {
  requireUi("This works only in the sidebar. Choose SERVICE, Open sidebar.");
  const answered = answer(name, args);
  return { ...answered, ...asOfInReply() };
}

function answer(name: unknown, args: unknown): SidebarReply {
  try {
    const call = typeof name === "string" && Object.hasOwn(CALLS, name) ? CALLS[name as keyof SidebarCalls] : wrongCall();
    const value: unknown = call(Array.isArray(args) ? (args as unknown[]) : []);
    // Google transfers only plain data, without undefined.
    return { ok: true, value: value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown) };
  } catch (e) {
    return { ok: false, message: sentenceOf(e) };
  }
}
