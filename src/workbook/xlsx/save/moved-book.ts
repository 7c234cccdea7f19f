import type { Block, Book, BookCell, BookSheet, SheetFilter } from "../../book";
import { placeOf } from "../../cell-reference";
import { movedFilter } from "../../sheet-filter";
import { lineAfter, movedBlock, movedCell, type LineEdit } from "../../line-edits";
import { movedFormats } from "../../edited-formats";
import { movedFormula, type SheetFate, type SheetFates } from "../../moved-formula";
import { withContents, withoutParts } from "../edit-package";
import { movedShapes } from "../note-shapes";
import { partNamed, relationshipsOf } from "../package-parts";
import { xmlText } from "../read-xml";
import { placedCells } from "../placed-cells";
import { sheetParts } from "../sheet-parts";
import type { Parts } from "../unpack";
import { movedCells } from "./moved-cells";
import { movedPart, nextLine } from "./moved-part";
import type { EditedBook } from "./edited-book";

/** What became of the sheets of an opened book. Sheets that kept their name and their lines are not in it. */
export function fatesOf(opened: Book, { book, origins, edits }: EditedBook): SheetFates {
  return new Map(
    opened.sheets.flatMap(({ name }, i): [string, SheetFate][] => {
      const now = origins.indexOf(i);
      const own = edits?.get(i) ?? [];
      if (now < 0) return [[name.toLowerCase(), undefined]];
      const is = book.sheets[now]!.name;
      return is === name && own.length === 0 ? [] : [[name.toLowerCase(), { name: is, edits: own }]];
    }),
  );
}

const movedLines = <T extends { readonly row: number }>(lines: readonly T[], edits: readonly LineEdit[]): T[] =>
  lines
    .flatMap((line) => {
      const row = lineAfter(line.row, "rows", edits);
      return row === undefined ? [] : [{ ...line, row }];
    })
    .sort((a, b) => a.row - b.row);

/** The cells of a sheet, with single values in place of the results of arrays that the edits cut or widen: each of their cells moves for itself. */
function withoutCutArrays(sheet: BookSheet, edits: readonly LineEdit[]): readonly BookCell[] {
  const isCut = ({ row, column, spill }: BookCell): boolean => {
    if (!spill || spill.length * (spill[0]?.length ?? 0) < 2) return false;
    const block = { row, column, rows: spill.length, columns: spill[0]?.length ?? 1 };
    const [moved, first] = [movedBlock(block, edits), movedCell(block, edits)];
    return !moved || !first || moved.rows !== block.rows || moved.columns !== block.columns || moved.row !== first.row || moved.column !== first.column;
  };
  const cut = sheet.cells.filter(isCut);
  if (cut.length === 0) return sheet.cells;
  const placed = placedCells({ cells: cut });
  const own = new Set(cut.map(({ row, column }) => placeOf(row, column)));
  const filled = new Map([...placed].filter(([at]) => !own.has(at)).map(([at, { cell }]) => [at, cell]));
  const cells = sheet.cells.map((cell): BookCell => {
    const value = filled.get(placeOf(cell.row, cell.column))?.value;
    filled.delete(placeOf(cell.row, cell.column));
    if (value !== undefined && cell.value === null && cell.formula === undefined) return { ...cell, value };
    if (!isCut(cell)) return cell;
    const { spill, ...single } = cell;
    return { ...single, value: cell.value ?? spill?.[0]?.[0] ?? null };
  });
  return [...cells, ...filled.values()];
}

/** A sheet's filter at the place that it has after edits. */
export function filterAfter({ name, filter }: BookSheet, fates: SheetFates): SheetFilter | undefined {
  const edits = fates.get(name.toLowerCase())?.edits ?? [];
  return filter && movedFilter(filter, movedBlock(filter.block, edits), (column) => lineAfter(column, "columns", edits));
}

/** A sheet as it was opened, with its cells and formulas at the places that they have after edits of sheets. */
export function movedSheet(sheet: BookSheet, fates: SheetFates): BookSheet {
  if (fates.size === 0) return sheet;
  const edits = fates.get(sheet.name.toLowerCase())?.edits ?? [];
  const whole = edits.length > 0 ? withoutCutArrays(sheet, edits) : sheet.cells;
  const cells = whole.flatMap((cell) => {
    const at = movedCell(cell, edits);
    if (!at) return [];
    return [{ ...cell, ...at, ...(cell.formula === undefined ? {} : { formula: `=${movedFormula(cell.formula.replace(/^=/, ""), sheet.name, fates)}` }) }];
  });
  const formats = movedFormats(sheet.formats ?? [], sheet.name, fates);
  if (edits.length === 0) return { ...sheet, cells, ...(formats.length > 0 ? { formats } : {}) };
  const columns = (sheet.columns ?? []).flatMap((size) => {
    const all: Block = { row: 0, rows: 1, column: size.from, columns: size.to - size.from + 1 };
    const block = movedBlock(
      all,
      edits.filter(({ along }) => along === "columns"),
    );
    return block ? [{ ...size, from: block.column, to: block.column + block.columns - 1 }] : [];
  });
  const merges = (sheet.merges ?? []).flatMap((block) => movedBlock(block, edits) ?? []);
  const rows = movedLines(sheet.rows ?? [], edits);
  const filter = filterAfter(sheet, fates);
  const notes = (sheet.notes ?? []).flatMap((note) => {
    const at = movedCell(note, edits);
    return at ? [{ ...note, ...at }] : [];
  });
  const { columns: _, rows: __, merges: ___, filter: ____, notes: _____, formats: ______, ...rest } = sheet;
  return {
    ...rest,
    cells,
    ...(filter ? { filter } : {}),
    ...(formats.length > 0 ? { formats } : {}),
    ...(columns.length > 0 ? { columns } : {}),
    ...(rows.length > 0 ? { rows } : {}),
    ...(merges.length > 0 ? { merges } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** Notes and controls in the older form of drawings. A note goes with its cell. */
function movedDrawing(vml: string, edits: readonly LineEdit[]): string {
  const line = (text: string, along: LineEdit["along"]): string => String(nextLine(Number(text), along, edits));
  return movedShapes(vml, (at) => (movedCell(at, edits) ? at : undefined))
    .replace(/(<x:Anchor>)([^<]*)(<\/x:Anchor>)/g, (whole, open: string, list: string, close: string) => {
      const at = list.split(",").map((one) => one.trim());
      if (at.length !== 8) return whole;
      for (const [i, along] of [
        [0, "columns"],
        [2, "rows"],
        [4, "columns"],
        [6, "rows"],
      ] as const)
        at[i] = line(at[i]!, along);
      return `${open}${at.join(", ")}${close}`;
    })
    .replace(/(<x:Row>)\s*(\d+)\s*(<\/x:Row>)/g, (_, open: string, text: string, close: string) => `${open}${line(text, "rows")}${close}`)
    .replace(/(<x:Column>)\s*(\d+)\s*(<\/x:Column>)/g, (_, open: string, text: string, close: string) => `${open}${line(text, "columns")}${close}`);
}

/** Parts that belong to a sheet, also through its drawings. */
function ownParts(parts: Parts, sheet: string): string[] {
  const found = new Set<string>();
  const waiting = [sheet];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop())
    for (const { target, external, type } of relationshipsOf(parts, part)) {
      if (external || found.has(target) || !partNamed(parts, target)) continue;
      if (!/^(?:table|comments|threadedComment|drawing|vmlDrawing|pivotTable|ctrlProp)$/.test(type)) continue;
      found.add(target);
      waiting.push(target);
    }
  return [...found];
}

/** The parts of a file after sheets were renamed or deleted, and rows and columns inserted, removed or moved: everything that refers to their cells follows. */
export function movedParts(before: Parts, workbook: string, opened: Book, fates: SheetFates): Parts {
  if (fates.size === 0) return before;
  const sheets = sheetParts(before, workbook);
  const isGone = (name: string): boolean => fates.has(name.toLowerCase()) && fates.get(name.toLowerCase()) === undefined;
  const gone = sheets.filter(({ name, hasCells }) => hasCells && isGone(name));
  let parts = withoutParts(
    before,
    gone.map(({ part }) => part),
  );
  const changed = new Map<string, string>();
  const move = (part: string, write: (xml: string) => string): void => {
    const bytes = partNamed(parts, part);
    if (!bytes || changed.has(part)) return;
    const xml = xmlText(bytes);
    const moved = write(xml);
    if (moved !== xml) changed.set(part, moved);
  };
  for (const { name, part, hasCells } of sheets) {
    if (isGone(name)) continue;
    const own = fates.get(name.toLowerCase())?.edits ?? [];
    if (hasCells) move(part, (xml) => movedPart(movedCells(xml, part, name, fates), part, name, fates));
    for (const one of ownParts(parts, part))
      if (/\.vml$/i.test(one)) {
        if (own.length > 0) move(one, (xml) => movedDrawing(xml, own));
      } else move(one, (xml) => movedPart(xml, one, name, fates));
  }
  // Charts name a sheet in each reference, and some are on chart sheets.
  for (const name of parts.keys()) if (/chart[^/]*\.xml$/i.test(name)) move(name.replace(/^\//, ""), (xml) => movedPart(xml, name, undefined, fates));
  for (const { target, type } of relationshipsOf(parts, workbook))
    if (type === "pivotCacheDefinition") move(target, (xml) => movedPart(xml, target, undefined, fates));
  if (changed.size > 0) parts = withContents(parts, changed);
  // Excel writes the calculation chain again.
  const chain = relationshipsOf(parts, workbook).filter(({ type }) => type === "calcChain");
  const isMoved = gone.length > 0 || opened.sheets.some(({ name }) => (fates.get(name.toLowerCase())?.edits.length ?? 0) > 0);
  return isMoved
    ? withoutParts(
        parts,
        chain.map(({ target }) => target),
      )
    : parts;
}
