import { builtScript, type BuiltScript } from "./built-script";
import { openSheets, type CellsInSheets } from "./cells-in-sheets";
import type { SidebarReply } from "../../src/hosts/sheets/sidebar-calls";
import type { CellInput } from "./grid";
import type { WorldOptions } from "./world";

/** The script, built once for the tests of a file, and sheets with it or with another, closed after each test. */
interface SheetsOfTests {
  readonly script: BuiltScript;
  sheets(built?: BuiltScript, options?: Partial<WorldOptions>): Promise<CellsInSheets>;
}

/** Call outside of tests. `script` is there once a test runs. */
export function sheetsOfTests(): SheetsOfTests {
  let script: BuiltScript | undefined;
  let open: CellsInSheets[] = [];
  const built = (): BuiltScript => (script ??= builtScript());
  beforeAll(() => void built(), 60_000);
  afterEach(async () => {
    for (const sheets of open.splice(0)) await sheets.close();
    open = [];
  });
  return {
    get script() {
      return built();
    },
    sheets: async (of = built(), options = {}) => {
      const opened = await openSheets(of, options);
      open.push(opened);
      return opened;
    },
  };
}

/** The reply to a call of the sidebar. */
export async function sidebarReply({ world }: CellsInSheets, name: string, ...args: unknown[]): Promise<SidebarReply> {
  const outcome = await world.run("serviceSidebar", [name, args], { kind: "sidebar" });
  if (outcome.kind === "error") throw new Error(outcome.message);
  return outcome.value as SidebarReply;
}

/** The value of the sidebar's call. Throws if it is refused. */
export async function sidebar<T>(at: CellsInSheets, name: string, ...args: unknown[]): Promise<T> {
  const reply = await sidebarReply(at, name, ...args);
  if (!reply.ok) throw new Error(reply.message);
  return reply.value as T;
}

/** What a cell holds: its formula, or its value; empty for none. */
export const contentOf = (cell: CellInput | undefined): unknown => (typeof cell === "object" && "value" in cell ? cell.formula || cell.value : (cell ?? ""));

/** What the cells of a sheet hold; empty ones are left out. */
export const contentsOf = ({ world }: CellsInSheets, sheet: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(world.spreadsheet.sheets[sheet] ?? {}).flatMap(([address, cell]) => (contentOf(cell) === "" ? [] : [[address, contentOf(cell)]])),
  );

/** What a cell shows. */
export function shownAt({ world }: CellsInSheets, sheet: string, address: string): unknown {
  const cell = world.spreadsheet.sheets[sheet]?.[address];
  return typeof cell === "object" && "value" in cell ? cell.value : cell;
}

/** From now on the service answers each question with this value of its arguments, good for an hour. */
export function answering({ service_ }: CellsInSheets, valueOf: (args: readonly string[]) => number): void {
  service_.switches.mode = ({ url, body }) => {
    if (!url.endsWith("/sheets/eval")) return "answer";
    const { cells } = JSON.parse(body ?? "{}") as { readonly cells: readonly { readonly id: number; readonly args: readonly string[] }[] };
    const data = cells.map(({ id, args }) => ({ id, value: valueOf(args), max_age_s: 3_600, source: "s" }));
    return { status: 200, body: JSON.stringify({ data, meta: { attribution: { s: "The Source." } } }) };
  };
}

/** Sets the spreadsheet's day as another execution of the script does: it is in no cache. */
export function setDay({ world }: CellsInSheets, day: string | undefined): void {
  if (day === undefined) world.documentProperties.values.delete("service.asof");
  else world.documentProperties.values.set("service.asof", day);
  world.documentCache.remove(["asof.v1"]);
}
