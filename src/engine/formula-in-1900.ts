import { DAYS_1904 } from "../contract/dates";
import { argumentSpans } from "../workbook/formulas/call-texts";
import { tokensOf } from "../workbook/formulas/formula-tokens";
import { visibleText } from "../workbook/formulas/service-calls";
import { showsDay } from "../workbook/xlsx/number-formats";

interface Dates {
  /** Places of the dates in the arguments. */
  readonly takes: readonly number[];
  /** True if the result is a date. */
  readonly gives?: true;
  /** The place of a list of holidays, in which blank cells are none. */
  readonly holidays?: number;
}

const taking = (names: string, ...takes: number[]): readonly (readonly [string, Dates])[] => names.split(" ").map((name) => [name, { takes }]);

/** The functions that know dates. Those that only take differences of dates, such as XNPV, are the same in both systems. */
export const DATE_FUNCTIONS: ReadonlyMap<string, Dates> = new Map<string, Dates>([
  ...["DATE", "DATEVALUE", "NOW", "TODAY"].map((name): [string, Dates] => [name, { takes: [], gives: true }]),
  ...["EDATE", "EOMONTH"].map((name): [string, Dates] => [name, { takes: [0], gives: true }]),
  ...["COUPNCD", "COUPPCD"].map((name): [string, Dates] => [name, { takes: [0, 1], gives: true }]),
  ["WORKDAY", { takes: [0, 2], gives: true, holidays: 2 }],
  ["WORKDAY.INTL", { takes: [0, 3], gives: true, holidays: 3 }],
  ["NETWORKDAYS", { takes: [0, 1, 2], holidays: 2 }],
  ["NETWORKDAYS.INTL", { takes: [0, 1, 3], holidays: 3 }],
  ...taking("DAY ISOWEEKNUM MONTH TEXT WEEKDAY WEEKNUM YEAR", 0),
  ...taking("ACCRINTM COUPDAYBS COUPDAYS COUPDAYSNC COUPNUM DATEDIF DAYS DAYS360 DISC DURATION INTRATE MDURATION PRICE PRICEDISC RECEIVED", 0, 1),
  ...taking("TBILLEQ TBILLPRICE TBILLYIELD YEARFRAC YIELD YIELDDISC", 0, 1),
  ...taking("ACCRINT ODDLPRICE ODDLYIELD PRICEMAT YIELDMAT", 0, 1, 2),
  ...taking("ODDFPRICE ODDFYIELD", 0, 1, 2, 3),
  ...taking("AMORDEGRC AMORLINC", 1, 2),
]);

/** A formula of a book that counts days from 1904, for an engine that counts them from 1900: `=YEAR(A1)` as `=YEAR(((A1)+1462))`. */
export function formulaIn1900(formula: string): string {
  const spans = argumentSpans(visibleText(formula));
  const opening: [at: number, text: string][] = [];
  const closing: [at: number, text: string][] = [];
  const around = (start: number, end: number, before: string, after: string): void => {
    opening.push([start, before]);
    closing.unshift([end, after]);
  };
  let at = 0;
  for (const { kind, text } of tokensOf(formula)) {
    const dates = kind === "function" ? DATE_FUNCTIONS.get(text.toUpperCase()) : undefined;
    const inside = dates && spans.get(formula.indexOf("(", at + text.length));
    if (inside) {
      if (dates.gives) around(at, inside.close + 1, "(", `-${DAYS_1904})`);
      const format = /^\s*"((?:[^"]|"")*)"\s*$/.exec(formula.slice(inside.spans[1]?.start ?? 0, inside.spans[1]?.end ?? 0))?.[1];
      for (const [i, { start, end }] of inside.spans.entries())
        if (dates.takes.includes(i) && formula.slice(start, end).trim() !== "" && (text.toUpperCase() !== "TEXT" || (format !== undefined && showsDay(format))))
          around(start, end, "((", `)+${DAYS_1904})`);
    }
    at += text.length;
  }
  let result = "";
  let from = 0;
  // Stable: of texts for the same place, those that close come first, and an outer pair encloses an inner one.
  for (const [place, text] of [...closing, ...opening].sort(([a], [b]) => a - b)) {
    result += formula.slice(from, place) + text;
    from = place;
  }
  return result + formula.slice(from);
}
