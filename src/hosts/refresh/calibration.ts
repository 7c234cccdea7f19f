import { counted } from "../../contract/counted";
import { DAYS_1904 } from "../../contract/dates";
import type { EngineCell } from "../../engine/calls/calls";
import type { FromStored } from "../../engine/from-stored";
import { precisionOf, sameResult } from "../../engine/trust/agreement";
import { valueInWords } from "../../proof/state-words";
import { createAreaIndex } from "../../workbook/area-index";
import type { Book, BookCell, StoredCalculation } from "../../workbook/book";
import { type CellValue, isError } from "../../workbook/cell";
import { valueText } from "../../workbook/value-text";
import type { PlannedFormula } from "./book-formulas";
import { type Earlier, isOneCall } from "./earlier";
import { errorTrouble } from "./engine-book";
import { callsService, filledBlock, whereOf } from "./plan";

const ONLY = /^=\s*(TODAY|NOW)\s*\(\s*\)\s*$/i;

/** True for a formula that is nothing but TODAY or NOW. */
const isClock = (formula: string): boolean => ONLY.test(formula);

/**
 * What TODAY and NOW gave when the values of a book were calculated, by the cells that hold nothing but TODAY or NOW. Unknown if there are none, or if they
 * differ.
 */
function storedMoment({ sheets, from1904 }: Book, planned: readonly PlannedFormula[]) {
  const uses = (functions: ReadonlySet<string>): boolean => functions.has("TODAY") || functions.has("NOW");
  const found = { TODAY: new Set<number>(), NOW: new Set<number>() };
  if (planned.some(({ references }) => uses(references.functions)))
    for (const { formula, value } of sheets.flatMap(({ cells }) => cells)) {
      const name = formula === undefined ? undefined : ONLY.exec(formula)?.[1]?.toUpperCase();
      if (name !== undefined && typeof value === "number") found[name as keyof typeof found].add(value);
    }
  const days = new Set([...found.TODAY, ...[...found.NOW].map(Math.floor)]);
  const isOne = days.size === 1 && found.NOW.size <= 1;
  const [now] = found.NOW;
  const [day = 0] = days;
  return {
    /** As a serial number of the 1900 system. */
    serial: (now ?? day) + (from1904 ? DAYS_1904 : 0),
    /** True if a formula with these functions can be calculated for that moment. */
    knows: (functions: ReadonlySet<string>): boolean => !uses(functions) || (isOne && (now !== undefined || !functions.has("NOW"))),
  };
}

type Values = readonly (readonly CellValue[])[];

/** Why a formula keeps its value. */
export interface KeptReason {
  /** In sentences. */
  readonly why: string;
  /** What differs, if the formula does not give its stored value: `stored 0,10, calculated 004`. It is part of `why`. */
  readonly differs?: string;
}

/** Errors of cells that were not calculated, or not by a version of Excel that knows their functions. */
const UNCALCULATED = /^#(?:BUSY!|GETTING_DATA|CONNECT!|BLOCKED!|NAME\?|SPILL!)$/;
const isUnknown = (value: CellValue): boolean => value === null || (isError(value) && UNCALCULATED.test(value.error));
const storedIn = ({ spill, value }: BookCell): Values => spill ?? [[value]];

/** Characters of a text in a sentence. */
const LONGEST = 60;
function words(value: CellValue): string {
  const text = value === null || value === "" ? "nothing" : valueText(value).replace(/\p{C}+/gu, " ");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** What differs between a stored block and a calculated one: `stored 0,10, calculated 004`; undefined if nothing does. */
function differenceOf({ formula, cell }: PlannedFormula, found: Values): string | undefined {
  const stored = storedIn(cell);
  // A formula that does not spill in the file shows the first value only.
  const shown = cell.spill ? found : [[found[0]?.[0] ?? null]];
  const [rows, columns] = [stored.length, stored[0]?.length ?? 0];
  if (shown.length !== rows || shown[0]!.length !== columns) {
    // What Excel repeats or cuts to fit is not written.
    if (cell.fixedBlock) return undefined;
    return `stored ${rows} × ${columns} values, calculated ${shown.length} × ${shown[0]!.length}`;
  }
  const precision = precisionOf(formula);
  for (const [r, line] of stored.entries())
    for (const [c, value] of line.entries()) {
      const now = shown[r]?.[c] ?? null;
      if (sameResult(value, now, precision)) continue;
      // A text that looks like the number has quotes.
      const shownAs = words(value) === words(now) ? valueInWords : words;
      return `stored ${shownAs(value)}, calculated ${shownAs(now)}`;
    }
  return undefined;
}

const reasonOf = (differs: string, { manual }: StoredCalculation): KeptReason => ({
  why: manual
    ? `The stored values are old, because this book is calculated manually (${differs}). Press F9 in Excel, save the book, and refresh it again.`
    : `Calculated from the stored cells, it gives another value than the stored one (${differs}), so this refresh may calculate it wrong. If the stored value is old, press Ctrl+Alt+F9 in Excel with the add-in and save the book; otherwise update the cell there.`,
  differs,
});

/** Why no formula of a book is compared; undefined if its stored values are those of its formulas. */
function untrustedValues({ program, byExcel, onOpening }: StoredCalculation): string | undefined {
  if (onOpening) return "because the book says that they are not up to date";
  if (byExcel) return undefined;
  return program === undefined ? "because the book does not say that Excel saved it" : `because ${words(program)} saved the book, not Excel`;
}

/** Why formulas are not compared, in a sentence: none is, or those without a value are not. */
function notComparedWords(untrusted: string | undefined, without: number): string | undefined {
  if (untrusted !== undefined) return `Its formulas were not compared with their stored values before writing, ${untrusted}.`;
  return without > 0 ? `${counted(without, "formula has", "formulas have")} no stored value, and could not be compared with one before writing.` : undefined;
}

/**
 * Compares each formula with the value that the book stores for it: calculated from the values that the book stores in the cells that it reads, it has to give
 * its own. A formula that does not is not understood, whatever the cause: a locale, a date system, a function that differs from Excel's. Only for books that
 * Excel calculated. A formula that contains a call is compared if the earlier answer is known.
 *
 * @param ids the engine's sheets by name
 */
export function calibrationOf(
  book: Book,
  planned: readonly PlannedFormula[],
  { earlier, unit, ids }: { readonly earlier: Earlier; readonly unit: string; readonly ids: ReadonlyMap<string, string> },
) {
  const calculation = book.calculation ?? {};
  const moment = storedMoment(book, planned);
  const reasons = new Map<PlannedFormula, KeptReason>();
  const keyOf = ({ sheet, row, column }: EngineCell): string => `${sheet}|${row}|${column}`;
  const atOf = ({ sheet, cell: { row, column } }: PlannedFormula): EngineCell => ({ unit, sheet: ids.get(sheet)!, row, column });
  const compared = new Map<string, PlannedFormula>();
  const places = new Map<string, PlannedFormula>();
  const earlierReasons = new Map<PlannedFormula, KeptReason>();
  const uncalculated: PlannedFormula[] = [];
  const untrusted = untrustedValues(calculation);
  let comparable = 0;
  for (const one of planned) {
    if (storedIn(one.cell).some((line) => line.some(isUnknown))) uncalculated.push(one);
    if (one.why !== undefined) continue;
    const before = earlier.keptBefore(whereOf(one), one.cell);
    if (before?.locked.differs !== undefined) {
      const reason = { why: before.locked.kept!, differs: before.locked.differs };
      // The values that it was compared with are gone, if no other program has calculated the book since.
      if (before.wroteIt || untrusted !== undefined) {
        reasons.set(one, reason);
        continue;
      }
      earlierReasons.set(one, reason);
    } else if (before) continue;
    if (callsService(one) ? earlier.answers === undefined || isOneCall(one.formula) : isClock(one.formula)) continue;
    if (!moment.knows(one.references.functions)) continue;
    comparable++;
    compared.set(keyOf(atOf(one)), one);
    places.set(whereOf(one), one);
  }
  if (untrusted !== undefined) compared.clear();
  const drop = (one: PlannedFormula): void => void compared.delete(keyOf(atOf(one)));
  let without = 0;
  if (uncalculated.length > 0 && compared.size > 0) {
    const readers = createAreaIndex<PlannedFormula>();
    for (const one of compared.values()) for (const area of one.references.areas) readers.add(area, one);
    const find = readers.search();
    for (const one of uncalculated) {
      if (one.cell.value === null) without++;
      drop(one);
      find({ sheet: one.sheet, ...filledBlock(one.cell) }, drop);
    }
  }
  const fromStored: Pick<FromStored, "stored" | "isCalculated" | "found"> = {
    stored: planned.map((one) => ({ at: atOf(one), values: storedIn(one.cell) })),
    isCalculated: (at) => compared.has(keyOf(at)),
    found: (at, values) => {
      const one = compared.get(keyOf(at));
      if (!one) return;
      const differs = differenceOf(one, values);
      if (differs === undefined) return;
      const [[first = null] = []] = values;
      const trouble = errorTrouble(first);
      reasons.set(one, trouble === undefined ? (earlierReasons.get(one) ?? reasonOf(differs, calculation)) : { why: trouble });
    },
  };
  return {
    /** The moment of TODAY and NOW in the comparison. */
    moment: moment.serial,
    /** Why formulas of the book are not compared, in a sentence; undefined if all are that can be. */
    notCompared: notComparedWords(comparable > 0 ? untrusted : undefined, without),
    /** What the engine calculates before the first calculation; undefined if nothing is compared. */
    fromStored: compared.size === 0 ? undefined : fromStored,
    /** Takes note of a cell with a call whose earlier answer is not known. It is not compared. */
    withoutAnswer: (address: string): void => {
      const one = places.get(address);
      if (!one) return;
      drop(one);
      reasons.delete(one);
    },
    /** The formulas that keep their values, once the engine has calculated. */
    reasons: (): ReadonlyMap<PlannedFormula, KeptReason> => reasons,
  };
}
