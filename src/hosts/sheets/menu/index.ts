/* Functions that the menu, the sidebar and the trigger call by name. Each shows a message, never a stack trace. */
import { type AsOf, asOfText } from "../../../contract/as-of";
import { isUnreadable, type UnreadableAsOf } from "../../../core/as-of-setting";
import { storedAsOf } from "../as-of";
import { BASE_URL, readKey } from "../credentials";
import type { SpreadsheetScope } from "../../../workbook/script-results";
import type { SidebarReply } from "../sidebar-calls";
import { sheetsWords } from "../words";
import { copyAsValues } from "./copy-as-values";
import { refreshScope } from "./refresh";
import { keyNeeded, sentenceOf } from "./refusal";
import { requireUi } from "./script-ui";
import { scheduledRefresh } from "./schedule";
import { cellsShow, setSpreadsheetDay } from "./set-as-of";
import { answerSidebar } from "./sidebar";
import { refreshedWords, refreshScriptTables } from "./tables";

/** Adds the menu. Google runs this without the user's permissions when the spreadsheet opens, so it must not read anything. */
function addMenu(): void {
  SpreadsheetApp.getUi()
    .createMenu("SERVICE")
    .addItem("Open sidebar", "serviceOpenSidebar")
    .addItem("Refresh this sheet", "serviceRefreshSheet")
    .addItem("Refresh the whole book", "serviceRefreshBook")
    .addItem("Refresh errors and reasons", "serviceRefreshErrors")
    .addItem("Refresh tables", "serviceRefreshTables")
    .addItem("Copy this tab as values", "serviceCopyAsValues")
    .addItem("As of…", "serviceSetAsOf")
    .addSeparator()
    .addItem("Sources of the selected cell", "serviceOpenSources")
    .addToUi();
}

/** The spreadsheet's day, for the user who opens it; undefined if cells show the latest values. */
function asOfNotice(): string | undefined {
  let asOf: AsOf | UnreadableAsOf | undefined;
  try {
    asOf = storedAsOf();
  } catch {
    // Opening must not show an error; the cells and the sidebar do.
  }
  if (isUnreadable(asOf)) return sheetsWords({ code: "as_of_unreadable", text: asOf.unreadable });
  return asOf && `As of ${asOfText(asOf)}. Cells show only what was public by then. To change it, choose As of in the SERVICE menu.`;
}

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;

const TITLE = "SERVICE";
const TOAST_S = 15;
const IN_MENU = "This function runs from the SERVICE menu, not from a cell. Clear this cell and use the menu next to Help.";

/** Runs a menu item. Shows the result as a toast, a failure as an alert, and nothing if the user cancels. */
function fromMenu(run: (book: Book) => string | undefined): void {
  requireUi(IN_MENU);
  const book = SpreadsheetApp.getActiveSpreadsheet();
  try {
    const said = run(book);
    if (said !== undefined) book.toast(said, TITLE, TOAST_S);
  } catch (e) {
    const ui = SpreadsheetApp.getUi();
    ui.alert(TITLE, sentenceOf(e), ui.ButtonSet.OK);
  }
}

const refreshing = (scope: SpreadsheetScope) => (): void => fromMenu((book) => refreshScope(book, scope).summary);

export function onOpen(): void {
  requireUi(IN_MENU);
  addMenu();
  const notice = asOfNotice();
  if (notice !== undefined) SpreadsheetApp.getActiveSpreadsheet().toast(notice, TITLE, TOAST_S);
}

export const onInstall = (): void => onOpen();
export const serviceRefreshSheet = refreshing("sheet");
export const serviceRefreshBook = refreshing("book");
export const serviceRefreshErrors = refreshing("errors");
export const serviceRefreshTables = (): void => fromMenu((book) => refreshedWords(refreshScriptTables(book)));
export const serviceCopyAsValues = (): void => fromMenu((book) => copyAsValues(book).summary);

const HOW =
  "Enter a day such as 2024-06-25, which is its end in New York, or a moment in UTC such as 2024-06-25T14:30Z. All cells and tables then show only what was public by then. Leave blank for the latest values.";

export const serviceSetAsOf = (): void =>
  fromMenu((book) => {
    keyNeeded();
    const ui = SpreadsheetApp.getUi();
    const response = ui.prompt("As of", `${cellsShow(storedAsOf())}.\n\n${HOW}`, ui.ButtonSet.OK_CANCEL);
    return response.getSelectedButton() === ui.Button.OK ? setSpreadsheetDay(book, response.getResponseText()).summary : undefined;
  });

/** @param tab the tab to open; by default the sidebar chooses */
function openSidebar(tab?: "inspect"): void {
  requireUi(IN_MENU);
  const ui = SpreadsheetApp.getUi();
  try {
    const page = HtmlService.createHtmlOutputFromFile("sidebar").getContent();
    // The page draws its first tab from these, without a call of the script.
    const known = `data-service="${BASE_URL ?? ""}"${readKey() === undefined ? "" : " data-key"}${tab === undefined ? "" : ` data-tab="${tab}"`}`;
    const html = page.replace('<div id="sidebar">', `<div id="sidebar" ${known}>`);
    ui.showSidebar(HtmlService.createHtmlOutput(html).setTitle(TITLE));
  } catch (e) {
    ui.alert(TITLE, sentenceOf(e), ui.ButtonSet.OK);
  }
}

export const serviceOpenSidebar = (): void => openSidebar();
export const serviceOpenSources = (): void => openSidebar("inspect");

/** @param event the event that Google passes to a trigger's function */
export function serviceScheduledRefresh(event?: unknown): void {
  scheduledRefresh(SpreadsheetApp.getActiveSpreadsheet(), event);
}

export const serviceSidebar = (name: unknown, args: unknown): SidebarReply => answerSidebar(name, args);
