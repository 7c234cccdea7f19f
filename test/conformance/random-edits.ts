import type { Block } from "../../src/workbook/block";
import { columnName } from "../../src/workbook/cell-address";
import { holds, keyedRows, matchTable } from "../../src/tables/match-table";
import type { TableColumn, TableMemory } from "../../src/tables/memory";
import { spanOf } from "../../src/tables/refresh/own-fields";
import { inTime } from "../../src/tables/steps";
import { tableSheet } from "../../src/tables/table-sheet";
import { undoRefresh, memoryBefore, rowsBefore } from "../../src/tables/refresh/undo-refresh";
import { placeTable } from "../../src/tables/place-table";
import { refreshTable } from "../../src/tables/refresh/refresh-table";
import { remember, blockName, notesName } from "../../src/tables/table-settings";
import { type NamedBlocks, type Workbook } from "../../src/pane/workbook";
import { WorkbookRefusal } from "../../src/workbook/workbook-refusal";
import type { SheetReading } from "../../src/workbook/edits/sheet-edits";
import { tableMemory } from "../table-memory";

/** A sheet as a user edits it, with the workbook's blocks. */
export interface EditedSheet {
  readonly blocks: NamedBlocks;
  /** Writes texts, numbers and formulas by address; null clears a cell. */
  put(cells: Readonly<Record<string, string | number | null>>): Promise<void>;
  resize(kind: "insert" | "delete", along: "rows" | "columns", at: number, count: number): Promise<void>;
  /** Takes back the user's last edit. */
  undo(): Promise<void>;
}

/** The part of a workbook that a refresh of tables uses: the sheet's blocks, and settings of its own. */
export function workbookOf({ blocks }: Pick<EditedSheet, "blocks">): Workbook {
  const settings = new Map<string, string>();
  return {
    blocks,
    settings: {
      read: (name: string) => settings.get(name),
      write: async (name: string, text: string | undefined) => void (text === undefined ? settings.delete(name) : settings.set(name, text)),
    },
  } as unknown as Workbook;
}

const SHEET = "Sheet1";
const COLUMNS: readonly TableColumn[] = [
  { id: "date", heading: "Date", format: "yyyy-mm-dd", key: true },
  { id: "open", heading: "Open", format: "0.00" },
  { id: "close", heading: "Close", format: "0.00" },
];
const address = (row: number, column: number): string => `${columnName(column)}${row + 1}`;

/** Numbers from 0 to 1 by a seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Row = readonly [number, number, number];

/** Everything on the sheet by address. */
function contents({ area, cells }: SheetReading): Map<string, string> {
  const all = new Map<string, string>();
  cells.forEach((row, r) =>
    row.forEach(({ value, formula }, c) => {
      if (value !== null || formula !== "") all.set(address(area.row + r, area.column + c), formula || JSON.stringify(value));
    }),
  );
  return all;
}

/** The result of a run: how often each thing happened, so that a test can see that it tested something. */
export interface Tally {
  refreshes: number;
  refusals: number;
  added: number;
  revised: number;
  removed: number;
  kept: number;
  struck: number;
  undone: number;
}

/**
 * Edits a sheet with two tables at random, as a user does, and refreshes one of them again and again with added, revised and removed rows. Throws if
 * anything of the user's is lost or moved to another row, if a published value is wrong, or if a refused refresh changed anything.
 */
export async function editAndRefresh(sheet: EditedSheet, seed: number, { edits, rounds }: { readonly edits: number; readonly rounds: number }): Promise<Tally> {
  const random = createRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const tally: Tally = { refreshes: 0, refusals: 0, added: 0, revised: 0, removed: 0, kept: 0, struck: 0, undone: 0 };
  const workbook = workbookOf(sheet);

  let nextDay = 45_000;
  const newRow = (): Row => [(nextDay += 1 + below(3)), 10 + below(900) / 10, 10 + below(900) / 10];
  let published: Row[] = Array.from({ length: 10 }, newRow);
  let memory = tableMemory(COLUMNS, published);
  await inTime(placeTable(workbook, memory, { sheet: SHEET, row: 1, column: 2 }));
  await inTime(remember(workbook, memory));
  const second = tableMemory(COLUMNS, Array.from({ length: 4 }, newRow), { id: "t2" });
  await inTime(placeTable(workbook, second, { sheet: SHEET, row: 20, column: 8 }));
  await inTime(remember(workbook, second));
  await sheet.put({ A1: "u-first", C25: "u-below" });

  let markers = 0;
  const marker = (): string => `u${++markers}`;
  /** The other table's blocks at the time of a reading. */
  const othersOf = new WeakMap<SheetReading, readonly Block[]>();
  const read = async (): Promise<SheetReading> => {
    const found = await sheet.blocks.read(blockName("t1"));
    if (!found) throw new Error(`Seed ${seed}: the table's block is gone.`);
    const others = await sheet.blocks.find([blockName("t2"), notesName("t2")]);
    othersOf.set(
      found,
      others.filter((area) => area !== undefined),
    );
    return found;
  };
  const located = (reading: SheetReading, now: TableMemory) => matchTable(tableSheet(reading, othersOf.get(reading) ?? [], "down"), now);

  /** One edit by the user. */
  async function edit(): Promise<void> {
    const reading = await read();
    const { block } = reading;
    const [row, column] = [Math.max(0, block.row - 3 + below(block.rows + 8)), Math.max(0, block.column - 2 + below(block.columns + 4))];
    switch (below(13)) {
      case 0:
      case 1:
      case 2:
        return sheet.put({ [address(row, column)]: marker() });
      case 3:
        return sheet.put({ [address(row, column)]: null });
      case 4:
        return sheet.resize("insert", "rows", row, 1 + below(2));
      case 5:
        // The block's own heading line stays, so that the block does.
        return row > block.row ? sheet.resize("delete", "rows", row, 1) : sheet.put({ [address(row, 0)]: marker() });
      case 6:
        return sheet.resize("insert", "columns", column, 1);
      case 7:
        return column < block.column || column >= block.column + block.columns
          ? sheet.resize("delete", "columns", column, 1)
          : sheet.put({ [address(row, column)]: marker() });
      case 8: {
        const { fields, lines } = located(reading, memory);
        const close = fields[2];
        if (close === undefined) return;
        const cells: Record<string, string> = {};
        const right = block.column + block.columns;
        for (const line of lines.values()) {
          const there = reading.cells[line - reading.area.row]?.[right - reading.area.column];
          if (!there || (there.value === null && there.formula === "")) cells[address(line, right)] = `=${address(line, close)}*2`;
        }
        return sheet.put(cells);
      }
      case 9: {
        await sheet.put({ [address(row, column)]: marker() });
        return sheet.undo();
      }
      case 10: {
        await sheet.resize("insert", "rows", row, 1);
        return sheet.undo();
      }
      default:
        return sort(reading);
    }
  }

  /** Sorts the rows of the block, with what touches it, by one of its columns. Only plain cells: formulas would have to be moved too. */
  async function sort(reading: SheetReading): Promise<void> {
    const { block, area, cells } = reading;
    const lines = Array.from({ length: block.rows - 1 }, (_, i) => cells[block.row + 1 + i - area.row] ?? []);
    const used = lines[0]?.length ?? 0;
    if (lines.some((line) => line.some(({ formula }) => formula !== ""))) return;
    const by = block.column + below(block.columns) - area.column;
    const down = random() < 0.5 ? 1 : -1;
    const order = [...lines].sort((a, b) => {
      const [x, y] = [a[by]?.value ?? null, b[by]?.value ?? null];
      if (x === y) return 0;
      if (x === null || y === null) return x === null ? 1 : -1;
      return (String(x).padStart(12) < String(y).padStart(12) ? -1 : 1) * down;
    });
    const put: Record<string, string | number | null> = {};
    order.forEach((line, r) => {
      for (let c = 0; c < used; c++) {
        const before = lines[r]?.[c]?.value ?? null;
        const after = line[c]?.value ?? null;
        if (before !== after) put[address(block.row + 1 + r, area.column + c)] = after as string | number | null;
      }
    });
    if (Object.keys(put).length > 0) await sheet.put(put);
  }

  /** Changes what is published. */
  function publish(): void {
    const next = published
      .filter(() => random() > 0.12)
      .map(([day, open, close]): Row => (random() < 0.2 ? [day, open, Math.round((close + 1) * 10) / 10] : [day, open, close]));
    for (let n = below(4); n > 0; n--) next.push(newRow());
    if (random() < 0.3) next.push([Math.min(...next.map(([day]) => day), nextDay) - 1, 1, 2]);
    published = [...new Map(next.map((row) => [row[0], row])).values()].sort((a, b) => a[0] - b[0]);
  }

  const fail = (what: string): never => {
    throw new Error(`Seed ${seed}, refresh ${tally.refreshes}: ${what}`);
  };

  /** The user's texts, each with the key of its row if it is in one, or in a column that touches the table. */
  function ownTexts(reading: SheetReading, now: TableMemory): Map<string, string | undefined> {
    const matched = located(reading, now);
    const { field, fields } = spanOf(tableSheet(reading, othersOf.get(reading) ?? [], "down"), matched);
    const isPublished = keyedRows({ columns: COLUMNS, rows: published });
    // A row without its key, which is no longer published, is the user's own.
    const rows = [...matched.lines].filter(([key]) => !matched.healed.has(key) || isPublished.has(key));
    const keyAt = new Map(rows.map(([key, line]) => [line, key]));
    const texts = new Map<string, string | undefined>();
    reading.cells.forEach((row, r) =>
      row.forEach(({ value }, c) => {
        if (typeof value !== "string" || !/^u[\d-]/.test(value)) return;
        const column = reading.area.column + c;
        texts.set(value, column >= field && column < field + fields ? keyAt.get(reading.area.row + r) : undefined);
      }),
    );
    return texts;
  }

  async function refresh(): Promise<void> {
    publish();
    let before = await read();
    const was = memory;
    tally.refreshes++;
    let done;
    // A formula over all rows, apart from the table's columns.
    const matched = located(before, was);
    const close = matched.fields[2] ?? matched.fields[0]!;
    const over = (from: number, end: number): string => `=COUNT(${address(from, close)}:${address(end - 1, close)})`;
    const end = matched.end - was.gone.filter((key) => matched.lines.has(key)).length;
    const whole = end - matched.from > 1 ? address(0, before.area.column + before.area.columns + 1) : undefined;
    if (whole !== undefined) {
      await sheet.put({ [whole]: over(matched.from, end) });
      before = await read();
    }
    try {
      done = await inTime(refreshTable(workbook, memory, { rows: published, notes: memory.notes, why: () => "not public" }));
    } catch (e) {
      if (!(e instanceof WorkbookRefusal)) throw e;
      tally.refusals++;
      if (JSON.stringify([...contents(await read())]) !== JSON.stringify([...contents(before)])) fail(`refused (${e.message}), and changed the sheet`);
      return;
    }
    const { plan } = done;
    memory = { ...memory, rows: plan.rows, gone: plan.gone, layout: plan.layout };
    await inTime(remember(workbook, memory));
    const { report } = plan;
    for (const what of ["added", "revised", "removed", "kept", "struck"] as const) tally[what] += report[what].length;
    const after = await read();
    check(before, was, after);
    const { line, lines } = plan.live;
    const formula = whole === undefined || lines === 0 ? undefined : contents(after).get(whole);
    if (formula !== undefined && formula !== over(line, line + lines)) fail(`the formula over all rows is ${formula} instead of ${over(line, line + lines)}`);
    if (random() < 0.4) {
      const typed = random() < 0.5 ? marker() : undefined;
      if (typed !== undefined) await sheet.put({ [address(0, after.area.column + after.area.columns)]: typed });
      const isExact = await inTime(undoRefresh(workbook, memory, done));
      if (isExact !== (typed === undefined)) fail("an undo is exact if and only if nothing changed since");
      if (isExact) checkUndone(before, await read());
      else {
        try {
          const { plan: undone } = await inTime(refreshTable(workbook, memory, { rows: rowsBefore(was, plan), notes: was.notes, why: () => "undone" }));
          memory = memoryBefore(was, undone);
        } catch (e) {
          if (!(e instanceof WorkbookRefusal)) throw e;
          tally.refusals++;
        }
        for (const text of [...ownTexts(after, was).keys(), ...(typed === undefined ? [] : [typed])])
          if (!ownTexts(await read(), memory).has(text)) fail(`the user's ${text} is lost in an undo`);
      }
      if (isExact) memory = was;
      await inTime(remember(workbook, memory));
      tally.undone++;
    }
    if (whole !== undefined) await sheet.put({ [whole]: null });
  }

  function check(before: SheetReading, was: TableMemory, after: SheetReading): void {
    const [texts, textsAfter] = [ownTexts(before, was), ownTexts(after, memory)];
    for (const [text, key] of texts) {
      if (!textsAfter.has(text)) fail(`the user's ${text} is lost`);
      if (key !== undefined && textsAfter.get(text) !== key) fail(`the user's ${text} moved from row ${key} to ${textsAfter.get(text) ?? "none"}`);
    }
    const broken = (reading: SheetReading) => [...contents(reading).values()].filter((c) => c.startsWith("=") && c.includes("#REF!")).length;
    if (broken(after) > broken(before)) fail("a formula lost its reference");
    const old = located(before, was);
    const now = located(after, memory);
    const at = (reading: SheetReading, row: number, column: number) => reading.cells[row - reading.area.row]?.[column - reading.area.column];
    for (const key of memory.gone) {
      const [line, written] = [now.lines.get(key), keyedRows(was).get(key)];
      COLUMNS.forEach((column, c) => {
        const field = now.fields[c];
        const value = line === undefined || field === undefined ? null : at(after, line, field)?.value;
        if (!column.key && typeof value === "number" && holds(value, written?.[c] ?? null)) fail(`${key}, column ${c} has a value that is not published`);
      });
    }
    for (const [key, row] of keyedRows({ columns: COLUMNS, rows: published })) {
      const line = now.lines.get(key);
      if (line === undefined) return fail(`the row ${key} is not there`);
      COLUMNS.forEach((_, c) => {
        const [field, oldField, oldLine] = [now.fields[c], old.fields[c], old.lines.get(key)];
        if (field === undefined) return;
        const cell = at(after, line, field);
        const earlier = oldField === undefined || oldLine === undefined ? undefined : at(before, oldLine, oldField);
        const written = keyedRows(was).get(key)?.[c] ?? null;
        const isUsers = earlier && (earlier.formula !== "" || (earlier.value !== null && !holds(earlier.value, written)));
        if (isUsers) {
          if (cell?.value !== earlier.value) fail(`the user's value of ${key} was overwritten`);
        } else if (!cell || !holds(cell.value, row[c] ?? null)) fail(`${key}, column ${c} shows ${JSON.stringify(cell?.value)} instead of ${row[c] ?? ""}`);
      });
    }
  }

  /** After an undo without edits in between, the sheet is as it was. */
  function checkUndone(before: SheetReading, after: SheetReading): void {
    const [a, b] = [contents(before), contents(after)];
    const different = [...new Set([...a.keys(), ...b.keys()])].filter((k) => a.get(k) !== b.get(k));
    if (different.length > 0)
      fail(`after the undo, ${different.map((k) => `${k} has ${b.get(k) ?? "nothing"} instead of ${a.get(k) ?? "nothing"}`).join(", ")}`);
  }

  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < edits / rounds; n++) await edit();
    await refresh();
  }
  return tally;
}
