import type { TableState } from "../../../src/hosts/sheets/sidebar-calls";
import type { CellsInSheets } from "../../sheets/cells-in-sheets";
import { contentsOf, setDay, sheetsOfTests, shownAt, sidebar } from "../../sheets/sheets-of-tests";
import type { WorldOptions } from "../../sheets/world";

/* Tables beside cells in the built Code.js: the spreadsheet's day, refreshes of the whole book and copies reach both. Sample data to 2024-06-28. */

const ofTests = sheetsOfTests();

const RATE = '=SERVICE_FRED("DGS10")';
const TITLE = "Treasury constant maturity, 10 years (DGS10)";
const DAY = "2024-06-20";
/** The first row of the table's data, and the last one now and as of the day. */
const [FIRST, LAST_NOW, LAST_THEN] = ["B5", "B18", "B12"];

type Spreadsheet = NonNullable<WorldOptions["spreadsheet"]>;

/** A spreadsheet with a formula that Sheets calculates, and a table of June's yields below it. */
async function opened(spreadsheet: Spreadsheet = {}, owner?: string) {
  const at = await ofTests.sheets(ofTests.script, {
    spreadsheet: { sheets: { Rates: { A1: { formula: RATE, value: 4.21 } }, Other: {} }, ...spreadsheet },
    calculates: { [RATE]: { name: "SERVICE_FRED", args: ["DGS10"] } },
    ...(owner === undefined ? {} : { owner }),
  });
  await insert(at, "history", { series: "DGS10", start: "2024-06-10" }, { sheet: "Rates", row: 1, column: 1 });
  return at;
}

async function insert(at: CellsInSheets, kind: string, asked: object, place: { readonly sheet: string; readonly row: number; readonly column: number }) {
  const { results } = await sidebar<TableState>(at, "insertTable", kind, asked, place);
  expect(results).toMatchObject([{ result: { ok: true } }]);
}

const contents = (at: CellsInSheets, sheet = "Rates") => contentsOf(at, sheet);
const shown = (at: CellsInSheets, address: string): unknown => shownAt(at, "Rates", address);
const toast = ({ world }: CellsInSheets): string | undefined => world.spreadsheet.toasts.at(-1)?.message;
const hasRow = (at: CellsInSheets, address: string): boolean => contents(at)[address] !== undefined;
/** The last row of the table, and whether the line above it names the day. */
const rowsOf = (at: CellsInSheets) => [hasRow(at, LAST_THEN), hasRow(at, LAST_NOW), String(contents(at)["B3"]).includes(`As of ${DAY}.`)];
const NOW = [true, true, false];
const THEN = [true, false, true];

type Ask = (at: CellsInSheets, typed: string) => Promise<string | undefined>;
const BY_HAND: readonly (readonly [string, Ask])[] = [
  [
    "in the menu",
    async (at, typed) => {
      await at.world.run("serviceSetAsOf", [], { typed });
      return toast(at) ?? at.world.spreadsheet.alerts.at(-1);
    },
  ],
  ["in the sidebar", async (at, typed) => (await sidebar<{ readonly done: string }>(at, "setAsOf", typed)).done],
];

describe.each(BY_HAND)("as of, set %s", (_, set) => {
  test("refreshes the tables with the cells when it is set, changed and cleared", async () => {
    const at = await opened();
    const before = contents(at);
    expect(rowsOf(at)).toEqual(NOW);

    expect(await set(at, DAY)).toBe(`Cells show values as of ${DAY}: 1 formula recalculated. 1 table refreshed.`);
    expect(rowsOf(at)).toEqual(THEN);
    expect((await sidebar<TableState>(at, "tables")).tables).toMatchObject([{ known: { asOf: DAY, rows: 8 } }]);

    expect(await set(at, "2024-06-14")).toBe("Cells show values as of 2024-06-14: 1 formula recalculated. 1 table refreshed.");
    expect([hasRow(at, FIRST), hasRow(at, LAST_THEN), String(contents(at)["B3"]).includes("As of 2024-06-14.")]).toEqual([true, false, true]);

    expect(await set(at, "")).toBe("Cells show the latest values: 1 formula recalculated. 1 table refreshed.");
    expect(contents(at)).toEqual(before);
  });

  test("refreshes the tables of a spreadsheet without formulas", async () => {
    const at = await opened({ sheets: { Rates: {} } });
    expect(await set(at, DAY)).toBe(`Cells show values as of ${DAY}: 0 formulas recalculated. 1 table refreshed.`);
    expect(rowsOf(at)).toEqual(THEN);
  });

  test("leaves a table as it is that exists for the present only, and says so", async () => {
    const at = await opened();
    await insert(at, "changes", { since: "2024-06-26" }, { sheet: "Other", row: 0, column: 0 });
    const before = contents(at, "Other");
    expect(await set(at, DAY)).toBe(
      `Cells show values as of ${DAY}: 1 formula recalculated. 1 table refreshed. 1 table keeps its rows. Changes since 2024-06-26: Changes since exists for the present only. Remove the as-of date, then try again. The table is unchanged.`,
    );
    expect([rowsOf(at), contents(at, "Other")]).toEqual([THEN, before]);
  });

  test("changes no table if the day is refused", async () => {
    const at = await opened();
    const before = contents(at);
    await set(at, "2030-01-01").catch(() => undefined);
    expect(contents(at)).toEqual(before);
  });
});

const REFRESHES: readonly (readonly [string, (at: CellsInSheets) => Promise<string | undefined>])[] = [
  ["in the menu", async (at) => (await at.world.run("serviceRefreshBook"), toast(at))],
  ["in the sidebar", async (at) => (await sidebar<{ readonly summary: string }>(at, "refresh", "book")).summary],
  [
    "on a schedule",
    async (at) => {
      await sidebar(at, "setSchedule", { every: "hour" });
      await at.world.run("serviceScheduledRefresh", [{ triggerUid: at.world.spreadsheet.triggers[0]!.id }], { kind: "trigger" });
      return at.world.documentProperties.values.get("SERVICE_LAST_SCHEDULED_REFRESH")?.replace(/^.*?\): /, "");
    },
  ],
];

describe.each(REFRESHES)("a refresh of the whole book %s", (_, refresh) => {
  test("refreshes the tables of all sheets, as of the day", async () => {
    const at = await opened();
    await insert(at, "history", { series: "DGS2", start: "2024-06-10" }, { sheet: "Other", row: 0, column: 0 });
    setDay(at, DAY);
    expect(await refresh(at)).toBe(`1 formula was recalculated, as of ${DAY}. 1 question answered with 1 request. 2 tables refreshed.`);
    expect([rowsOf(at), String(contents(at, "Other")["A2"]).includes(`As of ${DAY}.`)]).toEqual([THEN, true]);
    setDay(at, undefined);
    expect(await refresh(at)).toBe("1 formula was recalculated. 1 question answered with 1 request. 2 tables refreshed.");
    expect(rowsOf(at)).toEqual(NOW);
  });

  test("says which table could not be refreshed, and refreshes the others", async () => {
    const at = await opened();
    await insert(at, "history", { series: "DGS2", start: "2024-06-10" }, { sheet: "Other", row: 0, column: 0 });
    const { Other: _, ...sheets } = at.world.spreadsheet.sheets;
    const { _service_table_t2: __, ...namedRanges } = at.world.spreadsheet.namedRanges;
    at.world.spreadsheet = { ...at.world.spreadsheet, sheets, namedRanges };
    setDay(at, DAY);
    expect(await refresh(at)).toMatch(
      /1 table refreshed\. 1 table keeps its rows\. .*\(DGS2\): The cells of this table were deleted\. Remove it from the list/,
    );
    expect(rowsOf(at)).toEqual(THEN);
  });

  test("is as of the day that somebody sets meanwhile", async () => {
    const at = await opened();
    let isSet = false;
    at.service_.switches.mode = () => {
      if (!isSet) setDay(at, DAY);
      isSet = true;
      return "answer";
    };
    expect(await refresh(at)).toMatch(new RegExp(`^1 formula was recalculated, as of ${DAY}\\. .* 1 table refreshed\\.$`));
    expect(rowsOf(at)).toEqual(THEN);
  });
});

test("the other scopes refresh the tables that they name: of a sheet those on it, of errors none", async () => {
  const at = await opened();
  await insert(at, "history", { series: "DGS2", start: "2024-06-10" }, { sheet: "Other", row: 0, column: 0 });
  setDay(at, DAY);
  const dayOf = (sheet: string, address: string) => String(contents(at, sheet)[address]).includes(`As of ${DAY}.`);
  expect(await sidebar(at, "refresh", "errors")).not.toHaveProperty("tables");
  expect([dayOf("Rates", "B3"), dayOf("Other", "A2")]).toEqual([false, false]);
  at.world.spreadsheet = { ...at.world.spreadsheet, active: "Other!A1" };
  expect(await sidebar(at, "refresh", "sheet")).toMatchObject({ summary: "1 table refreshed.", tables: { results: [{ id: "t2", result: { ok: true } }] } });
  expect([dayOf("Rates", "B3"), dayOf("Other", "A2")]).toEqual([false, true]);
});

test("a scheduled refresh fails only if neither a formula nor a table was refreshed", async () => {
  const at = await opened({ sheets: { Rates: {} } });
  await sidebar(at, "setSchedule", { every: "hour" });
  const run = () => at.world.run("serviceScheduledRefresh", [{ triggerUid: at.world.spreadsheet.triggers[0]!.id }], { kind: "trigger" });
  expect(await run()).toEqual({ kind: "value", value: null });
  at.service_.switches.mode = "broken";
  expect(await run()).toEqual({ kind: "error", message: expect.stringMatching(/^1 table keeps its rows\. .*had an error/) });
});

/** The same spreadsheet, with this code before the script's. */
async function failing({ world }: CellsInSheets, code: string): Promise<CellsInSheets> {
  const other = await ofTests.sheets({ ...ofTests.script, code: `${code}\n${ofTests.script.code}` });
  for (const [name, value] of world.documentProperties.values) other.world.documentProperties.values.set(name, value);
  other.world.spreadsheet = { ...world.spreadsheet, toasts: [] };
  return other;
}

test("while somebody else changes a table, the cells are refreshed, and the tables are said not to be", async () => {
  // Another execution holds the lock of the tables for longer than this one waits.
  const busy = await failing(await opened(), "LockService.getScriptLock = () => ({ tryLock: () => false });");
  expect(await sidebar(busy, "refresh", "book")).toMatchObject({
    cells: 1,
    hasFailed: false,
    summary: expect.stringMatching(
      /^1 formula was recalculated\. .* Tables: No table was changed, because somebody else is changing one\. Try again in a minute\.$/,
    ),
  });
});

describe("a copy as values", () => {
  /** The lines below the copied cells. */
  async function linesOf(at: CellsInSheets): Promise<string[]> {
    await sidebar(at, "copyAsValues");
    const copy = Object.values(contents(at, "Rates (values)")).map(String);
    return copy.slice(copy.findIndex((text) => text.startsWith("Sources of Rates")) + 1).filter((text) => !/^(Source|Caveat|Sample data)/.test(text));
  }

  test("is as of the day, if its cells and tables are", async () => {
    const at = await opened();
    await sidebar(at, "setAsOf", DAY);
    expect(await linesOf(at)).toEqual([`As of ${DAY}: only what was public by then.`]);
    expect((await opened()) && (await linesOf(await opened()))).toEqual([]);
  });

  test("names the cells and the tables that are of another day", async () => {
    const at = await opened();
    // Neither was refreshed since the day was set.
    setDay(at, DAY);
    const lines = await linesOf(at);
    expect(lines).toEqual([
      `As of ${DAY}: only what was public by then, except for the following.`,
      "1 formula shows another value than that of the day: A1.",
      `The table ${TITLE} is as of 2024-06-28 12:00 (Etc/GMT).`,
    ]);
  });

  test("names a table that is as of a past day while the cells show the latest values", async () => {
    const at = await opened();
    await sidebar(at, "setAsOf", DAY);
    setDay(at, undefined);
    expect(await linesOf(at)).toEqual([`The table ${TITLE} is as of ${DAY}.`]);
  });
});

test("a copy of the spreadsheet has no day and no tables to refresh: its rows stay as the line above them says", async () => {
  const at = await opened();
  await sidebar(at, "setAsOf", DAY);
  const { sheets, namedRanges } = at.world.spreadsheet;
  // Google copies cells and named ranges. Properties belong to a script, and the copy has its own.
  const copy = await ofTests.sheets(ofTests.script, {
    spreadsheet: { sheets, namedRanges },
    calculates: { [RATE]: { name: "SERVICE_FRED", args: ["DGS10"] } },
  });
  expect((await sidebar<TableState>(copy, "tables")).tables).toEqual([]);
  expect(await sidebar(copy, "refresh", "book")).toMatchObject({ cells: 1, summary: expect.not.stringContaining("table") });
  expect([rowsOf(copy), shown(copy, "A1")]).toEqual([THEN, 4.21]);
  await insert(copy, "history", { series: "DGS2", start: "2024-06-10" }, { sheet: "Other", row: 0, column: 0 });
  expect((await sidebar<TableState>(copy, "tables")).tables).toMatchObject([{ id: "t2" }]);
});

test("a table on a sheet that is protected from an editor keeps its rows, and the editor is told", async () => {
  const at = await opened({ owner: "ann@example.com" }, "ann@example.com");
  await insert(at, "history", { series: "DGS2", start: "2024-06-10" }, { sheet: "Other", row: 0, column: 0 });
  at.world.spreadsheet = { ...at.world.spreadsheet, protections: [{ range: "Rates", editors: [] }] };
  at.world.userProperties("bob@example.com").values.set("SERVICE_API_KEY", at.service_.keys.good);
  const before = contents(at);
  await at.world.run("serviceSetAsOf", [], { typed: DAY, as: "bob@example.com" });
  expect(toast(at)).toBe(
    `Cells show values as of ${DAY}: 0 formulas recalculated. 1 formula was not and may show a value of another day: The cell is protected. Get edit access, or have the spreadsheet's owner refresh it. 1 table refreshed. 1 table keeps its rows. ${TITLE}: Cells of the table, or cells that it needs, are protected. Get edit access, or have the spreadsheet's owner do this. Nothing was changed.`,
  );
  expect([contents(at), String(contents(at, "Other")["A2"]).includes(`As of ${DAY}.`)]).toEqual([before, true]);
});

describe("a refresh of a table that Google cuts short", () => {
  const refreshed = (at: CellsInSheets, by: object = {}) => at.world.run("serviceRefreshTables", [], by);

  test.each([
    ["adds", DAY, undefined],
    ["removes", undefined, DAY],
  ])("at any change, while it %s rows, leaves the sheet as it was, and the next refresh makes it whole", async (_, from, to) => {
    const at = await opened({ sheets: { Rates: { B25: "below", D6: "mine" } } });
    await sidebar(at, "setAsOf", from ?? "");
    const start = { spreadsheet: at.world.spreadsheet, properties: new Map(at.world.documentProperties.values) };
    const again = (): void => {
      at.world.spreadsheet = start.spreadsheet;
      at.world.documentProperties.values.clear();
      for (const [name, value] of start.properties) at.world.documentProperties.values.set(name, value);
      setDay(at, to);
    };
    const before = contents(at);
    again();
    await refreshed(at);
    const after = contents(at);
    const changes = at.world.spreadsheet.changes.length;
    expect(changes).toBeGreaterThan(3);
    for (let failAt = 1; failAt <= changes; failAt++) {
      again();
      await refreshed(at, { failAt });
      expect([failAt, toast(at)]).toEqual([
        failAt,
        expect.stringMatching(/^0 tables refreshed, 1 not\.\n.*Service error: Spreadsheets\. Nothing was changed\./),
      ]);
      expect(contents(at)).toEqual(before);
      await refreshed(at);
      expect([failAt, toast(at)]).toEqual([failAt, expect.stringMatching(/^1 table refreshed\.\n.*: 6 rows (added|removed)\.$/)]);
      expect(contents(at)).toEqual(after);
    }
  });

  test.each([
    ["refreshed", "serviceRefreshTables", []],
    ["inserted", "serviceSidebar", ["insertTable", ["history", { series: "DGS2", start: "2024-06-10" }, { sheet: "Other", row: 0, column: 0 }]]],
  ])("is taken back if its rows cannot be remembered: %s", async (_, name, args) => {
    const at = await opened();
    setDay(at, DAY);
    const broken = `{ const get = PropertiesService.getDocumentProperties; PropertiesService.getDocumentProperties = () => ({ ...get(), setProperties: () => { throw new Error("Service error: Properties"); } }); }`;
    const other = await failing(at, broken);
    setDay(other, DAY);
    await other.world.run(name, args, { kind: name === "serviceSidebar" ? "sidebar" : "menu" });
    expect([contents(other), contents(other, "Other")]).toEqual([contents(at), {}]);
    expect(other.world.spreadsheet.namedRanges).toEqual(at.world.spreadsheet.namedRanges);
  });
});
