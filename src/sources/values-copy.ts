import { groupedBy } from "../contract/lists";
import { type Answer, REASON_PREFIX } from "../core/outcome";
import { questionOf } from "../core/question";
import { createAreaIndex } from "../workbook/area-index";
import { type Area, referencesOf } from "../workbook/areas";
import type { AnsweredFormula, Book, DefinedName } from "../workbook/book";
import type { CellPlace, CellValue } from "../workbook/cell";
import { readBlock } from "../workbook/cell-reference";
import { withSheet } from "../workbook/xlsx/add-sheet";
import { frozenParts, type Kept } from "../workbook/xlsx/rewrite/freeze-service-cells";
import { markCells } from "../workbook/xlsx/mark-cells";
import { workbookPart } from "../workbook/xlsx/package-parts";
import { withoutAddIn } from "../workbook/xlsx/settings";
import { pack, unpack } from "../workbook/xlsx/unpack";
import { isSampleFigure } from "./answer-words";
import { SOURCES_LOOK, SOURCES_TITLE, sourcesBlock } from "./sources-block";
import type { Used } from "./used";
import { tablesIn } from "./used-tables";

interface Placed {
  readonly formula: AnsweredFormula;
  readonly area: Area;
}

/** The cells that a formula fills; undefined if its address is none. */
function areaOf({ where, shows }: AnsweredFormula): Area | undefined {
  const at = readBlock(where);
  if (at?.sheet === undefined) return undefined;
  return { sheet: at.sheet, row: at.row, column: at.column, rows: Math.max(1, shows.length), columns: Math.max(1, shows[0]?.length ?? 1) };
}

const isFigure = (value: CellValue): boolean => typeof value === "number" || (typeof value === "string" && value !== "" && !value.startsWith(REASON_PREFIX));

/**
 * The cells that show sample data, by sheet: those whose formula was answered with sample data, and those that depend on one. Cells that show a reason, an error
 * or a truth value are left out.
 */
function samplePlaces(formulas: readonly AnsweredFormula[], answers: ReadonlyMap<string, Answer>, names: readonly DefinedName[]) {
  const readers = createAreaIndex<Placed>();
  const roots: Placed[] = [];
  for (const formula of formulas) {
    const area = areaOf(formula);
    if (!area) continue;
    const placed = { formula, area };
    for (const read of referencesOf(formula.formula, area.sheet, names).areas) readers.add(read, placed);
    const isSample = formula.questions.some((key) => {
      const answer = answers.get(key);
      return answer !== undefined && isSampleFigure(answer);
    });
    if (isSample) roots.push(placed);
  }
  const found = new Set(roots);
  const readersOf = readers.search();
  for (const { area } of found) readersOf(area, (reader) => void found.add(reader));

  const places = [...found].flatMap(({ formula: { shows }, area: { sheet, row, column } }) =>
    shows.flatMap((values, r) => values.flatMap((value, c) => (isFigure(value) ? [{ sheet, row: row + r, column: column + c }] : []))),
  );
  return groupedBy(places, ({ sheet }) => sheet);
}

/** A copy of a book for people without the add-in. */
interface ValuesCopy {
  readonly file: Uint8Array;
  /** Number of formulas that are values in it. */
  readonly frozen: number;
  /** Number of cells marked as sample data. */
  readonly marked: number;
  /** Name of the sheet with the sources; undefined if nothing was asked. */
  readonly sources?: string;
  /** What still needs the add-in, with what its readers see. */
  readonly kept: readonly Kept[];
}

/** A book, and what its formulas asked. */
interface Answered {
  readonly file: Uint8Array;
  readonly book: Book;
  /** Every formula that asked, or depends on one that did; others may be among them. */
  readonly formulas: readonly AnsweredFormula[];
  /** By key of the question. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** The day or moment that the answers are as of, if one was asked for. */
  readonly asOf?: string | undefined;
}

/** What cells show beside a sample figure, in parentheses. */
const SAMPLE = "sample";
const SHEET = "Sources";

/** Each question with its cells and its answer. Cells that kept an earlier value have rows of their own, without an answer. */
function usedIn({ formulas, answers }: Pick<Answered, "formulas" | "answers">): Used[] {
  const used = new Map<string, Used & { readonly cells: CellPlace[] }>();
  for (const formula of formulas) {
    const area = areaOf(formula);
    if (!area) continue;
    const { sheet, row, column } = area;
    for (const key of formula.questions) {
      const answer = formula.why === undefined ? answers.get(key) : undefined;
      const why = answer ? undefined : formula.why === undefined ? "The service did not answer." : `The cell keeps an earlier value. ${formula.why}`;
      const entry = `${key}\n${why ?? ""}`;
      const known = used.get(entry);
      if (known) known.cells.push({ sheet, row, column });
      else used.set(entry, { question: questionOf(key), cells: [{ sheet, row, column }], answer, why });
    }
  }
  return [...used.values()];
}

/**
 * Copies a book for people without the add-in. SERVICE formulas become values, and other formulas stay. The add-in's pane and settings are left out,
 * sample figures and what depends on them show the word `sample`, and a sheet lists the sources, also those of tables. A formula without a value stays, and
 * is listed in `kept`, as are names and rules that call SERVICE. Throws a `FileRefusal` for unreadable files.
 *
 * @param now wall milliseconds, for the sheet's title
 */
export function valuesCopy({ file, book, formulas, answers, asOf }: Answered, now: number): ValuesCopy {
  const unpacked = unpack(file);
  const workbook = workbookPart(unpacked);
  const { parts: values, frozen, kept } = frozenParts(unpacked);
  const { parts: marked, marked: count } = markCells(withoutAddIn(values, workbook), workbook, samplePlaces(formulas, answers, book.names), SAMPLE);
  const used = usedIn({ formulas, answers });
  const tables = tablesIn(book).flatMap((table) => table.used ?? []);
  if (used.length === 0 && tables.length === 0) return { file: pack(marked), frozen, marked: count, kept };
  const earlier = book.sheets.find(({ cells }) => cells[0]?.row === 0 && cells[0].column === 0 && cells[0].value === SOURCES_TITLE)?.name;
  const { parts, name } = withSheet(
    marked,
    workbook,
    SHEET,
    { rows: sourcesBlock(used, "The whole workbook", now, { tables, asOf }), ...SOURCES_LOOK },
    earlier,
  );
  return { file: pack(parts), frozen, marked: count, sources: name, kept };
}
