import { type AsOf, asOfText } from "../../../contract/as-of";
import { counted } from "../../../contract/counted";
import type { Failure } from "../../../core/failure";
import type { Outcome } from "../../../core/outcome";
import { createAnswerStore } from "../answer-store";
import { latestAsOf, spreadsheetAsOf } from "../as-of";
import { askAll } from "../ask-all";
import { reportsSince } from "../cell-reports";
import type { SpreadsheetScope } from "../../../workbook/script-results";
import type { ScriptRefresh } from "../sidebar-calls";
import { isUnsettled, sheetsWords, troubleIn } from "../words";
import { testSavedKey } from "./account";
import { keyNeeded } from "./refusal";
import { recalculate } from "./recalculate";
import { refreshTablesBeside } from "./tables";
import { isUnknown, questionsByKey, type ServiceFormula, serviceFormulas } from "./service-formulas";

/** Interval between two looks at the cells. */
const POLL_MS = 2_000;

const LOADING = "Google Sheets is still calculating the formula. Look at its cell in a minute.";
const NOT_CALLED = "Google Sheets did not calculate the formula again. Refresh again.";
const ERROR = "The cell shows an error. Point at it for the reason.";
const MOVED = "The cell was edited or moved during the refresh. Refresh again.";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Shown = (formula: ServiceFormula) => string | undefined;

/** What cells show now; undefined for a cell with another formula. Reads each sheet once. */
function readShown(formulas: readonly ServiceFormula[]): Shown {
  const tabs = new Map(formulas.map(({ sheet, tab }) => [sheet, tab]));
  const sheets = new Map(
    [...tabs].map(([sheet, tab]) => {
      const data = tab.getDataRange();
      return [sheet, { formulas: data.getFormulas(), shown: data.getDisplayValues() }];
    }),
  );
  return ({ sheet, row, column, formula }) => {
    const now = sheets.get(sheet);
    return now?.formulas[row]?.[column] === formula ? now.shown[row]?.[column] : undefined;
  };
}

/**
 * Waits until Sheets has calculated formulas whose questions only their cells know, and says of each why it has no newer answer; undefined if it has one.
 * Google reports calls by function, so one cell's failure counts for every formula that calls the function.
 * @param since start of the refresh
 * @param until latest end of the wait, both in wall milliseconds
 */
function awaitNewer(formulas: readonly ServiceFormula[], since: number, until: number): readonly (string | undefined)[] {
  if (formulas.length === 0) return [];
  let shown = readShown(formulas);
  while (Date.now() < until && formulas.some((formula) => isUnsettled(shown(formula)))) {
    Utilities.sleep(POLL_MS);
    shown = readShown(formulas);
  }
  const idsOf = ({ calls }: ServiceFormula): string[] => calls.flatMap(({ id, asks }) => (asks === undefined ? [id] : []));
  const reports = reportsSince([...new Set(formulas.flatMap(idsOf))], since);
  return formulas.map((formula) => {
    const text = shown(formula);
    if (text === undefined) return MOVED;
    if (isUnsettled(text)) return LOADING;
    const called = idsOf(formula).map((id) => reports.get(id));
    const trouble = called.find((report) => report?.trouble !== undefined)?.trouble;
    if (trouble !== undefined) return trouble;
    if (text.startsWith("#")) return ERROR;
    return called.every((report) => report?.answered) ? undefined : NOT_CALLED;
  });
}

const NOTHING: Readonly<Record<SpreadsheetScope, string>> = {
  sheet: "No SERVICE formula or table on this sheet. Choose another sheet, or refresh the whole book.",
  book: "No SERVICE formula or table in this spreadsheet. Create one with Build in the sidebar.",
  errors: "No SERVICE formula shows an error or a reason.",
};

const OF_EXCEL =
  "Only Excel calculates this form. Write SERVICE_FRED instead of SERVICE.FRED, or convert the file with npm run refresh -- --for-sheets, then upload it again.";

/** What a refresh did to the formulas of its scope. */
interface RefreshedCells extends Pick<ScriptRefresh, "cells" | "answered" | "requests" | "troubles"> {
  /** Number of formulas in the scope. */
  readonly found: number;
  /** Number of formulas that were entered again. */
  readonly entered: number;
}

/** What became of the formulas, in sentences; empty without any. */
function cellsWords({ found, entered, cells, answered, requests, troubles }: RefreshedCells, asOf: AsOf | undefined): string {
  if (found === 0) return "";
  const [first, ...others] = troubles;
  const asked = requests === 0 ? "" : ` ${counted(answered, "question")} answered with ${counted(requests, "request")}.`;
  const done =
    cells === 0
      ? entered === 0
        ? "Nothing was changed."
        : "No formula has a newer answer."
      : `${counted(cells, "formula was", "formulas were")} recalculated${asOf ? `, as of ${asOfText(asOf)}` : ""}.`;
  const failed = first ? ` ${counted(first.cells, "formula")}: ${first.message}` : "";
  const more = others.reduce((n, { cells: more }) => n + more, 0);
  return `${done}${asked}${failed}${more > 0 ? ` ${counted(more, "formula")} for other reasons.` : ""}`;
}

/** Google ends an execution after 6 minutes: time limits for fetching answers, for starting further recalculations, and for waiting for their results. */
export const ANSWERS_MS = 270_000;
export const RECALCULATE_MS = 315_000;
const RESULTS_MS = 335_000;
/** Longest wait for results: waiting counts towards Google's daily limit of triggered runs. */
const WAIT_MS = 60_000;

interface Trouble {
  readonly message: string;
  /** It concerns only this question; otherwise every cell would fail now. */
  readonly alone: boolean;
}

function troubleOf(outcome: Outcome | undefined): Trouble | undefined {
  const failure: Failure | undefined = outcome ? troubleIn(outcome) : { code: "broken_reply" };
  if (!failure) return undefined;
  const isOwn = outcome?.kind === "answer" || outcome?.kind === "held" || failure.code === "broken_reply";
  return { message: sheetsWords(failure), alone: isOwn };
}

/** Why the service does not answer, if no question can be fetched first: cells with unknown arguments would lose their values. */
function serviceTrouble(): string | undefined {
  const checked = testSavedKey();
  return checked.ok ? undefined : sheetsWords(checked.failure);
}

/**
 * Refreshes the SERVICE formulas of the scope and then its tables. Throws a `MenuRefusal` if the user has no key.
 */
export function refreshScope(book: Book, scope: SpreadsheetScope): ScriptRefresh {
  const begun = Date.now();
  const { found, entered, ...refreshed } = refreshCells(book, scope, begun);
  const tables = refreshTablesBeside(book, scope, begun);
  try {
    // Somebody may have set another day meanwhile, and the cells have calculated as of it.
    latestAsOf();
  } catch {
    // What was done must be said; the day is that of the start.
  }
  const words = [cellsWords({ found, entered, ...refreshed }, spreadsheetAsOf()), tables.words].filter(Boolean).join(" ");
  return {
    ...refreshed,
    summary: words === "" ? NOTHING[scope] : words,
    hasFailed: refreshed.cells + tables.done === 0 && refreshed.troubles.length + tables.kept > 0,
    ...(tables.state ? { tables: tables.state } : {}),
  };
}

/**
 * Fetches new answers for all SERVICE formulas of the scope, each distinct question once, then recalculates the formulas whose questions were answered; they
 * find their answers in the cache. A formula with unknown arguments sends its questions itself when it recalculates, because older answers no longer count.
 * A formula without a newer answer keeps its value and is reported. Throws a `MenuRefusal` if the user has no key.
 */
function refreshCells(book: Book, scope: SpreadsheetScope, begun: number): RefreshedCells {
  keyNeeded();
  const { formulas, ofExcel } = serviceFormulas(book, scope);
  const questions = questionsByKey(formulas.flatMap(({ calls }) => calls));
  const within = Math.max(0, begun + ANSWERS_MS - Date.now());
  const { outcomes, requests } = askAll([...questions.values()], { within, renew: true });

  const troubles = new Map<string, number>();
  const trouble = (message: string, cells = 1): void => void troubles.set(message, (troubles.get(message) ?? 0) + cells);
  const all = [...questions.keys()].map((key) => troubleOf(outcomes.get(key)));
  const general = questions.size === 0 && formulas.some(isUnknown) ? serviceTrouble() : all.find((found) => found !== undefined && !found.alone)?.message;

  const recalculable = formulas.filter((formula: ServiceFormula) => {
    const own = [...questionsByKey(formula.calls).keys()].flatMap((key) => troubleOf(outcomes.get(key)) ?? [])[0]?.message;
    const why = own ?? (isUnknown(formula) ? general : undefined);
    // An interrupted refresh left nothing worth keeping in the cell.
    if (why === undefined || formula.interrupted) return true;
    trouble(why);
    return false;
  });
  if (recalculable.some(isUnknown)) createAnswerStore(Date.now, undefined).renew(begun);
  const { done, left, edited, refused } = recalculate(recalculable, begun + RECALCULATE_MS);
  const asking = done.filter(isUnknown);
  const reasons = awaitNewer(asking, begun, Math.min(Date.now() + WAIT_MS, begun + RESULTS_MS)).filter((why) => why !== undefined);
  for (const why of reasons) trouble(why);
  for (const [message, n] of refused) trouble(message, n);
  if (left > 0) trouble("Google's time limit was reached before these cells, so they keep their values. Refresh again.", left);
  if (edited > 0) trouble("The cell was edited or moved during the refresh and was skipped. Refresh again.", edited);

  if (ofExcel > 0) trouble(OF_EXCEL, ofExcel);

  const answered = [...outcomes.values()].filter((outcome) => outcome.kind === "answer" && outcome.stale === undefined).length;
  const listed = [...troubles].map(([message, n]) => ({ message, cells: n })).sort((a, b) => b.cells - a.cells);
  return { found: formulas.length + ofExcel, entered: done.length, cells: done.length - reasons.length, answered, requests, troubles: listed };
}
