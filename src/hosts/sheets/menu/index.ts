/* Functions that the menu, the sidebar and the trigger call by name. Each shows a message, never a stack trace. */
import type { RefreshScope, SidebarReply } from "../sidebar-calls";
import { copyAsValues } from "./copy-as-values";
import { addMenu } from "./on-open";
import { requireUi } from "./require-ui";
import { refresh } from "./refresh";
import { sentenceOf } from "./refusal";
import { scheduledRefresh } from "./schedule";
import { answerSidebar } from "./sidebar";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;

const TITLE = "SERVICE";
const TOAST_S = 15;
const IN_MENU = "This function runs from the SERVICE menu, not from a cell. Clear this cell and use the menu next to Help.";

/** Runs a menu item. Shows the result as a toast, a failure as an alert. */
function fromMenu(run: (book: Book) => string): void {
  requireUi(IN_MENU);
  const book = SpreadsheetApp.getActiveSpreadsheet();
  try {
    book.toast(run(book), TITLE, TOAST_S);
  } catch (e) {
    const ui = SpreadsheetApp.getUi();
    ui.alert(TITLE, sentenceOf(e), ui.ButtonSet.OK);
  }
}

const refreshing = (scope: RefreshScope) => (): void => fromMenu((book) => refresh(book, scope).summary);

export function onOpen(): void {
  requireUi(IN_MENU);
  addMenu();
}

export const onInstall = (): void => onOpen();
export const serviceRefreshSheet = refreshing("sheet");
export const serviceRefreshBook = refreshing("book");
export const serviceRefreshErrors = refreshing("errors");
export const serviceCopyAsValues = (): void => fromMenu((book) => copyAsValues(book).summary);

/** @param tab the tab to open; by default the sidebar chooses */
function openSidebar(tab?: "sources"): void {
  requireUi(IN_MENU);
  const ui = SpreadsheetApp.getUi();
  try {
    const page = HtmlService.createHtmlOutputFromFile("sidebar").getContent();
    const html = tab === undefined ? page : page.replace('<div id="sidebar">', `<div id="sidebar" data-tab="${tab}">`);
    ui.showSidebar(HtmlService.createHtmlOutput(html).setTitle(TITLE));
  } catch (e) {
    ui.alert(TITLE, sentenceOf(e), ui.ButtonSet.OK);
  }
}

export const serviceOpenSidebar = (): void => openSidebar();
export const serviceOpenSources = (): void => openSidebar("sources");

/** @param event the event that Google passes to a trigger's function */
export function serviceScheduledRefresh(event?: unknown): void {
  scheduledRefresh(SpreadsheetApp.getActiveSpreadsheet(), event);
}

export const serviceSidebar = (name: unknown, args: unknown): SidebarReply => answerSidebar(name, args);
