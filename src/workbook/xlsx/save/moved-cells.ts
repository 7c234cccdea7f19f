import { blockText, refOf } from "../../cell-address";
import { blockIn, cellIn } from "../../cell-reference";
import { around } from "../../block";
import { editedFormula } from "../../formulas/edited-formula";
import type { BookEdit } from "../../edits/moved-areas";
import { areaAfter, cellMover, editsOfCells, lineAfter, movedBlock, movedCell } from "../../edits/moved-places";
import { formulaCells, type FormulaInText } from "../formula-cells";
import { readXml, type Span } from "../read-xml";
import { edited, openingTag, prefixOf, withAttribute, withoutAttribute, escapeXml, withContent, type Edit } from "../xml-edits";

type Edits = readonly BookEdit[];

/** The area of an array formula after edits: that of its cell only, if the edits moved the cell away from the rest of it. */
function movedArray(ref: string, home: string, edits: Edits): string {
  const block = blockIn(ref);
  const [cell, area] = block ? [movedCell(block, home, edits), movedBlock(block, home, edits)] : [];
  if (!cell) return ref;
  return blockText(area?.row === cell.row && area.column === cell.column ? area : { ...cell, rows: 1, columns: 1 });
}

/** The formula element of a cell after edits. Shared formulas that no longer follow from their first cell are written out. */
function movedFormulas(xml: string, where: string, home: string, edits: Edits): ReadonlyMap<number, Edit> {
  const own = editsOfCells(home, edits);
  const cells = formulaCells(xml, where);
  const now = new Map(cells.map((cell) => [cell, editedFormula(cell.formula, edits, { home })]));
  const groupOf = ({ formulaAttributes: a }: FormulaInText): string | undefined => (a["t"] === "shared" ? a["si"] : undefined);
  const broken = new Set(cells.flatMap((cell) => (groupOf(cell) !== undefined && (own.length > 0 || now.get(cell) !== cell.formula) ? [groupOf(cell)] : [])));
  const written = new Map<number, Edit>();
  for (const cell of cells) {
    const { element, formulaAttributes: a } = cell;
    const text = now.get(cell)!;
    const open = openingTag(xml.slice(element.start, element.end))!;
    const p = prefixOf(open);
    if (groupOf(cell) !== undefined) {
      if (broken.has(groupOf(cell))) written.set(element.start, { ...element, text: `<${p}f>${escapeXml(text)}</${p}f>` });
      continue;
    }
    let tag = open;
    if (own.length > 0 && a["ref"] !== undefined) tag = withAttribute(tag, "ref", movedArray(a["ref"], home, own));
    for (const name of own.length > 0 ? ["r1", "r2"] : []) {
      const block = blockIn(a[name] ?? "");
      const moved = block && movedBlock(block, home, own);
      if (moved) tag = withAttribute(tag, name, blockText(moved));
    }
    if (tag === open && text === cell.formula) continue;
    const inner = text === cell.formula ? xml.slice(element.start + open.length, element.end).replace(/<\/[^<>]*>$/, "") : escapeXml(text);
    written.set(element.start, { ...element, text: tag.endsWith("/>") ? tag : `${tag}${inner}</${p}f>` });
  }
  return written;
}

/** A row of a sheet's text, with its opening tag. */
interface RowText {
  tag: string;
  readonly cells: { readonly column: number; readonly text: string }[];
  /** What else is in it. */
  rest: string;
}

const rowText = ({ tag, cells, rest }: RowText): string =>
  withContent(tag, [...cells.sort((a, b) => a.column - b.column).map(({ text }) => text), rest].join(""));

/** What the grid does not know of a formula, so that it cannot write it on another sheet, in words; undefined for other cells. */
function unknownToGrid(cell: string): string | undefined {
  const [, attributes = "", formula = ""] = /<(?:\w+:)?f((?:\s[^<>]*)?)>?([^<]*)/.exec(cell) ?? [];
  if (/\st\s*=\s*["']dataTable/.test(attributes)) return "data tables";
  return /\[\d+\][^[\]!]*!/.test(formula) ? "formulas that refer to other workbooks" : undefined;
}

/**
 * The cells of a sheet's text after edits: rows and cells at their new places, without those that are gone or on another sheet, and formulas that follow.
 *
 * @param leave called with the words for what cells lose that are on another sheet
 */
export function withMovedCells(xml: string, where: string, home: string, edits: Edits, leave: (words: string) => void): string {
  const own = editsOfCells(home, edits);
  const formulas = movedFormulas(xml, where, home, edits);
  if (own.length === 0) return formulas.size > 0 ? edited(xml, [...formulas.values()]) : xml;
  const move = cellMover(home, own);
  const rows = new Map<number, RowText>();
  let data: Span | undefined;
  let dimension: Span | undefined;
  let isInData = false;
  let name = "row";
  let current: RowText | undefined;
  let cell: { readonly start: number; readonly tag: Span; readonly row: number; readonly column: number; readonly edits: Edit[] } | undefined;
  let [row, column, depth, rest] = [-1, -1, 0, -1];
  const rowAt = (at: number): RowText => {
    const known = rows.get(at) ?? { tag: `<${name} r="${at + 1}">`, cells: [], rest: "" };
    rows.set(at, known);
    return known;
  };
  const endOfCell = (at: NonNullable<typeof cell>, end: number): void => {
    const now = move(at);
    if (!now) {
      const lost = unknownToGrid(xml.slice(at.start, end));
      if (lost !== undefined && areaAfter({ row: at.row, column: at.column, rows: 1, columns: 1, sheet: home }, own)) leave(lost);
      return;
    }
    const tag = { ...at.tag, text: withAttribute(xml.slice(at.tag.start, at.tag.end), "r", refOf(now)) };
    const text = [tag, ...at.edits].reduceRight(
      (all, edit) => all.slice(0, edit.start - at.start) + edit.text + all.slice(edit.end - at.start),
      xml.slice(at.start, end),
    );
    rowAt(now.row).cells.push({ column: now.column, text });
  };
  readXml(xml, where, {
    open: (element, a, start, end) => {
      if (element === "dimension") dimension = { start, end };
      if (element === "sheetData") {
        data = { start: end, end };
        isInData = true;
      }
      if (!isInData) return;
      depth++;
      if (depth === 2 && element === "row") {
        row = a["r"] === undefined ? row + 1 : Number(a["r"]) - 1;
        column = -1;
        const tag = withoutAttribute(xml.slice(start, end), "spans").replace(/\s*\/>$/, ">");
        name = /^<([^\s/>]+)/.exec(tag)![1]!;
        const now = lineAfter(row, "rows", home, own);
        current = now === undefined ? undefined : rowAt(now);
        if (current) current.tag = withAttribute(tag, "r", String(now! + 1));
      } else if (depth === 3 && element === "c") {
        const at = cellIn(a["r"] ?? "") ?? { row, column: column + 1 };
        column = at.column;
        cell = { start, tag: { start, end }, ...at, edits: [] };
      } else if (depth === 3) rest = start;
      else if (element === "f") {
        const formula = formulas.get(start);
        if (formula) cell?.edits.push(formula);
      }
    },
    close: (element, start, end) => {
      if (!isInData) return;
      if (depth === 3 && cell) {
        endOfCell(cell, end);
        cell = undefined;
      } else if (depth === 3 && rest >= 0) {
        if (current) current.rest += xml.slice(rest, end);
        rest = -1;
      }
      if (--depth > 0) return;
      data = { start: data!.start, end: start };
      isInData = false;
    },
  });
  if (!data || data.end <= data.start) return xml;
  const texts = [...rows].sort(([a], [b]) => a - b).map(([, one]) => rowText(one));
  const ends = [...rows].flatMap(([at, { cells }]) => [...cells.slice(0, 1), ...cells.slice(-1)].map((one) => ({ row: at, column: one.column })));
  const used = dimension && ends.length > 0 ? around(ends) : undefined;
  const size = used ? [{ ...dimension!, text: withAttribute(xml.slice(dimension!.start, dimension!.end), "ref", blockText(used)) }] : [];
  return edited(xml, [...size, { ...data, text: texts.join("") }]);
}
