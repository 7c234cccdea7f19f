import { columnName } from "../../src/workbook/cell-address";
import type { SheetReading } from "../../src/workbook/edits/sheet-edits";
import { placeTable } from "../../src/tables/place-table";
import { refreshTable } from "../../src/tables/refresh/refresh-table";
import { blockName, remember } from "../../src/tables/table-settings";
import { inTime } from "../../src/tables/steps";
import { undoRefresh } from "../../src/tables/refresh/undo-refresh";
import { tableMemory } from "../table-memory";
import { createRandom, workbookOf, type EditedSheet } from "./random-edits";

/* A table beside columns of the user's, refreshed to other windows of its rows, and what its sheet must hold after each refresh by a model of its own. */

const SHEET = "Sheet1";
const HEAD = 5;
/** Where a table is inserted so that its headings are in that row. */
export const TABLE_AT = { sheet: SHEET, row: 3, column: 4 };
/** The column of the dates, and that of the values beside it. */
export const DATE = 4;
export const VALUE = 5;
const WHY = "not public";

type Content = string | number | null;
type Row = readonly [number, number];

/** The user's cells of a row: by its number among the rows shown, how many there are, and its sheet row. */
interface OwnColumn {
  readonly name: string;
  readonly column: number;
  readonly at: (index: number, rows: number, key: number) => Content;
  /** What the user typed by row. It keeps the row. */
  readonly typed: ReadonlyMap<number, string | number>;
}

export const cell = (column: number, row: number): string => `${columnName(column)}${row + 1}`;
export const rowOf = (index: number): number => HEAD + 1 + index;

type Kind = (c: number, back: number, typed: ReadonlyMap<number, string | number>, empty: ReadonlySet<number>, newest: boolean) => OwnColumn;
/** A kind of column without anything typed. */
const formulas =
  (name: string, at: (c: number, back: number) => OwnColumn["at"]): Kind =>
  (column, back) => ({ name, column, typed: new Map(), at: at(column, back) });
const value = (index: number): string => cell(VALUE, rowOf(index));
const [FIRST, VALUES] = [`${columnName(VALUE)}$${rowOf(0) + 1}`, `$${columnName(VALUE)}$`];

/** The kinds of columns. `c` is the column, `back` how far it looks back. */
export const OWN_COLUMNS: readonly Kind[] = [
  (column, back, _typed, _empty, newest) => ({
    name: `change over ${back} rows`,
    column,
    typed: new Map(),
    at: (i, n) => {
      const other = newest ? i + back : i - back;
      return other < 0 || other >= n ? null : `=${value(i)}/${value(other)}-1`;
    },
  }),
  (column, _, typed, empty) => ({
    name: "double, with typed and empty cells",
    column,
    typed,
    at: (i, _n, key) => typed.get(key) ?? (empty.has(key) ? null : `=${value(i)}*2+$B$1`),
  }),
  formulas("running sum", (c) => (i) => (i === 0 ? `=${value(0)}` : `=${cell(c, rowOf(i - 1))}+${value(i)}`)),
  formulas("running sum by range", () => (i) => `=SUM(${FIRST}:${value(i)})`),
  formulas("rebased to the first row", () => (i) => `=${value(i)}/${FIRST}*100`),
  formulas("share of the total", () => (i, n) => `=${value(i)}/SUM($${FIRST}:${VALUES}${rowOf(n)})`),
  formulas("index with a typed base", (c, back) => (i) => (i < back ? 100 : `=${cell(c, rowOf(i - back))}*(1+${value(i)})`)),
  (column, _, typed) => ({ name: "notes", column, typed, at: (_i, _n, key) => typed.get(key) ?? null }),
];

/** How often each thing happened. */
export interface OwnTally {
  refreshes: number;
  below: number;
  columns: Record<string, number>;
}

interface Run {
  readonly rounds: number;
  /** True to return to the first window at last, and compare the sheet with the first. */
  readonly back?: boolean;
}

const texts = ({ area, cells }: SheetReading): Map<string, string> => {
  const all = new Map<string, string>();
  cells.forEach((row, r) =>
    row.forEach(({ value, formula }, c) => {
      if (formula !== "" || (value !== null && value !== "")) all.set(cell(area.column + c, area.row + r), formula || JSON.stringify(value));
    }),
  );
  return all;
};

const differences = (is: ReadonlyMap<string, string>, should: ReadonlyMap<string, string>): string =>
  [...new Set([...is.keys(), ...should.keys()])]
    .filter((at) => is.get(at) !== should.get(at))
    .slice(0, 6)
    .map((at) => `${at} has ${is.get(at) ?? "nothing"} instead of ${should.get(at) ?? "nothing"}`)
    .join("; ");

/** Refreshes a table beside random columns of the user's. Throws if a cell of the sheet is not what the model says. */
export async function refreshBesideOwnColumns(sheet: EditedSheet, seed: number, { rounds, back = false }: Run): Promise<OwnTally> {
  const random = createRandom(seed * 7_919 + 13);
  const below = (n: number): number => Math.floor(random() * n);
  const chance = (p: number): boolean => random() < p;
  const newest = chance(0.25);
  const all: Row[] = Array.from({ length: 30 + below(30) }, (_, i): Row => [45_000 + 30 * i, 10 + below(900) / 10]);
  const size = 8 + below(12);
  let [from, to] = [below(8), 0];
  to = from + size;
  const keysOf = (): Row[] => {
    const rows = all.slice(from, to);
    return newest ? rows.reverse() : rows;
  };
  const fail = (what: string): never => {
    throw new Error(`Seed ${seed}: ${what}`);
  };

  // What the user has: columns left and right of the table, cells that refer to rows, and a total below.
  const inTable = keysOf().map(([key]) => key);
  const some = (p: number): number[] => inTable.filter(() => chance(p));
  const left = Array.from({ length: below(3) }, (_, i) => DATE - 1 - i);
  const right = Array.from({ length: 1 + below(3) }, (_, i) => VALUE + 1 + i);
  const gap = chance(0.3) ? 1 : 0;
  const own: OwnColumn[] = [...left, ...right.map((c, i) => (i > 0 ? c + gap : c))].map((column) => {
    const typed = new Map(some(chance(0.5) ? 0.15 : 0).map((key) => [key, chance(0.5) ? `note on ${key}` : key / 10]));
    const empty = new Set(some(0.1).filter((key) => !typed.has(key)));
    const isApart = gap === 1 && column > VALUE + 1;
    const kinds = isApart ? OWN_COLUMNS.slice(0, 6) : OWN_COLUMNS;
    return kinds[below(kinds.length)]!(column, 1 + below(5), typed, empty, newest);
  });
  const names = (o: OwnColumn): string => `own ${o.column}`;
  const referred = some(chance(0.5) ? 0.1 : 0);
  const totalGap = chance(0.5) ? below(4) : undefined;
  const typedOver = new Map(some(0.05).map((key) => [key, 5_000 + key]));
  const tally: OwnTally = { refreshes: 0, below: 0, columns: {} };
  for (const { name } of own) tally.columns[name] = (tally.columns[name] ?? 0) + 1;

  const workbook = workbookOf(sheet);
  const columns = [
    { id: "date", heading: "Date", format: "yyyy-mm-dd", key: true },
    { id: "value", heading: "Value", format: "0.00" },
  ] as const;
  let memory = tableMemory(columns, keysOf());
  await inTime(placeTable(workbook, memory, { sheet: SHEET, row: HEAD - 2, column: DATE }));
  await inTime(remember(workbook, memory));

  let totalRow = totalGap === undefined ? undefined : rowOf(inTable.length) + totalGap;
  const referAt = (i: number): string => cell(14 + (i % 2), i);

  /** The rows that must be below the table: those with something typed, or that a formula refers to. */
  const kept = new Set<number>();
  const typedIn = (key: number): boolean => typedOver.has(key) || own.some(({ typed }) => typed.has(key));

  /** Everything on the sheet as it must be, with the rows below in this order. */
  function expected(order: readonly number[]): Map<string, string> {
    const should = new Map<string, string>();
    const put = (at: string, content: Content): void => {
      if (content !== null) should.set(at, typeof content === "string" && content.startsWith("=") ? content : JSON.stringify(content));
    };
    put(cell(DATE, HEAD - 2), "A table");
    put(cell(DATE, HEAD - 1), "A source.");
    put("B1", 3);
    const rows = keysOf();
    const shown = rows.map(([key]) => key);
    put(cell(DATE, HEAD), "Date");
    put(cell(VALUE, HEAD), "Value");
    for (const o of own) put(cell(o.column, HEAD), names(o));
    rows.forEach(([key, value], i) => {
      put(cell(DATE, rowOf(i)), key);
      put(cell(VALUE, rowOf(i)), typedOver.get(key) ?? value);
      for (const o of own) put(cell(o.column, rowOf(i)), o.at(i, rows.length, key));
    });
    order.forEach((key, i) => {
      const row = rowOf(rows.length + i);
      put(cell(DATE, row), key);
      put(cell(VALUE, row), typedOver.get(key) ?? (referred.includes(key) ? `n/a: ${WHY}` : null));
      for (const o of own) put(cell(o.column, row), o.typed.get(key) ?? null);
    });
    referred.forEach((key, i) => {
      const at = shown.indexOf(key);
      put(referAt(i), `=${cell(VALUE, rowOf(at >= 0 ? at : rows.length + order.indexOf(key)))}*3`);
    });
    if (totalRow !== undefined) put(cell(VALUE, totalRow), `=SUM(${columnName(VALUE)}${rowOf(0) + 1}:${columnName(VALUE)}${rowOf(rows.length)})`);
    return should;
  }

  await sheet.put({ B1: 3 });
  await sheet.put(Object.fromEntries([...expected([])].map(([at, text]) => [at, text.startsWith("=") ? text : (JSON.parse(text) as string | number)])));
  const read = async (): Promise<SheetReading> => (await sheet.blocks.read(blockName("t1"))) ?? fail("the table's block is gone");
  const first = texts(await read());
  const atFirst = differences(first, expected([]));
  if (atFirst !== "") fail(`as typed, ${atFirst}`);
  const [firstFrom, firstTo] = [from, to];

  for (let round = 0; round < rounds; round++) {
    const isLast = back && round === rounds - 1;
    if (isLast) [from, to] = [firstFrom, firstTo];
    else if (back || chance(0.4)) {
      // An earlier day: the last rows are away, and with a moving start there are earlier ones.
      to = Math.max(1, to - 1 - below(size));
      from = chance(0.5) ? Math.max(0, to - size) : Math.min(from, to - 1);
    } else {
      const by = 1 + below(3);
      to = Math.min(all.length, to + by);
      if (chance(0.6)) from = Math.min(to - 1, from + by);
    }
    if (!back && chance(0.3)) {
      const i = from + below(to - from);
      all[i] = [all[i]![0], Math.round((all[i]![1] + 1) * 10) / 10];
    }
    const shown = new Set(keysOf().map(([key]) => key));
    for (const key of inTable) {
      if (shown.has(key)) kept.delete(key);
      else if (typedIn(key) || referred.includes(key)) kept.add(key);
    }
    const was = memory;
    const contents = texts(await read());
    const done = await inTime(refreshTable(workbook, memory, { rows: keysOf(), notes: memory.notes, why: () => WHY }));
    memory = { ...memory, rows: done.plan.rows, gone: done.plan.gone, layout: done.plan.layout };
    tally.refreshes++;
    tally.below += kept.size;
    // Where the cells below are depends on how the table became as long as it is; back at the first day they are where they were.
    if (totalRow !== undefined) {
      const rows = texts(await read());
      const there = Array.from({ length: 400 }, (_, r) => r).find((r) => r > rowOf(rowCount() - 1) && rows.get(cell(VALUE, r))?.startsWith("=SUM("));
      if (there === undefined) fail("the total below the table is gone");
      totalRow = there;
    }
    const after = texts(await read());
    const order = done.plan.gone.map(Number);
    if (JSON.stringify([...order].sort()) !== JSON.stringify([...kept].sort())) fail(`the rows below are ${order.join()} instead of ${[...kept].join()}`);
    const wrong = differences(after, expected(order));
    if (wrong !== "") fail(`refresh ${round + 1}, columns ${own.map(({ name, column }) => `${columnName(column)} ${name}`).join(", ")}: ${wrong}`);
    if (!isLast && chance(0.2)) {
      if (!(await inTime(undoRefresh(workbook, memory, done)))) fail("an undo was not exact");
      const undone = differences(texts(await read()), contents);
      if (undone !== "") fail(`after an undo, ${undone}`);
      memory = was;
      const again = await inTime(refreshTable(workbook, memory, { rows: keysOf(), notes: memory.notes, why: () => WHY }));
      memory = { ...memory, rows: again.plan.rows, gone: again.plan.gone, layout: again.plan.layout };
    }
    await inTime(remember(workbook, memory));
  }
  if (back) {
    const wrong = differences(texts(await read()), first);
    if (wrong !== "") fail(`back at the first day, ${wrong}`);
  }
  return tally;

  /** The rows of the table with those below. */
  function rowCount(): number {
    return to - from + kept.size;
  }
}
