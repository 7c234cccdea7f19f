import { addressOf } from "../../workbook/cell-address";
import { EMPTY_CELL, type Content, type HeldCell, type PlainContent } from "../../workbook/edits/sheet-edits";
import { changeWords } from "./follow-formulas";
import { strips, blockOf, type CellWrite, type LineEdit, type TableSheet } from "../table-sheet";
import { holds, type KeyedRows, type Matched } from "../match-table";
import type { OwnColumn, TableMemory } from "../memory";
import { createOwnCells, CELL_STAYS, type OwnCells, type Target } from "./own-cells";
import { headingAt, type Beside } from "./own-columns";
import { isEmptyCell, shiftedAlong } from "./own-fields";
import type { OwnFormula } from "./own-formulas";
import type { Item } from "./order-rows";
import type { RefreshReport } from "./refresh-report";
import { asHostLeaves, followShape, type RowMoves } from "./row-moves";
import { rowWithValues, rowWords } from "../row-words";

interface BodyInput {
  readonly memory: TableMemory;
  readonly sheet: TableSheet;
  readonly matched: Matched;
  readonly beside: Beside;
  readonly items: readonly Item[];
  readonly moves: RowMoves;
  readonly known: KeyedRows;
  readonly fresh: KeyedRows;
  readonly emptied: ReadonlyMap<string, readonly PlainContent[]>;
  /** The rows that stay although their key was cleared, by line. */
  readonly healed: ReadonlyMap<number, string>;
  /** The line after the last one of the block. */
  readonly end: number;
}

type News = { -readonly [K in "added" | "revised" | "kept" | "extended"]: RefreshReport[K][number][] };

/** What was missing on the sheet and is back: rows by key, and cells by key and column. */
type Returned = Record<"rows", string[]> & Record<"cells", (readonly [key: string, column: number])[]>;

const isSame = ({ value, formula }: HeldCell, target: Content): boolean => {
  if (typeof target === "object" && target !== null) return formula === target.formula;
  return formula === "" && (target === null || target === "" ? value === null || value === "" : Object.is(value, target));
};

/** The sheet after the cells below the table have moved and the user's formulas are filled into new rows. */
function sheetThen({ sheet, moves, end, beside }: BodyInput): (line: number, field: number) => HeldCell {
  const [step] = moves.edits;
  const by = step === undefined ? 0 : step.kind === "insert" ? step.at.lines : -step.at.lines;
  const left = (cell: HeldCell): HeldCell => ({ ...cell, formula: asHostLeaves(cell.formula, moves.sheet, moves) });
  return (line, field) => {
    const shape = beside.formulas.get(field);
    if (shape && !shape.isHidden && line >= end && line < moves.newEnd)
      return { value: 0, formula: shiftedAlong(asHostLeaves(shape.formula, moves.sheet, moves), line - shape.line, moves.orientation) };
    if (step === undefined || line < step.at.line) return left(sheet.at(line, field));
    if (line < step.at.line + by) return EMPTY_CELL;
    return left(sheet.at(line - by, field));
  };
}

/** What a cell of ours shows in a row of the answer that is on the sheet. */
function published({ memory, sheet, known, fresh }: BodyInput, own: OwnCells, news: News, returned: Returned) {
  const { columns, gone } = memory;
  return (key: string, line: number, field: number, c: number, to: number): Target => {
    const now = fresh.get(key)!;
    const cell = sheet.at(line, field);
    const [before, content] = [known.get(key)![c] ?? null, now[c] ?? null];
    const [row, column] = [rowWords(columns, now), columns[c]!.heading];
    if (cell.formula !== "" || (cell.value !== null && !holds(cell.value, before))) {
      if (cell.formula !== "" || !holds(cell.value, content)) news.kept.push({ row, column, shown: cell.value, published: content });
      return own.moved(line, field, to);
    }
    if (cell.value === null && content !== null && before !== null && before !== "") returned.cells.push([key, c]);
    else if (!holds(before, content) && !gone.includes(key)) news.revised.push({ row, column, from: before, to: content });
    return line === to && holds(cell.value, content) ? CELL_STAYS : content;
  };
}

/** What a cell of ours shows in a row that stays without being in the answer. */
function withheld({ memory, sheet, known, emptied }: BodyInput, own: OwnCells) {
  return (key: string, line: number, field: number, c: number, to: number): Target => {
    const { value, formula } = sheet.at(line, field);
    const isOurs = formula === "" && (value === null || holds(value, known.get(key)![c] ?? null));
    return isOurs && !(memory.columns[c]!.key && value === null) ? (emptied.get(key)![c] ?? null) : own.moved(line, field, to);
  };
}

/** Says what each cell of the rows holds after the refresh. */
function contents(input: BodyInput, own: OwnCells, news: News, returned: Returned) {
  const { matched, beside, fresh, healed } = input;
  const columnAt = new Map(matched.fields.flatMap((field, c) => (field === undefined ? [] : [[field, c] as const])));
  const [inAnswer, below] = [published(input, own, news, returned), withheld(input, own)];
  return (item: Item, index: number, field: number, to: number): Target => {
    const { key, line, isGone } = item;
    const [c, shape] = [columnAt.get(field), beside.formulas.get(field)];
    if (c !== undefined && key !== undefined && line === undefined) return fresh.get(key)![c] ?? null;
    if (beside.arrays.has(field)) return own.ofArray(field, to);
    const left = key ?? healed.get(line!);
    if (c !== undefined && left !== undefined) return (key === undefined || isGone ? below : inAnswer)(left, line!, field, c, to);
    if (shape && !isGone) return own.ofShape(shape, key === undefined ? undefined : index, item, to);
    if (line === undefined || (shape && beside.isOfShape(line, field))) return null;
    return own.moved(line, field, to);
  };
}

/** The step that moves the number formats of the user's cells with them, and the one that takes it back. */
function carriedFormats({ sheet, matched: { from }, beside, items, moves }: BodyInput): { carried: LineEdit[]; carriedBack: LineEdit[] } {
  const deleted = moves.edits[0]?.kind === "delete" ? moves.edits[0].at.line : Infinity;
  const cells = items.flatMap(({ line }, i) =>
    line === undefined || line === from + i || line >= deleted
      ? []
      : beside.span.own.flatMap((field) => {
          const { value, formula } = sheet.at(line, field);
          const isTyped = (formula !== "" || typeof value === "number") && !beside.isOfShape(line, field);
          return isTyped ? [{ from: { line, field, lines: 1, fields: 1 }, to: { line: from + i, field, lines: 1, fields: 1 } }] : [];
        }),
  );
  if (cells.length === 0) return { carried: [], carriedBack: [] };
  const { field, fields } = beside.span;
  const at = { line: from, lines: items.length, field, fields };
  const [before, after] = [cells.map((cell) => cell.from), cells.map((cell) => cell.to)];
  return { carried: [{ kind: "carry", at, from: before, to: after }], carriedBack: [{ kind: "carry", at, from: after, to: before }] };
}

/** Plans what the rows of a table hold, and the user's columns beside them, and says what of it is news. Only cells that differ are written. */
export function planBody(input: BodyInput) {
  const { memory, sheet, matched, beside, items, moves, known, fresh, end } = input;
  const { columns } = memory;
  const { from, fields } = matched;
  const news: News = { added: [], revised: [], kept: [], extended: [] };
  const returned: Returned = { rows: [], cells: [] };
  const writes: CellWrite[] = [];
  const isLive = ({ key, isGone }: Item): boolean => key !== undefined && !isGone;
  const own = createOwnCells({ sheet, beside, moves, count: items.filter(isLive).length });
  const [then, content] = [sheetThen(input), contents(input, own, news, returned)];
  const { field: first, fields: many } = beside.span;
  const put = (line: number, of: (field: number) => Target): void => {
    for (let field = first; field < first + many; field++) {
      const target = of(field);
      if (target !== CELL_STAYS && !isSame(then(line, field), target)) writes.push({ line, field, content: target });
    }
  };
  let index = 0;
  items.forEach((item, i) => {
    const { key, line } = item;
    put(from + i, (field) => content(item, index, field, from + i));
    if (key === undefined || !isLive(item)) return;
    index++;
    if (line === undefined && known.has(key)) returned.rows.push(key);
    else if (line === undefined || memory.gone.includes(key)) news.added.push(rowWithValues(columns, fresh.get(key)!));
  });
  const [step] = moves.edits;
  const endThen = step?.kind === "delete" ? Math.min(end, step.at.line) : end;
  for (let line = from + items.length; line < endThen; line++) put(line, (field) => (beside.arrays.has(field) ? CELL_STAYS : null));

  // Lines that had no row of the answer before.
  const newLines = items.flatMap((item, i) => (isLive(item) && !beside.keyAt.has(from + i) ? [from + i] : []));
  // A row that moves below the table may be where no row was.
  const rowsThen = new Set(matched.lines.values());
  const below = items.flatMap(({ isGone }, i) => (isGone && !rowsThen.has(from + i) ? [from + i] : []));
  const formats = strips([...newLines, ...below]).flatMap((strip) =>
    columns.flatMap(({ format }, c): LineEdit[] => {
      const field = fields[c];
      return field === undefined ? [] : [{ kind: "format", at: { ...strip, field, fields: 1 }, format: format ?? "General" }];
    }),
  );
  const fills: LineEdit[] = [];
  for (const { field, line, formula, isHidden } of beside.formulas.values()) {
    const at = { line, field, lines: 1, fields: 1 };
    if (!isHidden && moves.newEnd > end) fills.push({ kind: "fill", at: { ...at, line: end, lines: moves.newEnd - end }, from: at });
    const cell = { sheet: moves.sheet, ...blockOf(at, moves.orientation) };
    for (const words of changeWords(addressOf(cell), followShape(formula, moves.sheet, moves, 0))) news.extended.push(words);
  }
  return { writes, fills, formats, ...carriedFormats(input), newLines, own: ownColumns(input), returned, news, lost: own.lost(), stuck: own.stuck() };
}

/** What to remember of the user's columns with one formula. */
function ownColumns({ sheet, matched, beside, moves }: BodyInput): OwnColumn[] {
  const { from, heading } = matched;
  const present = new Set(beside.keyAt.values());
  return [...beside.formulas.values()].map(({ field, formula, line, head, tail }): OwnColumn => {
    const to = from + head.length;
    const kept = (cells: OwnFormula["head"], first: number) =>
      cells.map((cell, i) => ({
        line: first + i,
        value: cell.value,
        formula: cell.formula === "" ? "" : followShape(cell.formula, moves.sheet, moves, first + i - cell.line).formula,
      }));
    const edges = new Set([...head, ...tail].map((cell) => cell.line));
    const away = (beside.remembered.get(field)?.empty ?? []).filter((key) => !present.has(key));
    const here = [...beside.keyAt].flatMap(([at, key]) => (isEmptyCell(sheet.at(at, field)) && !edges.has(at) ? [key] : []));
    return {
      heading: heading === undefined ? "" : headingAt(sheet, heading, field),
      field,
      from,
      formula: followShape(formula, moves.sheet, moves, to - line).formula,
      line: to,
      head: kept(head, from),
      tail: kept(tail, moves.newEnd - tail.length),
      empty: [...away, ...here],
    };
  });
}
