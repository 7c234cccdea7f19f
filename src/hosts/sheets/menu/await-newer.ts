import { reportsSince } from "../cell-reports";
import { isUnsettled } from "../unsettled";
import type { ServiceFormula } from "./service-formulas";

/** Interval between two looks at the cells. */
const POLL_MS = 2_000;

const LOADING = "Google Sheets is still calculating the formula. Look at its cell in a minute.";
const NOT_CALLED = "Google Sheets did not calculate the formula again. Refresh again.";
const ERROR = "The cell shows an error. Point at it for the reason.";
const MOVED = "The cell was edited or moved during the refresh. Refresh again.";

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
export function awaitNewer(formulas: readonly ServiceFormula[], since: number, until: number): readonly (string | undefined)[] {
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
