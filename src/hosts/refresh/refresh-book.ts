import { withSeparators } from "../../contract/counted";
import { displayFrom, DISPLAY_SETTING } from "../../core/cell-display";
import { install } from "../../core/ask";
import { createEvaluator } from "../../core/evaluator";
import type { Failure } from "../../core/failure";
import { sheetId } from "../../engine/book/book-data";
import { createHeadlessEngine, type HeadlessEngine } from "../../engine/headless";
import type { SecondEngine } from "../../engine/ironcalc";
import type { CallResult } from "../../engine/calls/service-function";
import type { Area } from "../../workbook/areas";
import type { Book, BookCell, OutsideCalls } from "../../workbook/book";
import type { Block } from "../../workbook/block";
import type { CellValue } from "../../workbook/cell";
import { LONGEST_TEXT } from "../../workbook/excel-limits";
import { fitsInSheetsForm } from "../../workbook/formulas/sheets-form";
import { needsArray } from "../../workbook/formulas/stored-formula";
import { namesThatCall } from "../../workbook/xlsx/read/calls-outside-cells";
import { isWritable, patchValues } from "../../workbook/xlsx/patch-sheet";
import { readCells } from "../../workbook/xlsx/read/read-cells";
import type { RefreshedFormula } from "../../proof/lock-of";
import { tablesIn } from "../../sources/used-tables";
import { recording, replaying, type Asking, type Recorded } from "./asking";
import { calibrationOf, type KeptReason } from "./calibration";
import { type Changed, changesOf, type KeptFormula } from "./changes";
import { type Earlier, earlierOf, type EarlierRefresh } from "./earlier";
import { unconfirmed } from "./confirm";
import { type PlannedFormula, selectedAreas } from "./book-formulas";
import { engineBook, errorTrouble } from "./engine-book";
import { createObstacles } from "./obstacles";
import { filledBlock, callsService, planOf, whereOf, type BookPlan } from "./plan";
import { createBookCellWriter, metadata, reportingFailures } from "./to-book-cell";

/** The result of a refresh. */
export interface RefreshedBook {
  /** The same bytes if nothing changed. */
  readonly file: Uint8Array;
  /** Number of cells with a call of SERVICE. */
  readonly serviceCells: number;
  /** Number of formulas that were calculated, calls included. */
  readonly calculated: number;
  /** In the order of the book; also cells that an array newly fills or leaves. */
  readonly changed: readonly Changed[];
  readonly kept: readonly KeptFormula[];
  /** Every formula of the plan, in the order of the book, with what it asked and what it shows now. */
  readonly formulas: readonly RefreshedFormula[];
  /** The answers, by key of the question. */
  readonly answers: Recorded["answers"];
  /** What the service did not answer, each kind once. */
  readonly failures: readonly Failure[];
  /** Number of cells whose file has a function under a name that Excel does not find. */
  readonly stuckNames: number;
  /** Number of cells whose calls the file has in the form of Google Sheets. They are written in that form. */
  readonly inSheetsForm: number;
  /** The book as it was read, before the refresh. */
  readonly book: Book;
  /** Calls that are not in cells, and are not refreshed. */
  readonly outsideCalls: readonly OutsideCalls[];
  /** Why formulas were not compared with their stored values, in a sentence; undefined if all were. */
  readonly notCompared?: string | undefined;
  /** The cells of tables that the pane inserted, which are not refreshed: `Sheet1!A3:B262`. */
  readonly tables: readonly string[];
}

interface RefreshParts {
  /** What answers the calls of a book. Each refresh needs a new one. */
  readonly asking: (book: Book) => Asking;
  /** A failure in this host's words. */
  readonly words: (failure: Failure) => string;
  /** True: calls without an answer keep their value, and so does what depends on them. False: nothing is written if there are any. */
  readonly keepUnanswered: boolean;
  /** Ranges, sheets and defined names whose calls are asked, with what depends on them. Missing: all calls. */
  readonly only?: readonly string[];
  /** Locks of the book, if any: those that describe the file say what its stored values were calculated from. False: formulas are not compared with them. */
  readonly earlier: readonly EarlierRefresh[] | false;
  /** Confirms the results of doubtful functions. Not called for a book without them. */
  readonly secondEngine: SecondEngine;
  /** Local date and time of TODAY and NOW, as a serial number of the 1900 system. */
  readonly moment: number;
  readonly watch?: RefreshWatch | undefined;
}

/** Follows a refresh from outside of its thread. */
export interface RefreshWatch {
  /** Called when a calculation begins, with the names of the sheets. */
  calculates(sheets: readonly string[]): void;
  /** Called before each formula is calculated, with the position of its sheet. */
  formula(sheet: number, row: number, column: number): void;
}

const UNIT = "book";

const FIXED = "Its result does not fit the block of its array formula. Open the book in Excel to update it.";

/** A formula's new block of values, by rows; or why it has none. */
function resultOf(engine: HeadlessEngine, sheetId: string, { sheet, cell }: PlannedFormula): readonly (readonly CellValue[])[] | string {
  const spill = engine.functions.spillOf({ unit: UNIT, sheet: sheetId, row: cell.row, column: cell.column });
  const value = (row: number, column: number): CellValue => engine.cell(sheet, row, column).value;
  const own = value(cell.row, cell.column);
  const trouble = errorTrouble(own);
  if (trouble !== undefined) return trouble;
  if (own === null) return "It has no result in this refresh.";
  // A formula that does not spill in the file shows the first value only.
  const isArray = spill && (cell.spill || needsArray(cell.formula ?? ""));
  const [rows, columns] = isArray ? [spill.endRow - spill.startRow + 1, spill.endColumn - spill.startColumn + 1] : [1, 1];
  const before = filledBlock(cell);
  if (cell.fixedBlock && (rows !== before.rows || columns !== before.columns)) return FIXED;
  const values = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => value(cell.row + r, cell.column + c)));
  if (values.some((row) => row.some((one) => typeof one === "string" && one.length > LONGEST_TEXT)))
    return `It would show a text of more than ${withSeparators(LONGEST_TEXT)} characters, which a cell cannot hold. Shorten it.`;
  if (cell.inSheetsForm && !values.every((row) => row.every((one) => fitsInSheetsForm(cell.formula ?? "", one))))
    return "It would show a longer text than Google Sheets can store beside its formula. Shorten it.";
  return values.every((row) => row.every(isWritable)) ? values : "A value that it would show cannot be stored in a cell.";
}

/**
 * Refreshes the SERVICE calls of an .xlsx file, and everything that depends on them: asks the service, calculates, and writes the new values in place of the
 * old ones. Every other byte of the file stays. A formula whose result is not certain keeps its value, and is listed.
 *
 * Throws a `FileRefusal` for unreadable files and for ranges that the book does not have. A calculation has no limit: its thread has.
 */
export async function refreshBook(file: Uint8Array, { asking, words, ...rest }: RefreshParts): Promise<RefreshedBook> {
  const book = readCells(file);
  const { asking: recorder, recorded } = recording(asking(book));
  const writer = createBookCellWriter(displayFrom(book.settings[DISPLAY_SETTING]), words);
  const answerFrom = (one: Asking): void => install(createEvaluator(one, writer));
  answerFrom(recorder);
  const earlier = rest.earlier && earlierOf(book, rest.earlier);
  const compared: Compared = {
    earlier,
    begin: () => void (earlier && earlier.answers && answerFrom(replaying(earlier.answers))),
    end: () => answerFrom(recorder),
  };
  const numberOf = (mark: "stuckName" | "inSheetsForm"): number => book.sheets.reduce((sum, { cells }) => sum + cells.filter((cell) => cell[mark]).length, 0);
  const within = rest.only && selectedAreas(book, rest.only);
  let round: Round = { plan: planOf(book, new Map(), within), within, grown: new Map() };
  for (;;) {
    const result = await calculated(file, book, round, recorded, compared, rest);
    if ("file" in result)
      return {
        ...result,
        book,
        stuckNames: numberOf("stuckName"),
        inSheetsForm: numberOf("inSheetsForm"),
        outsideCalls: [...(book.outsideCalls ?? []), ...namesThatCall(book)],
        tables: tablesIn(book).map(({ cells }) => cells),
      };
    round = result;
  }
}

/** How formulas are compared with their stored values. */
interface Compared {
  readonly earlier: Earlier | false;
  /** Between these, calls are answered as at the earlier refresh. */
  readonly begin: () => void;
  readonly end: () => void;
}

/** What is calculated, with the blocks of the arrays that have grown in the rounds before. */
interface Round {
  readonly plan: BookPlan;
  /** Areas whose calls are asked; undefined for all. */
  readonly within: readonly Area[] | undefined;
  readonly grown: ReadonlyMap<BookCell, Block>;
}

/** The blocks of results that fill more cells than before. */
const grownBlocks = (results: ReadonlyMap<PlannedFormula, readonly (readonly CellValue[])[] | string>): (readonly [BookCell, Block])[] =>
  [...results].flatMap(([{ cell }, result]) => {
    if (typeof result === "string" || (result.length <= filledBlock(cell).rows && result[0]!.length <= filledBlock(cell).columns)) return [];
    return [[cell, { row: cell.row, column: cell.column, rows: result.length, columns: result[0]!.length }] as const];
  });

/** Calculates and writes; or, if formulas outside of the plan read cells that an array newly fills, returns the next round. */
async function calculated(
  file: Uint8Array,
  book: Book,
  { plan: { planned, keep }, within, grown }: Round,
  { answers, questionsOf }: Recorded,
  { earlier, begin, end }: Compared,
  { keepUnanswered, watch, secondEngine, moment }: Omit<RefreshParts, "asking" | "words" | "earlier">,
): Promise<Omit<RefreshedBook, "book" | "stuckNames" | "inSheetsForm" | "outsideCalls" | "tables"> | Round> {
  const serviceCells = planned.filter(callsService).length;
  const nothing = { file, serviceCells, calculated: planned.length, changed: [], kept: [], formulas: [], answers };
  if (planned.length === 0) return { ...nothing, failures: [] };

  const unanswered = new Map<string, Failure>();
  const { data, tooLarge } = engineBook(book, planned, UNIT);
  keep(tooLarge);
  const ids = new Map(book.sheets.map(({ name }, i) => [name, sheetId(i)]));
  const calibration = earlier ? calibrationOf(book, planned, { earlier, unit: UNIT, ids }) : undefined;
  let isComparing = false;
  const comparing = (is: boolean, then: () => void) => (): void => {
    isComparing = is;
    then();
  };
  watch?.calculates(book.sheets.map(({ name }) => name));
  const positions = new Map([...ids.values()].map((id, i) => [id, i]));
  const engine = createHeadlessEngine(
    data,
    {
      functions: reportingFailures((address, failure) => void (isComparing ? calibration?.withoutAnswer(address) : unanswered.set(address, failure))),
      metadata: { functions: metadata },
      moment: () => (isComparing && calibration ? calibration.moment : moment),
    },
    calibration?.fromStored && { ...calibration.fromStored, begin: comparing(true, begin), end: comparing(false, end) },
    watch && (({ sheet, row, column }) => watch.formula(positions.get(sheet)!, row, column)),
  );
  try {
    await engine.settled();
    const differing: ReadonlyMap<PlannedFormula, KeptReason> = calibration?.reasons() ?? new Map();
    keep(new Map([...differing].map(([one, { why }]) => [one, why])));
    const failures = [...new Map([...unanswered.values()].map((failure) => [failure.code, failure])).values()];
    if (failures.length > 0 && !keepUnanswered) return { ...nothing, failures };
    keep(new Map(planned.filter((one) => unanswered.has(whereOf(one))).map((one) => [one, "The service did not answer it."])));
    const obstacleIn = createObstacles(book);
    const results = new Map<PlannedFormula, readonly (readonly CellValue[])[] | string>();
    for (const one of planned) {
      if (one.why !== undefined) continue;
      const { row, column } = one.cell;
      const sheet = ids.get(one.sheet)!;
      const result = engine.functions.doubtIn({ unit: UNIT, sheet, row, column }) ?? resultOf(engine, sheet, one);
      const obstacle =
        typeof result === "string" ? undefined : obstacleIn(one.sheet, { row, column, rows: result.length, columns: result[0]!.length }, filledBlock(one.cell));
      results.set(one, obstacle === undefined ? result : `Its new values need ${obstacle}, which holds something. Move that, and refresh again.`);
    }
    keep(new Map([...results].flatMap(([one, result]) => (typeof result === "string" ? [[one, result]] : []))));
    const answersIn = ({ sheet, cell: { row, column } }: PlannedFormula): readonly CallResult[] =>
      engine.functions.answersIn({ unit: UNIT, sheet: ids.get(sheet)!, row, column });
    const doubted = await unconfirmed({ book, planned, results, answersIn }, secondEngine);
    keep(doubted);
    for (const [one, why] of doubted) results.set(one, why);
    const larger = new Map([...grown, ...grownBlocks(results)]);
    if (larger.size > grown.size) {
      const plan = planOf(book, larger, within);
      // Formulas that read the new cells are calculated too. The questions are answered already.
      if (plan.planned.length > planned.length) return { plan, within, grown: larger };
    }
    const { values, ...said } = changesOf(book, planned, { results, differing }, { answers, questionsOf });
    return {
      file: patchValues(file, values),
      serviceCells,
      calculated: planned.length,
      ...said,
      answers,
      failures,
      notCompared: calibration?.notCompared,
    };
  } finally {
    engine.dispose();
  }
}
