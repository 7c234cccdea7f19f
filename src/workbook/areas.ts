import type { Block, DefinedName } from "./book";
import { blockIn, cellIn, hasCell, LAST_COLUMN, linesIn } from "./cell-reference";
import { tokensOf, type Token } from "./formula-tokens";

/** A block of cells of one sheet. */
export interface Area extends Block {
  readonly sheet: string;
}

/** `'My ''Sheet'!` → `My 'Sheet` */
const sheetOf = (token: Token): string => token.text.slice(0, -1).replace(/^'([\s\S]*)'$/, (_, name: string) => name.replaceAll("''", "'"));

/** What a formula refers to. */
export interface References {
  readonly areas: readonly Area[];
  /** Names of its functions in upper case, also those of defined names. */
  readonly functions: ReadonlySet<string>;
  /** True for a reference over several sheets, `Sheet1:Sheet3!A1`, whose cells are not in `areas`. */
  readonly overSheets: boolean;
}

/**
 * The cells and functions that a formula refers to, also through defined names. Functions that make references, such as INDIRECT, may refer to more.
 *
 * @param formula in displayed form
 * @param sheet the sheet of its cell
 */
export function referencesOf(formula: string, sheet: string, names: readonly DefinedName[]): References {
  const areas: Area[] = [];
  const functions = new Set<string>();
  const seen = new Set<DefinedName>();
  let overSheets = false;
  const find = (name: string, from: string): DefinedName | undefined => {
    const same = names.filter((n) => n.name.toLowerCase() === name.toLowerCase());
    return same.find((n) => n.sheet?.toLowerCase() === from.toLowerCase()) ?? same.find((n) => n.sheet === undefined);
  };
  const read = (text: string, home: string): void => {
    const tokens = tokensOf(text.replace(/^=/, "")).filter(({ kind }) => kind !== "blank");
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!;
      if (token.kind === "function") functions.add(token.text.toUpperCase());
      let at = home;
      let here = token;
      if (token.kind === "sheet") {
        if (tokens[i - 1]?.text === ":" || /^'?[^']*:[^']*'?!$/.test(token.text)) overSheets = true;
        at = sheetOf(token);
        here = tokens[++i] ?? token;
      }
      if (here.kind === "cell") {
        // The second cell may repeat the sheet.
        const to = tokens[i + 1]?.text === ":" ? (tokens[i + 2]?.kind === "sheet" ? 3 : 2) : 0;
        const end = to > 0 && tokens[i + to]?.kind === "cell" ? tokens[i + to] : undefined;
        const block = blockIn(end ? `${here.text}:${end.text}` : here.text) ?? { row: 0, column: 0, rows: 0, columns: 0 };
        areas.push({ sheet: at, ...block });
        if (end) i += to;
      } else if (here.kind === "lines") {
        const block = linesIn(here.text);
        if (block) areas.push({ sheet: at, ...block });
      } else if (here.kind === "name" && !cellIn(here.text)) {
        const name = find(here.text, at);
        if (!name || seen.has(name)) continue;
        seen.add(name);
        read(name.formula, name.sheet ?? at);
      }
    }
  };
  read(formula, sheet);
  return { areas, functions, overSheets };
}

/** Finds items by the cells of their areas. */
interface AreaIndex<T> {
  add(area: Area, item: T): void;
  /** Calls `found` with each item whose area has this cell, possibly more than once. */
  at(sheet: string, row: number, column: number, found: (item: T) => void): void;
  has(sheet: string, row: number, column: number): boolean;
}

/** Columns up to which an area is listed under each of its columns. */
const NARROW = 64;
interface Listed<T> {
  readonly block: Block;
  readonly item: T;
}
interface SheetIndex<T> {
  readonly cells: Map<number, T[]>;
  readonly columns: Map<number, Listed<T>[]>;
  readonly wide: Listed<T>[];
}

/** Single cells are found at once; larger areas among those of the cell's column. */
export function createAreaIndex<T>(): AreaIndex<T> {
  const sheets = new Map<string, SheetIndex<T>>();
  const place = (row: number, column: number): number => row * (LAST_COLUMN + 1) + column;
  const put = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  const index: AreaIndex<T> = {
    add: ({ sheet, ...block }, item) => {
      const key = sheet.toLowerCase();
      let into = sheets.get(key);
      if (!into) sheets.set(key, (into = { cells: new Map(), columns: new Map(), wide: [] }));
      if (block.rows === 1 && block.columns === 1) put(into.cells, place(block.row, block.column), item);
      else if (block.columns > NARROW) into.wide.push({ block, item });
      else for (let c = block.column; c < block.column + block.columns; c++) put(into.columns, c, { block, item });
    },
    at: (sheet, row, column, found) => {
      const of = sheets.get(sheet.toLowerCase());
      if (!of) return;
      of.cells.get(place(row, column))?.forEach(found);
      for (const list of [of.columns.get(column) ?? [], of.wide]) for (const { block, item } of list) if (hasCell(block, row, column)) found(item);
    },
    has: (sheet, row, column) => {
      let has = false;
      index.at(sheet, row, column, () => (has = true));
      return has;
    },
  };
  return index;
}
