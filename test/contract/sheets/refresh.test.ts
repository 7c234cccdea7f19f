import type { CellsInSheets } from "../../sheets/cells-in-sheets";
import type { Seen } from "../../sheets/network";
import type { Mode } from "../../sheets/service";
import { answering, sheetsOfTests, shownAt, sidebar } from "../../sheets/sheets-of-tests";
import type { WorldOptions } from "../../sheets/world";

/* Refreshes by the built Code.js, in a spreadsheet that calculates what the script writes. */

const ofTests = sheetsOfTests();
const OLD = 4.21;
const NEW = 9.5;

interface Cells {
  readonly [address: string]: string | number | { readonly formula: string; readonly value: string | number };
}

/** A spreadsheet with these cells, in which formulas are passed the given arguments by Sheets. */
const opened = (cells: Cells, calculates: WorldOptions["calculates"] = {}, more: BookParts = {}) =>
  ofTests.sheets(ofTests.script, { spreadsheet: { sheets: { Main: cells }, ...more }, calculates });
type BookParts = Omit<NonNullable<WorldOptions["spreadsheet"]>, "sheets">;

const refresh = (at: CellsInSheets) => sidebar<{ readonly summary: string }>(at, "refresh", "book");
const shown = (at: CellsInSheets, address: string): unknown => shownAt(at, "Main", address);

const FORMULA = "=SERVICE_FRED(TRIM(A2))";
/** A spreadsheet with a formula that Sheets calculates, and whose old answer is cached for an hour. */
async function cached(cells: Cells = { C1: { formula: FORMULA, value: OLD } }, formula = FORMULA) {
  const at = await opened({ A2: "DGS10", ...cells }, { [formula]: { name: "SERVICE_FRED", args: ["DGS10"] } });
  expect(await at.world.call("SERVICE_FRED", ["DGS10"])).toEqual({ kind: "value", value: OLD });
  return at;
}

/** Forms of the argument "DGS10" that only Sheets can calculate. */
const FORMS = [
  "TRIM(A2)",
  "Rates[Series]",
  "INDEX(A1:A3,2)",
  "FILTER(A1:A3,B1:B3>0)",
  'IMPORTRANGE("id","Main!A2")',
  'A2&""',
  "{A2}",
  "(A2)",
  "LET(s,A2,s)",
  "'Other sheet'!Series",
];

test.each([
  ["an answer", "answer" as const],
  ["a failure", "broken" as const],
])("a cell whose request was sent before a refresh and ends after it, with %s, neither replaces nor shows an older answer", async (_, late) => {
  const at = await opened({ C1: { formula: '=SERVICE_FRED("DGS10")', value: OLD } });
  const { switches } = at.service_;
  answering(at, () => NEW);
  const renewed = switches.mode as (request: Seen, number: number) => Mode;
  let refreshing: ReturnType<typeof refresh> | undefined;
  switches.mode = (request, number) => {
    switches.latencyMs = number === 0 ? 9_000 : 200;
    if (number > 0) return renewed(request, number);
    refreshing = refresh(at);
    return late;
  };
  expect(await at.world.call("SERVICE_FRED", ["DGS10"])).toEqual({ kind: "value", value: NEW });
  expect((await refreshing)?.summary).toBe("1 formula was recalculated. 1 question answered with 1 request.");
  expect(await at.world.call("SERVICE_FRED", ["DGS10"])).toEqual({ kind: "value", value: NEW });
});

describe("a refresh of a formula whose arguments the script cannot read", () => {
  test.each(FORMS)("SERVICE_FRED(%s) sends its question again and is counted once it has the newer answer", async (form) => {
    const formula = `=SERVICE_FRED(${form})`;
    const at = await cached({ C1: { formula, value: OLD } }, formula);
    answering(at, () => NEW);
    expect(await refresh(at)).toMatchObject({ cells: 1, troubles: [], summary: "1 formula was recalculated." });
    expect(at.service_.batches).toHaveLength(2);
    expect(shown(at, "C1")).toBe(NEW);
  });

  test("a scheduled refresh renews it too", async () => {
    const at = await cached();
    await sidebar(at, "setSchedule", { every: "hour" });
    answering(at, () => NEW);
    await at.world.run("serviceScheduledRefresh", [{ triggerUid: at.world.spreadsheet.triggers[0]!.id }], { kind: "trigger" });
    expect(shown(at, "C1")).toBe(NEW);
    expect(at.world.documentProperties.values.get("SERVICE_LAST_SCHEDULED_REFRESH")).toMatch(/: 1 formula was recalculated\.$/);
  });

  test("a scheduled refresh without any newer answer fails, so that Google sends an email to its owner", async () => {
    const at = await cached();
    await sidebar(at, "setSchedule", { every: "hour" });
    at.service_.switches.mode = "unreachable";
    const ran = await at.world.run("serviceScheduledRefresh", [{ triggerUid: at.world.spreadsheet.triggers[0]!.id }], { kind: "trigger" });
    expect(ran).toEqual({ kind: "error", message: expect.stringMatching(/Google's servers cannot reach the service/) });
    expect(at.world.documentProperties.values.get("SERVICE_LAST_SCHEDULED_REFRESH")).toContain("Google's servers cannot reach the service");
    expect(shown(at, "C1")).toBe(OLD);
  });

  test("a refresh tries at once after an outage, and then cells send requests again", async () => {
    const at = await opened({ C1: { formula: '=SERVICE_FRED("DGS10")', value: OLD } });
    at.service_.switches.mode = "unreachable";
    expect(await at.world.call("SERVICE_FRED", ["DGS2"])).toMatchObject({ kind: "error" });
    at.service_.switches.mode = "answer";
    expect(await at.world.call("SERVICE_FRED", ["DGS5"])).toMatchObject({ kind: "error" });
    expect((await refresh(at)).summary).toMatch(/^1 formula was recalculated/);
    expect(await at.world.call("SERVICE_FRED", ["DGS5"])).toMatchObject({ kind: "value" });
  });

  test("if the service fails now, the cell keeps its older answer, and the formula is not counted", async () => {
    const at = await cached();
    // The service answers the refresh's own check.
    at.service_.switches.mode = ({ url }) => (url.endsWith("/sheets/eval") ? "broken" : "answer");
    expect(await refresh(at)).toMatchObject({ cells: 0, troubles: [{ cells: 1, message: expect.stringMatching(/had an error/) }] });
    expect(shown(at, "C1")).toBe(OLD);
    at.world.advance(60_000);
    expect(await at.world.call("SERVICE_FRED", ["DGS10"])).toEqual({ kind: "value", value: OLD });
    answering(at, () => NEW);
    expect(await at.world.call("SERVICE_FRED", ["DGS10"])).toEqual({ kind: "value", value: NEW });
  });

  test("cells that wait for another cell's failing request keep their older answers too", async () => {
    const cells = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`C${i + 1}`, { formula: FORMULA, value: OLD }]));
    const at = await cached(cells);
    at.service_.switches.mode = ({ url }) => (url.endsWith("/sheets/eval") ? "broken" : "answer");
    expect(await refresh(at)).toMatchObject({ cells: 0, troubles: [{ cells: 10 }] });
    expect(Object.keys(cells).map((address) => shown(at, address))).toEqual(Array.from({ length: 10 }, () => OLD));
  });

  test("the sources of a cell with an older answer say why it is older", async () => {
    const at = await opened({ C1: { formula: "=SERVICE_FRED(TRIM(A2))", value: OLD } });
    await at.world.call("SERVICE_FRED", ["DGS10"]);
    await refresh(at);
    at.service_.switches.mode = "broken";
    // A formula that was entered after the refresh.
    const sheets = { Main: { C1: { formula: '=SERVICE_FRED("DGS10")', value: OLD } } };
    at.world.spreadsheet = { ...at.world.spreadsheet, sheets, active: "Main!C1" };
    const older = { kind: "answer", answer: { value: OLD }, stale: { code: "server_error" } };
    expect(await sidebar(at, "calls")).toMatchObject({ calls: [{ outcome: older }] });
  });

  test("a formula that Sheets has not calculated in time is not counted", async () => {
    const at = await opened({ A2: "DGS10", C1: { formula: "=SERVICE_FRED(TRIM(A2))", value: OLD } });
    const result = await refresh(at);
    expect(result).toMatchObject({ cells: 0, troubles: [{ cells: 1, message: expect.stringMatching(/still calculating/) }] });
    expect(result.summary).toMatch(/^No formula has a newer answer\./);
  });

  test("a formula whose function was not called again is not counted, whatever its cell shows", async () => {
    const formula = '=IFERROR(SERVICE_FRED(TRIM(A2)),"")';
    // Another function answers at once: the cell looks calculated, and nothing was asked.
    const at = await opened({ A2: "DGS10", C1: { formula, value: OLD } }, { [formula]: { name: "SERVICE_REGIME" } });
    expect(await refresh(at)).toMatchObject({ cells: 0, troubles: [{ cells: 1, message: expect.stringMatching(/did not calculate/) }] });
  });

  test("a formula that shows an error is not counted", async () => {
    const at = await opened({ A2: "", C1: { formula: FORMULA, value: OLD } }, { [FORMULA]: { name: "SERVICE_FRED", args: ["DGS10", "nonsense"] } });
    expect(await refresh(at)).toMatchObject({ cells: 0, troubles: [{ cells: 1, message: expect.stringMatching(/shows an error/) }] });
  });
});

test("a refresh of formulas with arrays requests every element in the same requests as other formulas, whichever separators the locale has", async () => {
  const at = await opened(
    {
      A1: { formula: '=SERVICE_FRED({"DGS10","DGS2"})', value: OLD },
      A4: { formula: '=SERVICE_SHORTINTEREST(C1:C2, {"days","pctfloat"})', value: 3 },
      A8: { formula: '=SERVICE_FRED({"DGS5"\\"DGS30";"DGS1"\\"DGS3"})', value: OLD },
      A12: { formula: "=SERVICE_PRICE('Main'!Tickers)", value: 1 },
      C1: "GME",
      C2: "AAPL",
    },
    {},
    { namedRanges: { "'Main'!Tickers": "Main!C1" } },
  );
  expect(await refresh(at)).toMatchObject({ cells: 4, requests: 1, troubles: [] });
  expect(at.service_.batches.flat()).toHaveLength(2 + 4 + 4 + 1);
});
