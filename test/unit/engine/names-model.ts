import type { Book, BookCell, DefinedName } from "../../../src/workbook/book";
import type { Block } from "../../../src/workbook/block";

/*
 * A small workbook that knows cells by identity instead of addresses: a formula refers to cells, not to their places. What an edit does to a reference follows from where its
 * cells went.
 */

/** A cell; one that is deleted or pasted over is gone. */
export interface Cell {
  place: { readonly sheet: Sheet; readonly row: number; readonly column: number } | undefined;
  content: number | Formula | null;
}
export interface Sheet {
  name: string;
  deleted: boolean;
  readonly cells: Map<string, Cell>;
}
/** A block of cells, by its corners. */
export interface Range {
  from: Cell;
  to: Cell;
}
export interface Name {
  name: string;
  /** Of one sheet. */
  sheet: Sheet | undefined;
  formula: Formula;
  deleted: boolean;
}
/** `kind` applied to what it refers to: a cell, a block, or a name. */
export interface Formula {
  readonly kind: "cell" | "cell*2" | "range" | "SUM" | "cell+name" | "SUM(name)" | "name" | "name+1";
  readonly cell?: Cell;
  readonly range?: Range;
  readonly name?: Name;
}
export interface Model {
  sheets: Sheet[];
  names: Name[];
}

export const key = (row: number, column: number): string => `${row},${column}`;
const cellsOf = (model: Model): Cell[] => model.sheets.flatMap((sheet) => [...sheet.cells.values()]);

/** The cell at a place; an empty one is created. */
export function cellAt(sheet: Sheet, row: number, column: number): Cell {
  const known = sheet.cells.get(key(row, column));
  if (known) return known;
  const cell: Cell = { place: { sheet, row, column }, content: null };
  sheet.cells.set(key(row, column), cell);
  return cell;
}

const formulasIn = (model: Model): Formula[] => [
  ...cellsOf(model).flatMap(({ content }) => (content !== null && typeof content === "object" ? [content] : [])),
  ...model.names.filter(({ deleted }) => !deleted).map(({ formula }) => formula),
];
export const rangesIn = (model: Model): Range[] => formulasIn(model).flatMap(({ range }) => range ?? []);

type Value = number | "error" | "cycle";

function valueOfCell(cell: Cell | undefined, within: readonly Cell[]): Value {
  if (!cell?.place) return "error";
  if (within.includes(cell)) return "cycle";
  const { content } = cell;
  return content === null ? 0 : typeof content === "number" ? content : valueOfFormula(content, [...within, cell]);
}

/** The cells of a block, in use or not. */
function cellsIn({ from, to }: Range): Cell[] | undefined {
  if (!from.place || !to.place) return undefined;
  const { sheet, row, column } = from.place;
  const all: Cell[] = [];
  for (let r = row; r <= to.place.row; r++)
    for (let c = column; c <= to.place.column; c++) {
      const cell = sheet.cells.get(key(r, c));
      if (cell) all.push(cell);
    }
  return all;
}

function sum(values: readonly Value[]): Value {
  if (values.includes("cycle")) return "cycle";
  return values.includes("error") ? "error" : values.reduce<number>((total, value) => total + (value as number), 0);
}

/** The value of a formula; any error is the same. */
export function valueOfFormula({ kind, cell, range, name }: Formula, within: readonly Cell[] = []): Value {
  const cells = (block: Range | undefined): Value => {
    const all = block && cellsIn(block);
    return all ? sum(all.map((one) => valueOfCell(one, within))) : "error";
  };
  if (kind === "cell*2") {
    const value = valueOfCell(cell, within);
    return typeof value === "number" ? value * 2 : value;
  }
  if (kind === "cell") return valueOfCell(cell, within);
  if (kind === "SUM" || kind === "range") return cells(range);
  if (!name || name.deleted) return "error";
  const named = valueOfFormula(name.formula, within);
  if (kind === "cell+name") return sum([valueOfCell(cell, within), named]);
  return kind === "name+1" ? sum([named, 1]) : named;
}

export const hasCycle = (model: Model): boolean => formulasIn(model).some((formula) => valueOfFormula(formula) === "cycle");

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const quoted = (name: string): string => (/^[A-Za-z_][\w.]*$/.test(name) && !/^[A-Z]{1,3}\d+$/i.test(name) ? name : `'${name.replaceAll("'", "''")}'`);

/** A formula as it is typed in a sheet, or as that of a name. */
export function textOfFormula({ kind, cell, range, name }: Formula, home: Sheet | undefined): string {
  const $ = home ? "" : "$";
  const one = ({ place }: Cell): string => (place ? `${$}${letters[place.column]}${$}${place.row + 1}` : "#REF!");
  const prefix = ({ place }: Cell): string => (!place || place.sheet === home ? "" : `${quoted(place.sheet.name)}!`);
  const ofCell = (c: Cell | undefined): string => (c ? `${prefix(c)}${one(c)}` : "");
  const ofRange = (r: Range | undefined): string => {
    if (!r?.from.place || !r.to.place) return "#REF!";
    return `${prefix(r.from)}${one(r.from)}:${one(r.to)}`;
  };
  const called = name?.sheet?.deleted ? "#REF!" : name?.sheet && name.sheet !== home ? `${quoted(name.sheet.name)}!${name.name}` : name?.name;
  if (kind === "cell*2") return `=${ofCell(cell)}*2`;
  if (kind === "cell") return `=${ofCell(cell)}`;
  if (kind === "range") return `=${ofRange(range)}`;
  if (kind === "SUM") return `=SUM(${ofRange(range)})`;
  if (kind === "cell+name") return `=${ofCell(cell)}+${called}`;
  if (kind === "SUM(name)") return `=SUM(${called})`;
  return kind === "name" ? `=${called}` : `=${called}+1`;
}

export const textOfName = ({ formula }: Name): string => textOfFormula(formula, undefined);

/** The workbook as a file. */
export function bookOfModel({ sheets, names }: Model): Book {
  return {
    sheets: sheets.map((sheet) => ({
      name: sheet.name,
      cells: [...sheet.cells.values()].flatMap(({ place, content }): BookCell[] => {
        if (!place || content === null) return [];
        const at = { row: place.row, column: place.column };
        return typeof content === "number" ? [{ ...at, value: content }] : [{ ...at, value: null, formula: textOfFormula(content, sheet) }];
      }),
    })),
    active: 0,
    names: names
      .filter(({ deleted }) => !deleted)
      .map((name): DefinedName => ({ name: name.name, formula: textOfName(name), ...(name.sheet ? { sheet: name.sheet.name } : {}) })),
    settings: {},
  };
}

/** Moves the cells of a sheet: `to` gives the new place, or nothing for one that is deleted. Blocks that lose corners keep those that are left. */
export function moveCells(
  model: Model,
  sheet: Sheet,
  to: (row: number, column: number) => readonly [number, number] | undefined,
  keeps: (range: Range) => boolean,
): void {
  const ranges = rangesIn(model).filter((range) => range.from.place?.sheet === sheet);
  const before = ranges.map((range) => ({ range, corners: [range.from.place!, range.to.place!] as const }));
  const cells = [...sheet.cells.values()];
  sheet.cells.clear();
  const kept = new Map<Range, boolean>(ranges.map((range) => [range, keeps(range)]));
  for (const cell of cells) {
    const place = to(cell.place!.row, cell.place!.column);
    cell.place = place && { sheet, row: place[0], column: place[1] };
    if (place) sheet.cells.set(key(...place), cell);
  }
  for (const { range, corners } of before) {
    const [a, b] = corners;
    let places = [a, b].map(({ row, column }) => [row, column] as const);
    if (!kept.get(range)) {
      places = [];
      for (let row = a.row; row <= b.row; row++)
        for (let column = a.column; column <= b.column; column++) {
          const place = to(row, column);
          if (place) places.push(place);
        }
    }
    const [rows, columns] = [places.map(([row]) => row), places.map(([, column]) => column)];
    if (places.length === 0) range.from = range.to = { place: undefined, content: null };
    else {
      range.from = cellAt(sheet, Math.min(...rows), Math.min(...columns));
      range.to = cellAt(sheet, Math.max(...rows), Math.max(...columns));
    }
  }
}

/** Cuts a block and pastes it. What was there is gone. */
export function pasteCut(model: Model, from: Sheet, block: Block, into: Sheet, row: number, column: number): void {
  const inBlock = (r: number, c: number, at: { row: number; column: number }): boolean =>
    r >= at.row && r < at.row + block.rows && c >= at.column && c < at.column + block.columns;
  const ranges = rangesIn(model).filter(({ from: a, to: b }) => a.place && b.place);
  const covered = (range: Range, sheet: Sheet, at: { row: number; column: number }): boolean =>
    range.from.place!.sheet === sheet && [range.from, range.to].every(({ place }) => inBlock(place!.row, place!.column, at));
  const moving = ranges.filter((range) => covered(range, from, block));
  const lost = ranges.filter((range) => !moving.includes(range) && covered(range, into, { row, column }));
  const still = ranges
    .filter((range) => !moving.includes(range) && !lost.includes(range))
    .map((range) => ({ range, from: range.from.place!, to: range.to.place! }));
  const cut: (readonly [Cell, number, number])[] = [];
  for (let r = 0; r < block.rows; r++)
    for (let c = 0; c < block.columns; c++) {
      const at = key(block.row + r, block.column + c);
      const cell = from.cells.get(at);
      if (cell) cut.push([cell, row + r, column + c]);
      from.cells.delete(at);
    }
  for (let r = 0; r < block.rows; r++)
    for (let c = 0; c < block.columns; c++) {
      const cell = into.cells.get(key(row + r, column + c));
      if (cell) cell.place = undefined;
      into.cells.delete(key(row + r, column + c));
    }
  for (const [cell, r, c] of cut) {
    cell.place = { sheet: into, row: r, column: c };
    into.cells.set(key(r, c), cell);
  }
  for (const range of lost) range.from = range.to = { place: undefined, content: null };
  for (const { range, from: a, to: b } of still) {
    range.from = cellAt(a.sheet, a.row, a.column);
    range.to = cellAt(b.sheet, b.row, b.column);
  }
}

/**
 * Copies a sheet as Excel does. The copy gets names of its own: those of the sheet, and those of the workbook that refer to the sheet, unless the sheet has one that is
 * written alike. They refer to the copy's cells. In the copy's cells and in its names, a name means the copy's own one, so that a new name of the workbook's changes nothing
 * there. What the copy does not have means what it means in the sheet.
 */
export function copyOf(model: Model, sheet: Sheet, name: string): void {
  const copy: Sheet = { name, deleted: false, cells: new Map() };
  const copied = (cell: Cell): Cell => {
    if (cell.place?.sheet !== sheet) return cell;
    return cellAt(copy, cell.place.row, cell.place.column);
  };
  const live = model.names.filter(({ deleted }) => !deleted);
  const refersToSheet = ({ cell, range, name: inner }: Formula): boolean =>
    (cell ?? range?.from)?.place?.sheet === sheet || (inner !== undefined && inner.sheet === sheet && !sheet.deleted);
  const own = new Map<Name, Name>();
  for (const one of live)
    if (
      one.sheet === sheet ||
      (one.sheet === undefined && refersToSheet(one.formula) && !live.some((other) => other.sheet === sheet && other.name === one.name))
    )
      own.set(one, { ...one, sheet: copy });
  const formulaOf = (formula: Formula): Formula => {
    const inner = formula.name && own.get(formula.name);
    return {
      kind: formula.kind,
      ...(formula.cell ? { cell: copied(formula.cell) } : {}),
      ...(formula.range ? { range: { from: copied(formula.range.from), to: copied(formula.range.to) } } : {}),
      ...(formula.name ? { name: inner ?? formula.name } : {}),
    };
  };
  for (const [from, to] of own) to.formula = formulaOf(from.formula);
  for (const cell of [...sheet.cells.values()]) {
    const { content } = cell;
    copied(cell).content = content !== null && typeof content === "object" ? formulaOf(content) : content;
  }
  model.names.push(...own.values());
  model.sheets.splice(model.sheets.indexOf(sheet) + 1, 0, copy);
}
