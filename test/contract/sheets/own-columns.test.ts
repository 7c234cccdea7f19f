import type { TableState } from "../../../src/hosts/sheets/sidebar-calls";
import { cell, DATE, OWN_COLUMNS, rowOf, TABLE_AT, VALUE } from "../../conformance/own-columns";
import { createRandom } from "../../conformance/random-edits";
import { many, SEED, TESTED } from "../../corpus";
import type { CellsInSheets } from "../../sheets/cells-in-sheets";
import type { CellInput } from "../../sheets/grid";
import { setDay as asOf, sheetsOfTests, sidebar } from "../../sheets/sheets-of-tests";

/* A past day and back beside columns of the user's, in the built Code.js with fakes of Google's services. */

const { sheets } = sheetsOfTests();

async function call(at: CellsInSheets, name: string, ...args: unknown[]): Promise<TableState> {
  const state = await sidebar<TableState>(at, name, ...args);
  const failed = state.results.find(({ result }) => !result.ok);
  if (failed) throw new Error(failed.result.message);
  return state;
}

const cellsOf = ({ world }: CellsInSheets): Readonly<Record<string, CellInput>> => world.spreadsheet.sheets["Sheet1"] ?? {};
const contentOf = (input: CellInput | undefined): unknown => (typeof input === "object" && "value" in input ? (input.formula ?? "") || input.value : input);
const contents = (at: CellsInSheets): Record<string, unknown> =>
  Object.fromEntries(Object.entries(cellsOf(at)).flatMap(([address, input]) => (contentOf(input) === "" ? [] : [[address, contentOf(input)]])));

function put({ world }: CellsInSheets, cells: Record<string, string | number | null>): void {
  const inputs = Object.entries(cells).flatMap(([address, content]): [string, CellInput][] =>
    content === null ? [] : [[address, typeof content === "string" && content.startsWith("=") ? { formula: content, value: 1 } : content]],
  );
  const { sheets: tabs } = world.spreadsheet;
  world.spreadsheet = { ...world.spreadsheet, sheets: { ...tabs, Sheet1: { ...tabs["Sheet1"], ...Object.fromEntries(inputs) } } };
}

/** Types random columns beside the table, and formulas that refer to rows. */
function typeBeside(at: CellsInSheets, random: () => number): void {
  const below = (n: number): number => Math.floor(random() * n);
  const rows = Object.keys(contents(at)).filter((address) => address.startsWith("F")).length - 1;
  const dates = Array.from({ length: rows }, (_, i) => contentOf(cellsOf(at)[cell(DATE, rowOf(i))]) as number);
  const some = (p: number): number[] => dates.filter(() => random() < p);
  for (const column of [DATE - 1, VALUE + 1, VALUE + 2].slice(below(2))) {
    const typed = new Map(some(0.1).map((key) => [key, `note on ${key}`]));
    const own = OWN_COLUMNS[below(OWN_COLUMNS.length)]!(column, 1 + below(5), typed, new Set(some(0.1).filter((key) => !typed.has(key))), false);
    put(at, { [cell(column, rowOf(-1))]: own.name });
    dates.forEach((key, i) => put(at, { [cell(column, rowOf(i))]: own.at(i, rows, key) }));
  }
  put(at, { B1: 3, N1: `=${cell(VALUE, rowOf(below(rows)))}*3`, N2: `=SUM(${cell(VALUE, rowOf(0))}:${cell(VALUE, rowOf(rows - 1))})` });
  if (random() < 0.5) put(at, { [cell(VALUE, rowOf(rows + below(3)))]: `=SUM(${cell(VALUE, rowOf(0))}:${cell(VALUE, rowOf(rows - 1))})` });
}

it(
  `random columns beside a table are as they were after a past day and back (${TESTED})`,
  async () => {
    const wrong: string[] = [];
    for (let run = 0; run < many(100, 4); run++) {
      const at = await sheets();
      const random = createRandom(Number(SEED) * 1_000 + run);
      await call(at, "insertTable", "history", { series: "DGS10", start: "45d" }, TABLE_AT);
      typeBeside(at, random);
      const before = contents(at);
      asOf(at, `2024-0${5 + Math.floor(random() * 2)}-${10 + Math.floor(random() * 18)}`);
      await call(at, "refreshTables", ["t1"], true);
      const then = contents(at);
      asOf(at, undefined);
      await call(at, "refreshTables", ["t1"], true);
      const after = contents(at);
      if (JSON.stringify(then) === JSON.stringify(before)) wrong.push(`${run}: the past day changed nothing`);
      for (const address of new Set([...Object.keys(before), ...Object.keys(after)]))
        if (before[address] !== after[address]) wrong.push(`${run}, ${address}: ${String(after[address])} instead of ${String(before[address])}`);
      await at.close();
    }
    expect(wrong).toEqual([]);
  },
  many(900_000, 60_000),
);
