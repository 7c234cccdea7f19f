import type { Status } from "../../contract/wire";
import type { Answer } from "../../core/outcome";

/** What is known of the key of the person who has the sidebar open. The key itself never comes back. */
export interface Account {
  /** The service's address, which is fixed when the script is built; undefined where it was built without one. */
  readonly baseUrl: string | undefined;
  readonly hasKey: boolean;
  /** Who pays for the cells of this spreadsheet, in words: in a custom function the owner's key counts, whoever looks. */
  readonly whoPays: string;
}

/** What a service said of a key: its status, or a sentence that says what is wrong and what to do. */
export type KeyTest = { readonly ok: true; readonly status: Status } | { readonly ok: false; readonly message: string };

/** One question of the selected cell with what is known of it. */
export interface Sourced {
  /** As a person would write it: `SERVICE_FRED("DGS10")`. */
  readonly label: string;
  readonly answer?: Answer;
  /** Instead of an answer: why there is none, in words. */
  readonly message?: string;
}

/** Where the selected cell's value comes from. */
export interface Sources {
  /** With its sheet, as Google writes it: `'My Sheet'!B2`. */
  readonly address: string;
  /** The formula that fills this cell; empty where none with a SERVICE function does. */
  readonly formula: string;
  /** Where that formula stands, when it stands elsewhere and spills into the selected cell. */
  readonly filledFrom?: string;
  /** What the selected cell shows. */
  readonly shown: string;
  /** Each distinct question once; of a formula over a range only that of the selected cell, where that is known. */
  readonly questions: readonly Sourced[];
  /** How many more there are than are listed. */
  readonly more: number;
}

export type RefreshScope = "sheet" | "book" | "errors";

export interface RefreshResult {
  /** Formulas that were made to ask again. */
  readonly cells: number;
  /** Distinct questions that were answered, with a value or a reason. */
  readonly answered: number;
  readonly requests: number;
  /** What did not go as asked, in words, with how many cells each. */
  readonly troubles: readonly { readonly message: string; readonly cells: number }[];
  /** One sentence that says all of it. */
  readonly summary: string;
}

/** When the spreadsheet is refreshed by itself. */
export type Schedule = { readonly every: "hour" } | { readonly every: "day"; readonly hour: number };

export interface ScheduleState {
  /** Undefined where none is set by this person. */
  readonly schedule: Schedule | undefined;
  /** The spreadsheet's time zone, such as `America/New_York`. */
  readonly timeZone: string;
  /** What came of the last run, in words, with when it was; undefined before the first. */
  readonly lastRun?: string;
}

/** What is selected in the sheet. */
export interface Selected {
  readonly address: string;
  /** The active cell alone, such as `B2`. */
  readonly cell: string;
  /** The selected block, such as `B2:B40`; the same as `cell` where one cell is selected. */
  readonly range: string;
  readonly formula: string;
}

export interface Copied {
  /** The name of the new tab. */
  readonly sheet: string;
  readonly cells: number;
  readonly summary: string;
}

/**
 * What the sidebar asks of the script through `google.script.run.serviceSidebar(name, args)`. Everything is JSON; `undefined` members are left out on the
 * way. A call that fails rejects with a sentence for the person.
 */
export interface SidebarCalls {
  account(): Account;
  /** Asks the service whether it takes this key. Nothing is kept. */
  testKey(key: string): KeyTest;
  /** The same with the kept key: plan and quota. */
  testKept(): KeyTest;
  /** Tests the key and keeps it, in the user's own properties, only where the service takes it. */
  saveKey(key: string): KeyTest;
  removeKey(): Account;
  /** What a call would give now; arguments as typed in the form, blank ones empty, cells and ranges as references of the active sheet. */
  preview(id: string, args: readonly PreviewArgument[]): Sourced;
  selected(): Selected;
  /** Puts the formula into the active cell; refuses where that holds something, unless `over`. Gives the cell's address. */
  insert(formula: string, over: boolean): string;
  sources(): Sources;
  refresh(scope: RefreshScope): RefreshResult;
  schedule(): ScheduleState;
  setSchedule(schedule: Schedule): ScheduleState;
  stopSchedule(): ScheduleState;
  /** Copies the active tab with values in place of SERVICE formulas; the tab itself is not touched. */
  copyAsValues(): Copied;
}

/** One argument as the form has it. */
export interface PreviewArgument {
  readonly mode: "value" | "cell";
  readonly text: string;
}

export type SidebarCall = keyof SidebarCalls;
/** What comes back over the wire, so that a refusal's words are not lost in Google's own error text. */
export type SidebarReply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };
