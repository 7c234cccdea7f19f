import { addressOf, blockText } from "../../cell-address";
import { blockIn, placeOf } from "../../cell-reference";
import { mayTakeSeveralCells, withSingleCells } from "../../formulas/implicit-intersection";
import { calledInSheets, mayBeInSheetsForm } from "../../formulas/called-in-sheets";
import { callsInSheetsForm, readsToTheEnd } from "../../formulas/sheets-form";
import { hasKnownCall, toSeenFormula, toStoredFormula, withStoredNames } from "../../formulas/stored-formula";
import { withoutChainCells } from "../calc-chain";
import { dynamicMarks, withDynamicMark } from "../dynamic-array-mark";
import { withContents } from "../edit-package";
import { formulaCells, type FormulaInText, writtenOut } from "../formula-cells";
import { sheetParts, workbookPart, partText } from "../package-parts";
import { elementsInText } from "../read-xml";
import { repacked, unpack } from "../unpack";
import { cellText, edited, escapeXml, prefixOf, withAttribute } from "../xml-edits";

interface Repaired {
  /** The same bytes if nothing was repaired. */
  readonly file: Uint8Array;
  /** Cells whose formulas were rewritten, `Sheet1!B2`, in the order of the book. */
  readonly repaired: readonly string[];
}

/** How a cell's formula is written. */
interface Rewrite {
  readonly formula: string;
  /** As a dynamic array; false: in the form that it has. */
  readonly marked: boolean;
  /** The cells that it fills, if not those of its array formula: `B2:B9`. */
  readonly fills?: string;
}

interface BookFacts {
  readonly ownService: boolean;
  /** Values of `cm` that mark dynamic arrays. */
  readonly marks: ReadonlySet<string>;
}

/** True if the formula takes one cell of a range, as formulas without a mark do. With the mark its result would be another. */
function takesOneCell(cell: FormulaInText): boolean {
  const seen = toSeenFormula(cell.formula);
  return mayTakeSeveralCells(seen) && withSingleCells(seen, cell) !== seen;
}

/**
 * How the cells must be written that Google Sheets has stored. Those that an array fills lose their formulas, because Excel would not write an array over them. A
 * range without an end stays: Excel has none.
 */
function rewritesFromSheets(cells: readonly FormulaInText[], { ownService }: BookFacts): ReadonlyMap<FormulaInText, Rewrite | "filled"> {
  const rewrites = new Map<FormulaInText, Rewrite | "filled">();
  const stored = cells.flatMap((cell) => (mayBeInSheetsForm(cell.formula) ? [{ cell, text: cellText(cell.formula), row: cell.row, column: cell.column }] : []));
  if (stored.length === 0) return rewrites;
  const at = new Map(stored.map(({ cell, row, column }) => [placeOf(row, column), cell]));
  for (const [{ cell, text }, block] of callsInSheetsForm(stored).blocks) {
    if (!hasKnownCall(text) || readsToTheEnd(calledInSheets(text)!)) continue;
    for (let r = 0; r < block.rows; r++) for (let c = 0; c < block.columns; c++) rewrites.set(at.get(placeOf(block.row + r, block.column + c))!, "filled");
    rewrites.set(cell, { formula: toStoredFormula(toSeenFormula(text), { ownService }), marked: true, fills: blockText(block) });
  }
  return rewrites;
}

/** How a cell must be written so that Excel calculates it; undefined if it is right. */
function rewriteOf(cell: FormulaInText, { ownService, marks }: BookFacts): Rewrite | undefined {
  const { reference, attributes, formulaAttributes, formula } = cell;
  const kind = formulaAttributes["t"] ?? "normal";
  if (kind === "dataTable" || !hasKnownCall(formula) || calledInSheets(formula) !== undefined) return undefined;
  const named = withStoredNames(formula, ownService);
  const isMarked = kind === "array" && marks.has(attributes["cm"] ?? "");
  if (isMarked) return named === formula ? undefined : { formula: named, marked: true };
  const block = blockIn(formulaAttributes["ref"] ?? reference);
  const isFixed = kind === "array" && block !== undefined && (block.rows > 1 || block.columns > 1) && marks.size > 0;
  const marked = !isFixed && (kind === "array" || !takesOneCell(cell));
  return named === formula && !marked ? undefined : { formula: named, marked };
}

const formulaXml = (xml: string, { element, formulaAttributes, reference }: FormulaInText, { formula, marked, fills: block }: Rewrite): string => {
  const p = prefixOf(xml.slice(element.start, element.end));
  const isArray = marked || formulaAttributes["t"] === "array";
  const fills = block ?? (formulaAttributes["t"] === "array" ? (formulaAttributes["ref"] ?? reference) : reference);
  return `<${p}f${isArray ? ` t="array" ref="${escapeXml(fills)}"` : ""}>${escapeXml(formula)}</${p}f>`;
};

/** Rewrites the formulas of a sheet's text. A shared formula whose first cell is rewritten is written out in the others. */
function repairSheet(xml: string, cells: readonly FormulaInText[], rewrites: ReadonlyMap<FormulaInText, Rewrite | "filled">, mark: number): string {
  const edits = writtenOut(xml, cells, (cell) => rewrites.has(cell));
  for (const [cell, rewrite] of rewrites) {
    edits.push({ ...cell.element, text: rewrite === "filled" ? "" : formulaXml(xml, cell, rewrite) });
    if (rewrite !== "filled" && rewrite.marked) edits.push({ ...cell.tag, text: withAttribute(xml.slice(cell.tag.start, cell.tag.end), "cm", String(mark)) });
  }
  return edited(xml, edits);
}

/** True if the workbook has a name `SERVICE` of its own. */
const definesService = (xml: string, where: string): boolean =>
  elementsInText(xml, where, (name) => name === "definedName").some(({ attributes }) => attributes["name"]?.toUpperCase() === "SERVICE");

/**
 * Rewrites the SERVICE formulas of an .xlsx file that Excel cannot calculate: under the typed name (`SERVICE.FRED(…)` that shows `#NAME?`), under a name of
 * another add-in (`[2]!_xldudf_…`), in other letter case, without the mark of dynamic arrays, or in the form of Google Sheets. They get the form that Excel itself stores, also on protected
 * sheets. Values stay as they are. Formulas that take one cell of a range and blocks of `{=…}` formulas keep their kind, and get right names only.
 *
 * Adds the metadata part if it is missing. Everything else stays; the calculation chain no longer lists formulas that have become arrays. Throws a `FileRefusal`
 * for unreadable files.
 */
export function repairCalls(file: Uint8Array): Repaired {
  const parts = unpack(file);
  const workbook = workbookPart(parts);
  const facts: BookFacts = { ownService: definesService(partText(parts, workbook), workbook), marks: dynamicMarks(parts, workbook) };
  const sheets = sheetParts(parts, workbook).flatMap(({ name, id, part }) => {
    const xml = partText(parts, part);
    if (!/service/i.test(xml)) return [];
    const cells = formulaCells(xml, part);
    const fromSheets = rewritesFromSheets(cells, facts);
    const rewrites = new Map(
      cells.flatMap((cell) => {
        const rewrite = fromSheets.get(cell) ?? rewriteOf(cell, facts);
        return rewrite ? [[cell, rewrite] as const] : [];
      }),
    );
    return rewrites.size > 0 ? [{ name, id, part, xml, cells, rewrites }] : [];
  });
  if (sheets.length === 0) return { file, repaired: [] };

  const isMarkNeeded = sheets.some(({ rewrites }) => [...rewrites.values()].some((rewrite) => rewrite !== "filled" && rewrite.marked));
  const { parts: able, mark } = isMarkNeeded ? withDynamicMark(parts, workbook) : { parts, mark: 0 };
  const changed = new Map(sheets.map(({ part, xml, cells, rewrites }) => [part, repairSheet(xml, cells, rewrites, mark)]));
  const newArrays = new Map(
    sheets.map(({ id, rewrites }) => [
      id,
      new Set(
        [...rewrites].flatMap(([cell, rewrite]) =>
          rewrite === "filled" || (rewrite.marked && cell.formulaAttributes["t"] !== "array") ? [cell.reference] : [],
        ),
      ),
    ]),
  );
  const after = withoutChainCells(withContents(able, changed), workbook, newArrays);
  const repaired = sheets.flatMap(({ name, rewrites }) =>
    [...rewrites].flatMap(([{ row, column }, rewrite]) => (rewrite === "filled" ? [] : addressOf({ sheet: name, row, column }))),
  );
  return { file: repacked(file, parts, after), repaired };
}
