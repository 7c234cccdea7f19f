import type { SpreadsheetScope } from "../../../workbook/script-results";
import type { SidebarCalls, SidebarReply } from "../sidebar-calls";
import type { Question } from "../../../core/question";
import type { CellPlace } from "../../../workbook/cell";
import type { Content } from "../../../workbook/edits/sheet-edits";
import { isRecord } from "../../../contract/json";
import type { Asked } from "../../../tables/kind";
import { asOfText } from "../../../contract/as-of";
import { isUnreadable } from "../../../core/as-of-setting";
import { storedAsOf } from "../as-of";
import { getJson, removeKey, saveKey, testKey, testSavedKey } from "./account";
import { argument, goTo, recalculateCells, selected } from "./selected";
import { calls } from "./calls";
import { copyAsValues } from "./copy-as-values";
import { MenuRefusal, sentenceOf } from "./refusal";
import { requireUi } from "./script-ui";
import { answers, insertBlock } from "./insert-block";
import { refreshScope } from "./refresh";
import { setSpreadsheetDay } from "./set-as-of";
import { shownPlaces } from "./shown-cells";
import { scheduleState, setSchedule, stopSchedule } from "./schedule";
import { chartTable, insertTableAt, refreshScriptTables, removeTableFromList, showTable, tables, undoTable } from "./tables";
import { sheetsWords } from "../words";

const book = (): GoogleAppsScript.Spreadsheet.Spreadsheet => SpreadsheetApp.getActiveSpreadsheet();

const wrongCall = (): never => {
  throw new MenuRefusal("The sidebar and the script are different versions. Close the sidebar and open it again.");
};

const text = (raw: unknown): string => (typeof raw === "string" ? raw : wrongCall());
const scopeOf = (raw: unknown): SpreadsheetScope => (raw === "sheet" || raw === "book" || raw === "errors" ? raw : wrongCall());

const isIndex = (raw: unknown): raw is number => Number.isInteger(raw) && (raw as number) >= 0;

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

function placeOf(raw: unknown): CellPlace {
  if (!isRecord(raw)) return wrongCall();
  const { sheet, row, column } = raw;
  return typeof sheet === "string" && isIndex(row) && isIndex(column) ? { sheet, row, column } : wrongCall();
}

const placesOf = (raw: unknown): readonly CellPlace[] => (Array.isArray(raw) ? raw.map(placeOf) : wrongCall());

/** Only addresses of the service itself. */
const pathOf = (raw: unknown): string => (text(raw).startsWith("/v1/") ? text(raw) : wrongCall());

/** Every call of the sidebar. Arguments are validated here, because the page can send anything. */
const CALLS: { readonly [K in keyof SidebarCalls]: (args: readonly unknown[]) => ReturnType<SidebarCalls[K]> } = {
  testKey: ([key]) => testKey(text(key).trim()),
  testSavedKey,
  saveKey: ([key]) => saveKey(text(key)),
  removeKey,
  fetch: ([path]) => getJson(pathOf(path)),
  selected: () => selected(book()),
  shown: ([places]) => shownPlaces(book(), placesOf(places)),
  argument: ([expression, sheet]) => argument(book(), text(expression), text(sheet)),
  calls: () => calls(book()),
  answers: ([cells, renew]) => answers(cellsOf(cells), renew === true),
  recalculate: ([places]) => recalculateCells(book(), placesOf(places)),
  goTo: ([place]) => goTo(book(), placeOf(place)),
  refresh: ([scope]) => refreshScope(book(), scopeOf(scope)),
  asOf: () => null,
  setAsOf: ([typed]) => setSpreadsheetDay(book(), text(typed)),
  schedule: () => scheduleState(book()),
  setSchedule: ([schedule]) => setSchedule(book(), schedule),
  stopSchedule: () => stopSchedule(book()),
  copyAsValues: () => copyAsValues(book()),
  write: ([at, rows, over, formats]) => insertBlock(book(), placeOf(at), contentsOf(rows), over === true, formatsOf(formats)),
  tables: () => tables(book()),
  insertTable: ([kind, asked, at]) => insertTableAt(book(), text(kind), askedOf(asked), placeOf(at)),
  refreshTables: ([ids, mayMove]) => refreshScriptTables(book(), Array.isArray(ids) ? ids.map(text) : wrongCall(), mayMove === true),
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
    return { ok: false, message: sentenceOf(e), ...(e instanceof MenuRefusal && e.isTaken ? { isTaken: true } : {}) };
  }
}
