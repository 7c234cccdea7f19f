import { type AsOf, asOfText, readAsOf } from "../../../contract/as-of";
import { counted } from "../../../contract/counted";
import { isUnreadable, type UnreadableAsOf } from "../../../core/as-of-setting";
import type { Outcome } from "../../../core/outcome";
import { type Question, readQuestion } from "../../../core/question";
import { saveSpreadsheetAsOf } from "../as-of";
import { askAll } from "../ask-all";
import type { AsOfChange } from "../sidebar-calls";
import { asOfFailureWords, troubleIn } from "../words";
import { keyNeeded, MenuRefusal } from "./refusal";
import { recalculate } from "./recalculate";
import { ANSWERS_MS, RECALCULATE_MS } from "./refresh";
import { refreshTablesBeside } from "./tables";
import { questionsByKey, serviceFormulas } from "./service-formulas";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** What cells show now: the start of a sentence. */
export function cellsShow(asOf: AsOf | UnreadableAsOf | undefined): string {
  if (isUnreadable(asOf)) return "Cells show no values, because the stored day cannot be read";
  return asOf ? `Cells show values as of ${asOfText(asOf)}` : "Cells show the latest values";
}

/** Tests a day if no question of a cell is known. */
function probe(): Question[] {
  const read = readQuestion("FRED", ["DGS10"]);
  return "question" in read ? [read.question] : [];
}

/** Why the day cannot be set: the service refuses it, or answers nothing. Undefined if it can. */
function refusalIn(outcomes: readonly Outcome[]): string | undefined {
  const failures = outcomes.map(troubleIn);
  const refused = failures.find((failure) => failure?.code === "as_of_refused");
  const failure = refused ?? (failures.includes(undefined) ? undefined : failures[0]);
  return failure && asOfFailureWords(failure);
}

/**
 * Sets the day or moment of all cells for every user of the spreadsheet, recalculates every SERVICE formula and refreshes every table: a spreadsheet must
 * not show values of two days. So, unlike a refresh, this also recalculates formulas without an answer. Throws a `MenuRefusal`, and changes nothing, if the text is malformed, the service
 * refuses the day or does not answer, or the user has no key.
 * @param typed a day or a moment in UTC; blank for now
 */
export function setSpreadsheetDay(book: Book, typed: string): AsOfChange {
  const begun = Date.now();
  const read = typed.trim() === "" ? undefined : readAsOf(typed, "As of");
  if (read?.ok === false) throw new MenuRefusal(read.message);
  const asOf = read?.asOf;
  keyNeeded();
  const known = [...questionsByKey(serviceFormulas(book, "book").formulas.flatMap(({ calls }) => calls)).values()];
  const within = Math.max(0, begun + ANSWERS_MS - Date.now());
  const { outcomes } = askAll(known.length > 0 ? known : probe(), { within, renew: true, asOf: asOf ?? "now" });
  const refusal = refusalIn([...outcomes.values()]);
  if (refusal !== undefined) throw new MenuRefusal(`Nothing was changed. ${refusal}`);
  if (!saveSpreadsheetAsOf(asOf)) throw new MenuRefusal("Nothing was changed, because Google Sheets is busy. Try again in a minute.");

  // Read again, because a formula that was entered in the meantime shows a value of the previous day.
  const { done: entered, left, edited, refused } = recalculate(serviceFormulas(book, "book").formulas, begun + RECALCULATE_MS);
  const cells = entered.length;
  const troubles = [...refused].map(([message, n]) => ({ message, cells: n }));
  if (left > 0) troubles.push({ message: "Google's time limit was reached. Choose Refresh the whole book.", cells: left });
  if (edited > 0) troubles.push({ message: "The cell was edited or moved meanwhile. Choose Refresh the whole book.", cells: edited });
  const missed = troubles.reduce((n, trouble) => n + trouble.cells, 0);
  const why = missed === 0 ? "" : ` ${counted(missed, "formula was", "formulas were")} not and may show a value of another day: ${troubles[0]?.message ?? ""}`;
  const shown = `${cellsShow(asOf)}: ${counted(cells, "formula")} recalculated.`;
  const tables = refreshTablesBeside(book, "book", begun);
  const beside = tables.words === "" ? "" : ` ${tables.words}`;
  return {
    asOf: asOf && asOfText(asOf),
    cells,
    troubles,
    done: shown + beside,
    summary: shown + why + beside,
    ...(tables.state ? { tables: tables.state } : {}),
  };
}
