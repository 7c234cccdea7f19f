/* What the menu, the sidebar and the trigger call by name: each shows a sentence whatever happens, never a stack. */
import type { RefreshScope, SidebarReply } from "../sidebar-calls";
import { copyAsValues } from "./copy-as-values";
import { addMenu } from "./on-open";
import { personNeeded } from "./person-needed";
import { refresh } from "./refresh";
import { sentenceOf } from "./refusal";
import { scheduledRefresh } from "./schedule";
import { answerSidebar } from "./sidebar";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;

const TITLE = "SERVICE";
const TOAST_S = 15;
const IN_MENU = "This works from the menu only: choose SERVICE beside Help, then what you want there, and clear this cell.";

/** Runs what a person chose: what came of it passes by, what went wrong waits until it is read. */
function fromMenu(run: (book: Book) => string): void {
  personNeeded(IN_MENU);
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
  personNeeded(IN_MENU);
  addMenu();
}

export const onInstall = (): void => onOpen();
export const serviceRefreshSheet = refreshing("sheet");
export const serviceRefreshBook = refreshing("book");
export const serviceRefreshErrors = refreshing("errors");
export const serviceCopyAsValues = (): void => fromMenu((book) => copyAsValues(book).summary);

/** @param tab the one that it opens at; left out, its own choice */
function openSidebar(tab?: "sources"): void {
  personNeeded(IN_MENU);
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

/** @param event what Google tells a trigger's function */
export function serviceScheduledRefresh(event?: unknown): void {
  scheduledRefresh(SpreadsheetApp.getActiveSpreadsheet(), event);
}

export const serviceSidebar = (name: unknown, args: unknown): SidebarReply => answerSidebar(name, args);
