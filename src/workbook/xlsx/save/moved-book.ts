import { filled } from "../../filled";
import type { Book, BookCell, BookSheet } from "../../book";
import { placeOf } from "../../cell-reference";
import { editedFormula } from "../../formulas/edited-formula";
import { movedFormats } from "../../edits/edited-cells";
import type { BookEdit } from "../../edits/moved-areas";
import { cellMover, editsOfCells, lineAfter, movedBlock, movedCell, movedColumns, nextLine, sheetAfter } from "../../edits/moved-places";
import { filterAfter } from "../../sheet-filter";
import { withContents, withoutParts } from "../edit-package";
import { movedShapes } from "../note-shapes";
import { partNamed, relationshipsOf, sheetParts, type SheetPart } from "../package-parts";
import { xmlText } from "../read-xml";
import { placedCells } from "./placed-cells";
import type { Parts } from "../unpack";
import { withMovedCells } from "./moved-cells";
import { movedPart, type Leave } from "./moved-part";
import type { EditedBook } from "./edited-book";

type Edits = readonly BookEdit[];

/** The edits of an opened book, with renames and deletions of sheets that only its present sheets show. */
export function editsSince(opened: Book, { book, origins, edits = [] }: EditedBook): Edits {
  const more = opened.sheets.flatMap(({ name }, i): BookEdit[] => {
    const [was, is] = [sheetAfter(name, edits), book.sheets[origins.indexOf(i)]?.name];
    if (was === undefined || was === is) return [];
    return [is === undefined ? { kind: "remove", sheet: was } : { kind: "rename", sheet: was, name: is }];
  });
  return more.length === 0 ? edits : [...edits, ...more];
}

const movedLines = <T extends { readonly row: number }>(lines: readonly T[], sheet: string, edits: Edits): T[] =>
  lines
    .flatMap((line) => {
      const row = lineAfter(line.row, "rows", sheet, edits);
      return row === undefined ? [] : [{ ...line, row }];
    })
    .sort((a, b) => a.row - b.row);

/** The cells of a sheet, with single values in place of the results of arrays that the edits cut or widen: each of their cells moves for itself. */
function withoutCutArrays(sheet: BookSheet, edits: Edits): readonly BookCell[] {
  const isCut = ({ row, column, spill }: BookCell): boolean => {
    if (!spill || spill.length * (spill[0]?.length ?? 0) < 2) return false;
    const block = { row, column, rows: spill.length, columns: spill[0]?.length ?? 1 };
    const [moved, first] = [movedBlock(block, sheet.name, edits), movedCell(block, sheet.name, edits)];
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

/** A sheet as it was opened, with its cells and formulas at the places that they have after edits. Cells that are on other sheets now are left out. */
export function movedSheet(sheet: BookSheet, all: Edits): BookSheet {
  if (all.length === 0) return sheet;
  const { name } = sheet;
  const edits = editsOfCells(name, all);
  const whole = edits.length > 0 ? withoutCutArrays(sheet, edits) : sheet.cells;
  const move = cellMover(name, edits);
  const cells = whole.flatMap((cell) => {
    const at = move(cell);
    return at ? [{ ...cell, ...at, ...(cell.formula === undefined ? {} : { formula: editedFormula(cell.formula, all, { home: name }) }) }] : [];
  });
  const formats = movedFormats(sheet.formats ?? [], name, all);
  if (edits.length === 0) return { ...sheet, cells, ...(formats.length > 0 ? { formats } : {}) };
  const columns = (sheet.columns ?? [])
    .flatMap((size) => movedColumns(size.from, size.to, name, edits).map((span) => ({ ...size, ...span })))
    .sort((a, b) => a.from - b.from);
  const merges = (sheet.merges ?? []).flatMap((block) => movedBlock(block, name, edits) ?? []);
  const rows = movedLines(sheet.rows ?? [], name, edits);
  const filter = sheet.filter && filterAfter(sheet.filter, name, edits);
  const notes = (sheet.notes ?? []).flatMap((note) => {
    const at = movedCell(note, name, edits);
    return at ? [{ ...note, ...at }] : [];
  });
  notes.sort((a, b) => placeOf(a.row, a.column) - placeOf(b.row, b.column));
  return { ...filled({ ...sheet, filter, formats, columns, rows, merges, notes }), name, cells };
}

/** Notes and controls in the older form of drawings. A note goes with its cell; other shapes stay with their rows and columns. */
function movedDrawing(vml: string, sheet: string, edits: Edits): string {
  return movedShapes(
    vml,
    (at) => movedCell(at, sheet, edits),
    (line, axis) => nextLine(line, axis, sheet, edits),
  );
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

/** The parts of a file after edits, and what stays where it is though its cells moved: words, by the name of the sheet as it was opened. */
export interface MovedParts {
  readonly parts: Parts;
  readonly left: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A copy of a sheet, with the name that the copied sheet had in the file. */
interface MovedCopy {
  readonly name: string;
  readonly part: string;
  readonly edits: Edits;
}

/** The parts of a file after edits: everything that refers to cells or sheets follows. */
export function movedParts(before: Parts, workbook: string, opened: Book, edits: Edits, copies: readonly MovedCopy[] = []): MovedParts {
  const left = new Map<string, ReadonlySet<string>>();
  if (edits.length === 0) return { parts: before, left };
  const sheets = sheetParts(before, workbook);
  const gone = sheets.filter(({ name, hasCells }) => hasCells && sheetAfter(name, edits) === undefined);
  let parts = withoutParts(
    before,
    gone.map(({ part }) => part),
  );
  const changed = new Map<string, string>();
  const done = new Set<string>();
  const move = (part: string, write: (xml: string) => string): void => {
    const bytes = partNamed(parts, part);
    if (!bytes || done.has(part)) return;
    done.add(part);
    const xml = xmlText(bytes);
    const moved = write(xml);
    if (moved !== xml) changed.set(part, moved);
  };
  const moveSheet = ({ name, part, hasCells }: Pick<SheetPart, "name" | "part" | "hasCells">, since: Edits): ReadonlySet<string> => {
    const own = editsOfCells(name, since);
    const stays = new Set<string>();
    const { notes, formats = [] } = opened.sheets.find((one) => one.name === name) ?? {};
    const known = new Set(formats.map(({ source }) => source));
    const leave: Leave = (words, sources) => {
      // Those that the book has go with their cells, also to other sheets.
      const goes = /^(?:notes|comments)$/.test(words) ? notes !== undefined : sources.length > 0 && sources.every((source) => known.has(source));
      if (!goes) stays.add(words);
    };
    const follow = (xml: string, where: string): string => movedPart(xml, where, name, since, leave);
    if (hasCells)
      move(part, (xml) =>
        follow(
          withMovedCells(xml, part, name, since, (words) => leave(words, [])),
          part,
        ),
      );
    for (const one of ownParts(parts, part))
      if (/\.vml$/i.test(one)) {
        if (own.length > 0) move(one, (xml) => movedDrawing(xml, name, own));
      } else move(one, (xml) => follow(xml, one));
    return stays;
  };
  for (const copy of copies) {
    moveSheet({ ...copy, hasCells: true }, copy.edits);
    for (const drawing of ownParts(parts, copy.part))
      for (const { target, type } of relationshipsOf(parts, drawing))
        if (type === "chart") move(target, (xml) => movedPart(xml, target, undefined, copy.edits));
  }
  for (const sheet of sheets) {
    const stays = gone.includes(sheet) ? undefined : moveSheet(sheet, edits);
    if (stays && stays.size > 0) left.set(sheet.name, stays);
  }
  // Charts name a sheet in each reference, and some are on chart sheets.
  for (const name of parts.keys()) if (/chart[^/]*\.xml$/i.test(name)) move(name.replace(/^\//, ""), (xml) => movedPart(xml, name, undefined, edits));
  for (const { target, type } of relationshipsOf(parts, workbook))
    if (type === "pivotCacheDefinition") move(target, (xml) => movedPart(xml, target, undefined, edits));
  if (changed.size > 0) parts = withContents(parts, changed);
  // Excel writes the calculation chain again.
  const isMoved = edits.some(({ kind }) => kind !== "rename");
  const chain = isMoved ? relationshipsOf(parts, workbook).filter(({ type }) => type === "calcChain") : [];
  return {
    parts: withoutParts(
      parts,
      chain.map(({ target }) => target),
    ),
    left,
  };
}
