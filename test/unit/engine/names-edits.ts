import type { EditedBook } from "./edited-book";
import {
  cellAt,
  copyOf,
  moveCells,
  pasteCut,
  rangesIn,
  textOfFormula,
  textOfName,
  type Formula,
  type Model,
  type Name,
  type Range,
  type Sheet,
} from "./names-model";

/* Random books with names, and random edits of them: of the model, with the command that does the same in the engine. */

const ROWS = 12;
/** Columns of numbers; formulas are right of them. */
const NUMBERS = 4;
const COLUMNS = 8;
const SHEETS = ["Sheet1", "Data", "My data", "It's", "Q1", "Rates 2024", "A.b"];
const NAMES = ["Rate", "Rates", "Total", "Own", "Growth_1", "Other.name"].flatMap((name) => [name, `${name}_b`, `${name}.c`, `${name}s`]);
export const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

type Random = (below: number) => number;
/** Numbers by a seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
export const one = <T>(random: Random, items: readonly T[]): T => items[random(items.length)]!;

/** A random formula over numbers and names; a name's formula has no name that could lead back to it. */
function formulaFor(random: Random, model: Model, names: readonly Name[], kinds: readonly Formula["kind"][]): Formula {
  const sheet = one(random, model.sheets);
  const cell = cellAt(sheet, random(ROWS), random(NUMBERS));
  const [row, column] = [random(ROWS - 3), random(NUMBERS - 1)];
  const range = (): Range => ({ from: cellAt(sheet, row, column), to: cellAt(sheet, row + 1 + random(3), column + random(2)) });
  const live = names.filter(({ deleted }) => !deleted);
  const scalar = live.filter(({ formula }) => formula.kind !== "range");
  const kind = one(random, kinds);
  if (kind === "SUM" || kind === "range") return { kind, range: range() };
  if (kind === "SUM(name)" && live.length > 0) return { kind, name: one(random, live) };
  if (kind !== "cell" && kind !== "cell*2" && kind !== "SUM(name)" && scalar.length > 0)
    return { kind, ...(kind === "cell+name" ? { cell } : {}), name: one(random, scalar) };
  return { kind: "cell*2", cell };
}

/** True if a sheet has a name that is written like that of the workbook in this formula: it would mean the other one there. */
const isShadowed = (model: Model, { name }: Formula, sheet: Sheet): boolean =>
  name !== undefined && name.sheet === undefined && model.names.some((other) => !other.deleted && other.sheet === sheet && other.name === name.name);

const IN_CELLS = ["cell*2", "SUM", "cell+name", "SUM(name)", "name", "name+1"] as const;
const IN_NAMES = ["cell", "cell", "cell*2", "range", "range", "SUM", "name+1"] as const;

function freeName(random: Random, model: Model): string | undefined {
  // A name that is defined again would repair formulas that use the deleted one.
  const free = NAMES.filter((name) => !model.names.some((other) => other.name === name));
  return free.length > 0 ? one(random, free) : undefined;
}

function addName(random: Random, model: Model): Name | undefined {
  const name = freeName(random, model);
  if (name === undefined) return undefined;
  const sheet = random(3) === 0 ? one(random, model.sheets) : undefined;
  const added: Name = { name, sheet, formula: formulaFor(random, model, model.names, IN_NAMES), deleted: false };
  model.names.push(added);
  return added;
}

export function firstModel(random: Random): Model {
  const model: Model = { sheets: SHEETS.slice(0, 3).map((name) => ({ name, deleted: false, cells: new Map() })), names: [] };
  for (const sheet of model.sheets)
    for (let row = 0; row < ROWS; row++)
      for (let column = 0; column < NUMBERS; column++) if (random(3) > 0) cellAt(sheet, row, column).content = 1 + random(1_000);
  for (let i = 0; i < 4; i++) addName(random, model);
  for (const sheet of model.sheets)
    for (let row = 0; row < 6; row++) cellAt(sheet, row, NUMBERS + 1 + random(3)).content = formulaFor(random, model, model.names, IN_CELLS);
  return model;
}

/** An edit of the model, and the command that does the same in the engine; undefined if it cannot be done now. */
type Edit = (random: Random, model: Model) => { readonly command: string; readonly sheet?: Sheet; readonly params: (book: EditedBook) => object } | undefined;

const isWithin = ({ from, to }: Range, rows: readonly [number, number], columns: readonly [number, number]): boolean =>
  from.place!.row >= rows[0] && to.place!.row <= rows[1] && from.place!.column >= columns[0] && to.place!.column <= columns[1];
const meets = ({ from, to }: Range, rows: readonly [number, number], columns: readonly [number, number]): boolean =>
  from.place!.row <= rows[1] && to.place!.row >= rows[0] && from.place!.column <= columns[1] && to.place!.column >= columns[0];
const rangeOf = (rows: readonly [number, number], columns: readonly [number, number]) => ({
  startRow: rows[0],
  endRow: rows[1],
  startColumn: columns[0],
  endColumn: columns[1],
});
const ALL = [0, Infinity] as const;

/** Inserts or deletes rows, columns or cells. */
const lines =
  (kind: "insert" | "delete", axis: "rows" | "columns", isWhole: boolean): Edit =>
  (random, model) => {
    const sheet = one(random, model.sheets);
    const isRows = axis === "rows";
    const at = random(isRows ? ROWS : COLUMNS);
    const count = 1 + random(2);
    const first = random(isRows ? COLUMNS - 2 : ROWS - 3);
    const across = isWhole ? ALL : ([first, first + random(3)] as const);
    const isAcross = (line: number): boolean => line >= across[0] && line <= across[1];
    const next = (line: number): number | undefined =>
      kind === "insert" ? (line >= at ? line + count : line) : line < at ? line : line >= at + count ? line - count : undefined;
    const keeps = ({ from, to }: Range): boolean =>
      isRows ? !(isAcross(from.place!.column) && isAcross(to.place!.column)) : !(isAcross(from.place!.row) && isAcross(to.place!.row));
    moveCells(
      model,
      sheet,
      (row, column) => {
        if (!isAcross(isRows ? column : row)) return [row, column];
        const moved = next(isRows ? row : column);
        return moved === undefined ? undefined : isRows ? [moved, column] : [row, moved];
      },
      keeps,
    );
    const span = [at, at + count - 1] as const;
    const crossed = isWhole ? ([0, isRows ? 255 : 9_999] as const) : (across as readonly [number, number]);
    const range = isRows ? rangeOf(span, crossed) : rangeOf(crossed, span);
    const name = isRows ? "row" : "col";
    const [ofCells, direction] = isRows ? [kind === "insert" ? "down" : "up", 0] : [kind === "insert" ? "right" : "left", 3];
    const command = isWhole
      ? `sheet.command.${kind === "insert" ? `insert-${name}` : `remove-${name}-by-range`}`
      : `sheet.command.${kind}-range-move-${ofCells}`;
    return { command, ...(isWhole ? {} : { sheet }), params: (book) => ({ subUnitId: book.id(sheet.name), range, direction }) };
  };

const cutAndPaste: Edit = (random, model) => {
  const [from, into] = [one(random, model.sheets), random(3) > 0 ? undefined : one(random, model.sheets)];
  const target = into ?? from;
  const block = { row: random(ROWS), column: random(COLUMNS), rows: 1 + random(3), columns: 1 + random(3) };
  const [row, column] = [random(ROWS), random(COLUMNS)];
  if (target === from && row === block.row && column === block.column) return undefined;
  const spans = (r: number, c: number) => [[r, r + block.rows - 1] as const, [c, c + block.columns - 1] as const] as const;
  const [cut, pasted] = [spans(block.row, block.column), spans(row, column)];
  // What Excel does with a block that loses or gets a part along its own direction is tested by examples.
  for (const range of rangesIn(model)) {
    if (!range.from.place || !range.to.place) continue;
    const isCut = range.from.place.sheet === from && meets(range, ...cut) && !isWithin(range, ...cut);
    if (isCut && target === from && (row === block.row || column === block.column)) return undefined;
    const inside = (cell: Range["from"]) => cell.place!.row <= row && cell.place!.column <= column;
    const holds = inside(range.from) && range.to.place.row >= pasted[0][1] && range.to.place.column >= pasted[1][1];
    if (range.from.place.sheet === target && meets(range, ...pasted) && !isWithin(range, ...pasted) && !holds) return undefined;
  }
  if (target !== from)
    for (const { place, content } of from.cells.values())
      if (
        content !== null &&
        typeof content === "object" &&
        isWithin({ from: { place, content }, to: { place, content } }, ...cut) &&
        isShadowed(model, content, target)
      )
        return undefined;
  pasteCut(model, from, block, target, row, column);
  return {
    command: "sheet.command.move-range",
    params: (book) => ({
      fromUnitId: book.unitId,
      toUnitId: book.unitId,
      fromSubUnitId: book.id(from.name),
      toSubUnitId: book.id(target.name),
      fromRange: rangeOf(...cut),
      toRange: rangeOf(...pasted),
    }),
  };
};

const renameSheet: Edit = (random, model) => {
  const sheet = one(random, model.sheets);
  const free = SHEETS.filter((name) => !model.sheets.some((other) => other.name === name));
  const old = sheet.name;
  sheet.name = one(random, free);
  return { command: "sheet.command.set-worksheet-name", params: (book) => ({ subUnitId: book.id(old), name: sheet.name }) };
};

const deleteSheet: Edit = (random, model) => {
  if (model.sheets.length < 2) return undefined;
  const sheet = one(random, model.sheets);
  sheet.deleted = true;
  for (const cell of sheet.cells.values()) cell.place = undefined;
  model.sheets = model.sheets.filter((other) => other !== sheet);
  for (const name of model.names) if (name.sheet === sheet) name.deleted = true;
  return { command: "sheet.command.remove-sheet", params: (book) => ({ subUnitId: book.id(sheet.name) }) };
};

const named = (random: Random, model: Model): Name | undefined => {
  const live = model.names.filter(({ deleted }) => !deleted);
  return live.length > 0 ? one(random, live) : undefined;
};
const paramsOf = (book: EditedBook, name: Name, id: string, written = name.name) => ({
  id,
  name: written,
  formulaOrRefString: textOfName(name),
  localSheetId: name.sheet ? book.id(name.sheet.name) : "AllDefaultWorkbook",
});

/** Excel gives the copy the names of the sheet, and those of the workbook that refer to it, for its own cells. */
const copySheet: Edit = (random, model) => {
  if (model.sheets.length > 4) return undefined;
  const sheet = one(random, model.sheets);
  const first = sheet.name.replace(/ \(\d+\)$/, "");
  let n = 2;
  while (model.sheets.some(({ name }) => name === `${first} (${n})`)) n++;
  copyOf(model, sheet, `${first} (${n})`);
  return { command: "sheet.command.copy-sheet", params: (book) => ({ subUnitId: book.id(sheet.name) }) };
};

const drag =
  (axis: "rows" | "columns"): Edit =>
  (random, model) => {
    const sheet = one(random, model.sheets);
    const isRows = axis === "rows";
    const size = isRows ? ROWS : COLUMNS;
    const [at, count, to] = [random(size), 1 + random(2), random(size)];
    if (to >= at && to <= at + count) return undefined;
    const span = [at, at + count - 1] as const;
    const line = (place: Range["from"]["place"]): number => (isRows ? place!.row : place!.column);
    // What Excel does with a block that loses or gets a part along its own direction is tested by examples.
    for (const { from, to: end } of rangesIn(model)) {
      if (from.place?.sheet !== sheet || !end.place) continue;
      const [a, b] = [line(from.place), line(end.place)];
      if ((a <= span[1] && b >= span[0] && !(a >= span[0] && b <= span[1])) || (to > a && to <= b)) return undefined;
    }
    const next = (place: number): number => {
      if (place >= at && place < at + count) return to > at ? to - count + place - at : to + place - at;
      if (to > at) return place >= at + count && place < to ? place - count : place;
      return place >= to && place < at ? place + count : place;
    };
    moveCells(
      model,
      sheet,
      (row, column) => (isRows ? [next(row), column] : [row, next(column)]),
      () => false,
    );
    const whole = [0, isRows ? 255 : 9_999] as const;
    const rangeAt = (lines: readonly [number, number]) => ({ ...(isRows ? rangeOf(lines, whole) : rangeOf(whole, lines)), rangeType: isRows ? 1 : 2 });
    return {
      command: `sheet.command.move-${isRows ? "rows" : "cols"}`,
      params: (book) => ({ subUnitId: book.id(sheet.name), range: rangeAt(span), fromRange: rangeAt(span), toRange: rangeAt([to, to + count - 1]) }),
    };
  };

const defineName: Edit = (random, model) => {
  const name = addName(random, model);
  return name && { command: "sheet.command.insert-defined-name", params: (book) => paramsOf(book, name, `new-${name.name}-${random(1e6)}`) };
};

const renameName: Edit = (random, model) => {
  const name = named(random, model);
  const next = freeName(random, model);
  if (!name || !next) return undefined;
  const old = name.name;
  name.name = next;
  return { command: "sheet.command.set-defined-name", params: (book) => paramsOf(book, name, book.nameId(old, name.sheet?.name)) };
};

const changeName: Edit = (random, model) => {
  const name = named(random, model);
  if (!name) return undefined;
  const isBlock = name.formula.kind === "range";
  name.formula = formulaFor(random, model, [], isBlock ? ["range"] : ["cell", "cell*2", "SUM"]);
  return { command: "sheet.command.set-defined-name", params: (book) => paramsOf(book, name, book.nameId(name.name, name.sheet?.name)) };
};

const deleteName: Edit = (random, model) => {
  const name = named(random, model);
  // Formulas of a sheet's name would mean that of the workbook.
  if (!name || model.names.some((other) => other !== name && !other.deleted && other.name === name.name)) return undefined;
  name.deleted = true;
  return { command: "sheet.command.remove-defined-name", params: (book) => paramsOf(book, name, book.nameId(name.name, name.sheet?.name)) };
};

const type: Edit = (random, model) => {
  const sheet = one(random, model.sheets);
  const isFormula = random(2) === 0;
  const cell = cellAt(sheet, random(ROWS), isFormula ? NUMBERS + 1 + random(3) : random(NUMBERS));
  const content = isFormula ? formulaFor(random, model, model.names, IN_CELLS) : random(1_000);
  if (typeof content !== "number" && isShadowed(model, content, sheet)) return undefined;
  cell.content = content;
  const { row, column } = cell.place!;
  const value = typeof content === "number" ? { v: content, f: null, si: null, p: null } : { f: textOfFormula(content, sheet) };
  return {
    command: "sheet.command.set-range-values",
    params: (book) => ({ subUnitId: book.id(sheet.name), range: rangeOf([row, row], [column, column]), value }),
  };
};

export const EDITS: Readonly<Record<string, Edit>> = {
  "insert rows": lines("insert", "rows", true),
  "insert columns": lines("insert", "columns", true),
  "delete rows": lines("delete", "rows", true),
  "delete columns": lines("delete", "columns", true),
  "insert cells above": lines("insert", "rows", false),
  "insert cells left": lines("insert", "columns", false),
  "delete cells up": lines("delete", "rows", false),
  "delete cells left": lines("delete", "columns", false),
  "cut and paste": cutAndPaste,
  "rename a sheet": renameSheet,
  "delete a sheet": deleteSheet,
  "copy a sheet": copySheet,
  "drag rows": drag("rows"),
  "drag columns": drag("columns"),
  "define a name": defineName,
  "rename a name": renameName,
  "change a name": changeName,
  "delete a name": deleteName,
  type,
};
/** Kinds of edits; some are more frequent. */
export const KINDS = [...Object.keys(EDITS), "cut and paste", "cut and paste", "cut and paste", "type"];
