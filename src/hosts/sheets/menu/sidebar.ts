import type { PreviewArgument, RefreshScope, SidebarCalls, SidebarReply } from "../sidebar-calls";
import { account, removeKey, saveKey, testKept, testKey } from "./account";
import { copyAsValues } from "./copy-as-values";
import { personNeeded } from "./person-needed";
import { preview } from "./preview";
import { refresh } from "./refresh";
import { Refusal, sentenceOf } from "./refusal";
import { scheduleState, setSchedule, stopSchedule } from "./schedule";
import { insert, selected } from "./selected";
import { sources } from "./sources";

const book = (): GoogleAppsScript.Spreadsheet.Spreadsheet => SpreadsheetApp.getActiveSpreadsheet();

const wrongCall = (): never => {
  throw new Refusal("The sidebar asked for something that this script does not have. Close it and open it again.");
};

const text = (raw: unknown): string => (typeof raw === "string" ? raw : wrongCall());
const scopeOf = (raw: unknown): RefreshScope => (raw === "sheet" || raw === "book" || raw === "errors" ? raw : wrongCall());

function previewArguments(raw: unknown): readonly PreviewArgument[] {
  if (!Array.isArray(raw)) return wrongCall();
  return raw.map((field: unknown) => {
    const { mode, text: typed } = (typeof field === "object" && field !== null ? field : {}) as { mode?: unknown; text?: unknown };
    return mode === "value" || mode === "cell" ? { mode, text: text(typed) } : wrongCall();
  });
}

/** Each call with its arguments as they came: checked here, because anything may be sent. */
const CALLS: { readonly [K in keyof SidebarCalls]: (args: readonly unknown[]) => ReturnType<SidebarCalls[K]> } = {
  account,
  testKey: ([key]) => testKey(text(key).trim()),
  testKept,
  saveKey: ([key]) => saveKey(text(key)),
  removeKey,
  preview: ([id, args]) => preview(book(), text(id), previewArguments(args)),
  selected: () => selected(book()),
  insert: ([formula, over]) => insert(book(), text(formula), over === true),
  sources: () => sources(book()),
  refresh: ([scope]) => refresh(book(), scopeOf(scope)),
  schedule: () => scheduleState(book()),
  setSchedule: ([schedule]) => setSchedule(book(), schedule),
  stopSchedule: () => stopSchedule(book()),
  copyAsValues: () => copyAsValues(book()),
};

/** What the sidebar's page asks. A refusal comes back as its sentence; only for a cell, which takes no reply, is it thrown. */
export function answerSidebar(name: unknown, args: unknown): SidebarReply {
  personNeeded("This works in the sidebar only: choose SERVICE, Open sidebar.");
  try {
    const call = typeof name === "string" && Object.hasOwn(CALLS, name) ? CALLS[name as keyof SidebarCalls] : wrongCall();
    const value: unknown = call(Array.isArray(args) ? (args as unknown[]) : []);
    // Google carries plain data only, and no undefined.
    return { ok: true, value: value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown) };
  } catch (e) {
    return { ok: false, message: sentenceOf(e) };
  }
}
