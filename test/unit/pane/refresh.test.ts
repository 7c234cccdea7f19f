import { FRESHNESS_SETTING } from "../../../src/pane/freshness";
import { dataVersionOf } from "../../../src/pane/connection/data-version";
import { NO_KEY_IN_CELL } from "../../../src/pane/pane-words";
import { causeWords, changeInWords, argumentWords } from "../../../src/pane/refresh/change-in-words";
import { refresherOf } from "../../../src/pane/refresh/refresher";
import type { RefreshResult, RefreshWhat } from "../../../src/pane/refresh/refresh-result";
import { resultWords } from "../../../src/pane/refresh/refresh-words";
import { untilStopped } from "../../../src/pane/work/until-stopped";
import type { Watch } from "../../../src/pane/workbook";
import { WorkbookRefusal } from "../../../src/workbook/workbook-refusal";
import { addressOf } from "../../../src/workbook/cell-address";
import { good, type Sent } from "../core/virtual-host";
import { desk, price, type Desk } from "./in-memory-host";
import { saved } from "./in-memory-workbook";
import { pass, withFakeTimers } from "../../time";
import { grid } from "../../grid";

withFakeTimers({ now: Date.parse("2024-06-25T12:00:00Z") });

/** Refreshes and advances the time until it ends. */
async function refresh(d: Desk, what: RefreshWhat = "workbook", ms = 200_000): Promise<RefreshResult> {
  let ended: RefreshResult | undefined;
  void refresherOf(d.host)
    .start(what)
    .then((r) => (ended = r));
  for (let passed = 0; !ended && passed < ms; passed += 100) await pass(100);
  if (!ended) throw new Error("The refresh did not end.");
  return ended;
}

/** A workbook with prices of A, B and C, just opened from a file. */
function opened(): Desk {
  const d = desk();
  for (const [i, t] of ["A", "B", "C"].entries()) {
    d.workbook.put(`Sheet1!A${i + 1}`, t);
    d.workbook.put(`Sheet1!B${i + 1}`, `=SERVICE.PRICE(A${i + 1})`, saved(i + 1));
    d.prices.set(t, (i + 1) * 10);
  }
  return d;
}
const texts = (d: Desk, ...addresses: string[]) => addresses.map((a) => d.workbook.at(a).text);
const B = ["Sheet1!B1", "Sheet1!B2", "Sheet1!B3"];
const whys = (r: RefreshResult) => r.notAnswered.map((n) => `${addressOf(n.place)} ${n.why}`);

const AWAY = (sent: Sent) => sent.reply({ status: 0 });
const KEY_REFUSED = (sent: Sent) => sent.reply({ status: 401, body: '{"detail":{"code":"revoked_key"}}' });
const QUOTA = (sent: Sent) => sent.reply({ status: 401, body: '{"detail":{"code":"over_quota","resets_at":"2024-07-01T00:00:00Z"}}' });
const SILENT = () => undefined;

let d = opened();
beforeEach(() => void (d = opened()));

describe("a refresh", () => {
  test("fetches, recalculates the answered cells, and lists changes in workbook order", async () => {
    d.prices.set("B", 2);
    const result = await refresh(d);
    expect(result).toMatchObject({ what: "workbook", cells: 3, answered: 3, notAnswered: [], refused: [], stopped: false });
    expect(result.failure).toBeUndefined();
    expect(result.changes.map((c) => [addressOf(c.place), c.formula, c.before.text, c.after.text, c.difference])).toEqual(
      grid(5, "Sheet1!B1", "=SERVICE.PRICE(A1)", "1", "10", 9, "Sheet1!B3", "=SERVICE.PRICE(A3)", "3", "30", 27),
    );
    expect(d.wire.sent).toHaveLength(1);
    expect([...d.workbook.marked]).toEqual(B.map((a) => [a, 1]));
    expect(dataVersionOf(d.host).now()).toBe(1);
    // The same values again are no new data.
    await refresh(d);
    expect(dataVersionOf(d.host).now()).toBe(1);
  });

  test("never shows a cell's request for a key in place of a failure, because there is a key", async () => {
    d.workbook.put("Sheet1!B1", "=SERVICE.PRICE(A1)", saved(NO_KEY_IN_CELL));
    const { shown } = d.workbook;
    d.workbook.shown = (places) => {
      if (d.wire.sent.length > 0) {
        // Another key is saved after the cells have been asked, and before they are recalculated.
        d.client.setAccess("present", { forget: true });
        d.service = AWAY;
      }
      return shown(places);
    };
    await refresh(d);
    await pass(60_000);
    expect(texts(d, ...B)).toEqual(["#N/A", "2", "3"]);
  });

  test("fetches each distinct question once, and cells show even answers that must not be cached", async () => {
    d.workbook.put("Sheet1!C1", '=SERVICE.PRICE("a ")', saved(0));
    d.workbook.put("Sheet1!C2", "=SERVICE.PRICE(A1)+SERVICE.PRICE(A2)", saved(0));
    for (const [i, t] of ["A", "B", "C"].entries()) d.prices.set(t, { value: (i + 1) * 10, max_age_s: 0 });
    await refresh(d);
    expect(d.wire.sent.map((s) => s.cells.length)).toEqual([3]);
    expect(texts(d, "Sheet1!C1", "Sheet1!C2", ...B)).toEqual(["10", "30", "10", "20", "30"]);
  });

  test("fetches even if every answer is fresh", async () => {
    await refresh(d);
    d.prices.set("A", 11);
    const result = await refresh(d);
    expect(result.changes.map((c) => c.difference)).toEqual([1]);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ["a later observation date", { value: 1, observation_date: "2024-06-21" }, { value: 2, observation_date: "2024-06-24" }, ["new_period"]],
    ["another value of the same date", { value: 1, observation_date: "2024-06-21" }, { value: 2, observation_date: "2024-06-21" }, ["revision"]],
    ["published data after sample data", { value: 1, sample: true }, { value: 2, sample: false }, ["to_published"]],
    ["a reason", { value: 1 }, { value: null, code: "no_price", reason: "no price is known" }, ["became_reason"]],
  ])("names the cause of a change: %s", async (_, first, second, causes) => {
    const d = desk();
    d.workbook.put("Sheet1!A1", '=SERVICE.PRICE("A")', saved(7));
    d.prices.set("A", first);
    // The cell showed 7, and nothing is known of that answer.
    expect((await refresh(d)).changes.map((c) => c.causes)).toEqual([[]]);
    d.prices.set("A", second);
    expect((await refresh(d)).changes.map((c) => c.causes)).toEqual([causes]);
  });

  test("names no cause from a cached answer that the cell did not show", async () => {
    const d = desk();
    d.workbook.put("Sheet1!A1", '=SERVICE.PRICE("A")', saved(7));
    d.prices.set("A", { value: 8, observation_date: "2024-06-21" });
    void d.host.cells.ask(price("A"));
    await pass(1_000);
    d.prices.set("A", { value: 9, observation_date: "2024-06-21" });
    expect((await refresh(d)).changes.map((c) => [c.before.value, c.after.value, c.causes])).toEqual([[7, 9, []]]);
  });

  test("a figure of another day, because the date cell that its formula reads changed, is no revision", async () => {
    const d = desk();
    const yields: Record<string, Record<string, unknown>> = { "2024-06-21": { value: 4.5, unit: "%" }, "2024-06-24": { value: 4.75, unit: "%" } };
    let last = "2024-06-21";
    d.service = (sent) =>
      sent.reply(
        good(sent, ({ args }) => (args?.[1] === null ? { value: last, kind: "date" } : { ...yields[String(args?.[1])], observation_date: args?.[1] })),
      );
    d.workbook.put("Sheet1!A1", '=SERVICE.YIELD("AS_OF")', saved(45_464, "2024-06-21"));
    d.workbook.put("Sheet1!B1", '=SERVICE.YIELD("20Y",A1)', saved(4.5));
    d.workbook.put("Sheet1!B2", '=SERVICE.YIELD("20Y",A1)+SERVICE.YIELD("20Y","2024-06-21")', saved(9));
    await refresh(d);
    last = "2024-06-24";
    const { changes } = await refresh(d);
    expect(changes.map((c) => [addressOf(c.place), changeInWords(c).figure, changeInWords(c).difference, causeWords(c), argumentWords(c)])).toEqual([
      ["Sheet1!A1", "Date of the Treasury curve", "+3 days", "Another value", ""],
      ["Sheet1!B1", "Treasury yield, 20Y", "+25 bp", "Argument changed", "date 2024-06-21 → 2024-06-24"],
      [
        "Sheet1!B2",
        "Treasury yield, 20Y",
        "+0.25",
        "Argument changed",
        'SERVICE.YIELD("20Y","2024-06-21") → SERVICE.YIELD("20Y","2024-06-24"), SERVICE.YIELD("20Y","2024-06-21")',
      ],
    ]);
  });

  test("lists a value that became a reason as a change without a difference", async () => {
    d.prices.delete("A");
    const { changes } = await refresh(d);
    expect(changes[0]).toMatchObject({ after: { text: "n/a: no price is known" } });
    expect(changes[0]).not.toHaveProperty("difference");
  });

  test.each<[RefreshWhat, string[]]>([
    ["selection", ["Sheet1!B2"]],
    ["sheet", ["Sheet1!B1", "Sheet1!B2", "Sheet1!B3", "Sheet1!D1", "Sheet1!D2"]],
    ["workbook", ["Sheet1!B1", "Sheet1!B2", "Sheet1!B3", "Sheet1!D1", "Sheet1!D2", "Other!B1"]],
    ["problems", ["Sheet1!D1", "Sheet1!D2", "Other!B1"]],
  ])("with scope %s recalculates %j", async (what, expected) => {
    d.workbook.select("B2");
    d.workbook.put("Sheet1!D1", '=SERVICE.PRICE("A")', saved({ error: "#N/A" }));
    d.workbook.put("Sheet1!D2", '=SERVICE.PRICE("A")', saved("n/a: no price is known"));
    d.workbook.put("Other!B1", '="x "&SERVICE.PRICE("B")', saved("x n/a: market closed"));
    const result = await refresh(d, what);
    expect(result.cells).toBe(expected.length);
    expect([...d.workbook.marked.keys()]).toEqual(expected);
  });

  test("with scope stale recalculates only cells with an unknown or expired answer", async () => {
    d.prices.set("A", { value: 10, max_age_s: 3600 });
    await refresh(d, "stale");
    expect([...d.workbook.marked.values()]).toEqual([1, 1, 1]);
    expect((await refresh(d, "stale")).cells).toBe(0);
    await pass(120_000);
    await refresh(d, "stale");
    expect([...d.workbook.marked.values()]).toEqual([1, 2, 2]);
  });

  test("skips cells with a broken function name or a wrong argument, and says what to do", async () => {
    const d = desk();
    d.workbook.put("Sheet1!A1", '=_xldudf_SERVICE_PRICE("A")', saved(5));
    d.workbook.put("Sheet1!A3", "=SERVICE.PRICE(TRUE)", saved({ error: "#VALUE!" }));
    d.workbook.put("Sheet1!A4", '=IF(B4="","",SERVICE.PRICE(B4))', saved(""));
    const result = await refresh(d);
    expect(whys(result)).toEqual([
      "Sheet1!A1 Broken function name. Repair it in Audit, then refresh.",
      "Sheet1!A3 An argument is invalid, so no request was sent. Open it in Build to see which.",
    ]);
    expect(d.workbook.marked.size).toBe(0);
    expect(d.wire.sent).toHaveLength(0);
  });

  test("calculates a cell that shows #NAME? although its name is right", async () => {
    d.workbook.put("Sheet1!D1", '=SERVICE.PRICE("A")', saved({ error: "#NAME?" }));
    expect(await refresh(d, "problems")).toMatchObject({ answered: 1, notAnswered: [] });
    expect(texts(d, "Sheet1!D1")).toEqual(["10"]);
  });

  test("says what to do if a cell is calculated, but its function is not called", async () => {
    for (const [i, error] of ["#NAME?", "#CONNECT!", "#VALUE!", "#N/A"].entries()) d.workbook.put(`Sheet1!D${i + 1}`, '=SERVICE.PRICE("A")', saved({ error }));
    // A formula may return an error without a call.
    d.workbook.put("Sheet1!D5", '=IF(A9="",NA(),SERVICE.PRICE("A"))', saved({ error: "#N/A" }));
    d.workbook.recalculate = async () => [];
    const began = Date.now();
    expect(whys(await refresh(d, "problems"))).toEqual([
      "Sheet1!D1 Calculated, but it still shows #NAME?. Repair it in Audit, then refresh.",
      ...[2, 3, 4].map((row) => `Sheet1!D${row} It was calculated, but its function was not called. Audit says what to do.`),
    ]);
    expect(Date.now() - began).toBeLessThan(12_000);
  });

  test("recalculates a formula only if all its questions were answered", async () => {
    d.workbook.put("Sheet1!C1", '=SERVICE.PRICE("A")+SERVICE.PRICE("BAD")', saved(7));
    d.prices.set("BAD", { value: null, code: "service_fault", reason: "the service had an error of its own with this cell" });
    const result = await refresh(d);
    expect(whys(result)).toEqual([expect.stringMatching(/^Sheet1!C1 The service had an error with this cell\./)]);
    expect(texts(d, "Sheet1!C1")).toEqual(["7"]);
    d.workbook.marked.clear();
    expect((await refresh(d, "stale")).cells).toBe(1);
  });

  test("does not wait for a call inside IF that the formula does not make", async () => {
    d.workbook.put("Sheet1!D1", '=IF(D2="","none",SERVICE.PRICE("A"))', saved("none"));
    const began = Date.now();
    const result = await refresh(d);
    expect(result).toMatchObject({ answered: 4, notAnswered: [] });
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  test("reports cells on a protected sheet, and they stay stale", async () => {
    d.workbook.protectedCells.add("Sheet1!B2");
    const result = await refresh(d);
    expect(result).toMatchObject({
      answered: 2,
      refused: [{ place: { row: 1, column: 1 }, why: "The sheet Sheet1 is protected. Unprotect it, then try again." }],
    });
    d.workbook.marked.clear();
    expect((await refresh(d, "stale")).cells).toBe(1);
  });

  test("leaves a cell outside its scope stale if the cell shows an older answer", async () => {
    for (const t of ["A", "B", "C"]) d.prices.set(t, { value: 7, max_age_s: 3600 });
    d.workbook.put("Sheet1!D1", '=SERVICE.PRICE("A")', saved(1));
    d.workbook.put("Sheet1!D2", '=SERVICE.PRICE("B")', saved(2));
    d.workbook.protectedCells.add("Sheet1!D2");
    d.workbook.select("B1:B3");
    await refresh(d, "selection");
    expect(texts(d, "Sheet1!D1", "Sheet1!D2")).toEqual(["1", "2"]);
    const result = await refresh(d, "stale");
    expect(result).toMatchObject({ cells: 2, changes: [{ place: { row: 0, column: 3 } }], refused: [{ place: { row: 1, column: 3 } }] });
  });

  test("reports the workbook's own message, or that the refresh failed if the error is another", async () => {
    d.workbook.refusal = new WorkbookRefusal("Excel is busy: finish the cell, then try again.");
    expect(await refresh(d)).toMatchObject({ failure: "Excel is busy: finish the cell, then try again.", cells: 0 });
    d.workbook.refusal = new Error("undefined is not a function");
    expect((await refresh(d)).failure).toMatch(/^The refresh failed/);
    d.workbook.refusal = undefined;
    d.host.workbookThere = false;
    expect((await refresh(d)).failure).toMatch(/^No workbook is open/);
    d.host.workbookThere = true;
    d.host.connected = { kind: "none" };
    expect((await refresh(d)).failure).toMatch(/^No API key yet/);
  });

  test("continues when it is started again, and both callers get its result", async () => {
    const refresher = refresherOf(d.host);
    const [a, b] = [refresher.start("workbook"), refresher.start("problems")];
    await pass(30_000);
    expect(await a).toBe(await b);
    expect(refresherOf(d.host)).toBe(refresher);
    expect(d.wire.sent).toHaveLength(1);
  });
});

describe("refreshing cells whose questions are unknown", () => {
  /** Only the workbook knows that B1 depends on A1. */
  function unknown(): Desk {
    const d = desk();
    d.workbook.put("Sheet1!A1", "A");
    d.workbook.put("Sheet1!B1", '=SERVICE.PRICE(A1&"")', saved(4.5));
    d.prices.set("A", 10);
    return d;
  }
  /** From now on the service replies to the check alone; returns the service before. */
  const onlyStatus = (d: Desk, fault = AWAY): Desk["service"] => {
    const { service } = d;
    d.service = (sent) => (sent.cells.length === 0 ? service(sent) : fault(sent));
    return service;
  };
  let d = unknown();
  beforeEach(() => void (d = unknown()));

  test("checks the service first, but not the second time, because the question is known then", async () => {
    expect(await refresh(d)).toMatchObject({ answered: 1, notAnswered: [], changes: [{ difference: 5.5 }] });
    await refresh(d);
    expect(d.statusAsked).toEqual(["/v1/status"]);
  });

  test("recalculates nothing if the service is down", async () => {
    d.service = AWAY;
    expect(whys(await refresh(d))).toEqual(["Sheet1!B1 The service cannot be reached. Try again."]);
    expect(d.workbook.marked.size).toBe(0);
  });

  test.each([
    ["a number", saved(4.5)],
    ["a text", saved("n/a: no price is known")],
    ["a date", saved(45_462, "2024-06-19")],
    ["an error", saved({ error: "#DIV/0!" })],
    ["TRUE", saved(true, "TRUE")],
  ])("restores %s in the cell if its call then fails, and reports the failure", async (_name, shown) => {
    d.workbook.put("Sheet1!B1", '=SERVICE.PRICE(A1&"")', shown);
    const service = onlyStatus(d);
    const result = await refresh(d);
    expect(d.workbook.marked.size).toBe(1);
    expect(d.workbook.at("Sheet1!B1")).toMatchObject(shown);
    expect(result.changes).toEqual([]);
    expect(whys(result)).toEqual(["Sheet1!B1 The service cannot be reached. Check the connection and the base URL in the SERVICE pane, then press Refresh."]);
    d.service = service;
    await refresh(d);
    expect(texts(d, "Sheet1!B1")).toEqual(["10"]);
  });

  test("shows an error, not the earlier value, if a call with a changed argument fails", async () => {
    onlyStatus(d);
    await refresh(d);
    d.workbook.put("Sheet1!A1", "B");
    await d.workbook.recalculate([{ sheet: "Sheet1", row: 0, column: 1 }]);
    await pass(100_000);
    expect(texts(d, "Sheet1!B1")).toEqual(["#N/A"]);
  });

  test("recalculates formulas that are more than one call last, and not if the service fails before", async () => {
    d.workbook.put("Sheet1!C1", '="at "&SERVICE.PRICE(A1&"X")', saved("at 3"));
    const service = onlyStatus(d);
    const result = await refresh(d);
    expect(texts(d, "Sheet1!B1", "Sheet1!C1")).toEqual(["4.5", "at 3"]);
    expect(result.notAnswered).toHaveLength(2);
    expect([...d.workbook.marked.keys()]).toEqual(["Sheet1!B1"]);
    d.service = service;
    d.prices.set("AX", 12);
    await refresh(d);
    expect(texts(d, "Sheet1!B1", "Sheet1!C1")).toEqual(["10", "at 12"]);
  });

  test("recalculates at most 500 formulas that are more than one call if the service fails", async () => {
    const d = desk();
    for (let i = 0; i < 1_200; i++) d.workbook.put(`Sheet1!C${i + 1}`, `="at "&SERVICE.PRICE("T${i}"&"")`, saved(`at ${i}`));
    onlyStatus(d);
    const result = await refresh(d);
    expect(result.notAnswered).toHaveLength(1_200);
    expect(d.workbook.marked.size).toBe(500);
    expect(Object.values(d.workbook.all()).filter((text, i) => text === `at ${i}`)).toHaveLength(700);
  });

  test("skips a cell that the user changed during the request", async () => {
    d.workbook.put("Sheet1!D1", '=SERVICE.PRICE("B")', saved(1));
    d.prices.set("B", 2);
    const { service } = d;
    d.service = (sent) => {
      // The user edits the cell meanwhile.
      d.workbook.put("Sheet1!B1", '=SERVICE.PRICE(A1&"")+100', saved(104.5));
      return service(sent);
    };
    const result = await refresh(d);
    expect(whys(result)).toEqual(["Sheet1!B1 The cell changed during the refresh and was skipped. Refresh again."]);
    expect(texts(d, "Sheet1!B1", "Sheet1!D1")).toEqual(["104.5", "2"]);
  });

  test("does not wait for a cell whose argument turns out to be wrong", async () => {
    d.workbook.put("Sheet1!A1", null);
    const began = Date.now();
    expect((await refresh(d)).changes.map((c) => c.after.text)).toEqual(["#VALUE!"]);
    expect(Date.now() - began).toBeLessThan(2_000);
  });

  test("reports a cell without an answer after 20 s, and the cell keeps its value if its call fails", async () => {
    onlyStatus(d, SILENT);
    const result = await refresh(d);
    expect(whys(result)).toEqual(["Sheet1!B1 Not answered yet. If this persists, refresh again in a minute."]);
    expect(result.changes).toEqual([]);
    await pass(60_000);
    expect(texts(d, "Sheet1!B1")).toEqual(["4.5"]);
  });
});

describe("a refresh when the service fails", () => {
  /** 2,500 prices on a sheet, each calculated once. */
  function large(count = 2_500): Desk {
    const d = desk();
    for (let i = 0; i < count; i++) {
      d.workbook.put(`Sheet1!B${i + 1}`, `=SERVICE.PRICE("T${i}")`, saved(i));
      d.prices.set(`T${i}`, i + 0.5);
    }
    return d;
  }
  const NAMES: [string, (sent: Sent) => void, RegExp][] = [
    ["cannot be reached", AWAY, /cannot be reached/],
    ["does not reply", SILENT, /did not answer in time|No answer within 60/],
    ["refuses the key", KEY_REFUSED, /revoked/],
    ["has no quota left", QUOTA, /quota is used up until 2024-07-01/],
    ["has an error", (sent) => sent.reply({ status: 500 }), /had an error/],
    ["sends broken replies", (sent) => sent.reply({ status: 200, body: "<html>" }), /was broken/],
  ];

  test.each(NAMES)("changes nothing if the service %s from the start", async (_name, fault, words) => {
    const d = large();
    const before = d.workbook.all();
    d.service = fault;
    const result = await refresh(d);
    expect(d.workbook.all()).toEqual(before);
    expect(d.workbook.marked.size).toBe(0);
    expect(result).toMatchObject({ cells: 2_500, answered: 0, changes: [], stopped: false });
    expect(result.notAnswered).toHaveLength(2_500);
    expect(new Set(result.notAnswered.map((n) => words.test(n.why)))).toEqual(new Set([true]));
  });

  test.each(NAMES)("changes only answered cells if the service %s after two requests, and a later refresh the others", async (_name, fault, words) => {
    const d = large();
    const { service } = d;
    let n = 0;
    d.service = (sent) => (n++ < 2 ? service(sent) : fault(sent));
    const result = await refresh(d);
    expect(result.answered).toBe(1_000);
    expect(result.changes).toHaveLength(1_000);
    expect(result.notAnswered).toHaveLength(1_500);
    expect(result.notAnswered.every((x) => words.test(x.why))).toBe(true);
    expect(Object.values(d.workbook.all()).filter((t, i) => t === String(i) || t === String(i + 0.5))).toHaveLength(2_500);
    // Saving another key ends a refusal; the end of the month ends a spent quota.
    d.service = service;
    d.client.setAccess("present");
    const later = await refresh(d);
    expect(later).toMatchObject({ answered: 2_500, notAnswered: [] });
    expect(Object.values(d.workbook.all())).toEqual(Array.from({ length: 2_500 }, (_, i) => String(i + 0.5)));
  });

  test("sends at most 12 requests for 10,000 cells if the service does not reply", async () => {
    const d = large(10_000);
    d.service = SILENT;
    const result = await refresh(d);
    expect(result.notAnswered).toHaveLength(10_000);
    expect(d.wire.sent.length).toBeLessThanOrEqual(12);
  });
});

test("a refresh of 10,000 cells takes 20 requests, even if each takes 13 s, and reports progress fewer than 100 times", async () => {
  const d = desk();
  const { service } = d;
  d.service = (sent) => void setTimeout(() => service(sent), 13_000);
  for (let i = 0; i < 10_000; i++) {
    d.workbook.put(`Sheet1!A${i + 1}`, `T${i}`);
    d.workbook.put(`Sheet1!B${i + 1}`, `=SERVICE.PRICE(A${i + 1})`, saved(i));
    d.prices.set(`T${i}`, i + 1);
  }
  const phases = new Set<string>();
  let told = 0;
  const refresher = refresherOf(d.host);
  refresher.onChange(() => {
    told++;
    phases.add(refresher.state().phase);
  });
  const result = await refresh(d);
  expect(result).toMatchObject({ cells: 10_000, answered: 10_000, notAnswered: [] });
  expect(result.changes).toHaveLength(10_000);
  expect(d.wire.sent).toHaveLength(20);
  expect([...phases]).toEqual(["reading", "asking", "calculating", "idle"]);
  expect(told).toBeLessThan(100);
  await pass(5_000);
  expect(d.workbook.kept.get(FRESHNESS_SETTING)!.length).toBeLessThan(70_000);
});

describe("stopping a refresh", () => {
  /** Refreshes and stops after this time: the state before the stop, and the result, which is there at once. */
  async function stopped(ms: number) {
    const refresher = refresherOf(d.host);
    const running = refresher.start("workbook");
    await pass(ms);
    const state = refresher.state();
    refresher.stop();
    await pass(1);
    expect(refresher.state().phase).toBe("idle");
    return { state, result: await running };
  }

  test("aborts the request at once, and all cells keep their values", async () => {
    d.service = SILENT;
    const { state, result } = await stopped(1_000);
    expect(state).toMatchObject({ phase: "asking", done: 0, of: 3 });
    expect(result).toMatchObject({ stopped: true, answered: 0, changes: [] });
    expect(d.wire.sent[0]!.aborted).toBe(true);
    expect(texts(d, ...B)).toEqual(["1", "2", "3"]);
    expect(refresherOf(d.host).state()).toEqual({ phase: "idle", last: result });
  });

  test("leaves cells stale that do not show their new answers yet", async () => {
    d.workbook.put("Sheet1!A1", "A");
    for (let i = 0; i < 600; i++) {
      d.workbook.put(`Sheet1!C${i + 1}`, `=SERVICE.PRICE("T${i}")`, saved(i));
      d.prices.set(`T${i}`, { value: 1, max_age_s: 3600 });
    }
    const { service } = d;
    let n = 0;
    d.service = (sent) => (n++ === 0 ? service(sent) : undefined);
    expect((await stopped(1_000)).result).toMatchObject({ stopped: true, answered: 0 });
    expect(d.workbook.marked.size).toBe(0);
    d.service = service;
    expect((await refresh(d, "stale")).cells).toBe(603);
  });

  /** From now on the host holds this call, as Excel does while a cell is edited, until a stop. */
  const hold = (call: "shown" | "recalculate") => {
    d.workbook[call] = (_: unknown, watch?: Watch) => untilStopped<never>(new Promise(() => undefined), watch?.signal);
  };
  test.each<[string, () => void, object, string]>([
    ["the reading of the cells", () => hold("shown"), { answered: 0 }, "Stopped. Nothing was changed."],
    ["the recalculation", () => hold("recalculate"), { answered: 3 }, "Stopped. 3 cells asked, 0 changed, 3 got no answer."],
    [
      "the reading of what they show then",
      () => {
        const { recalculate } = d.workbook;
        d.workbook.recalculate = async (places) => {
          hold("shown");
          return recalculate(places);
        };
      },
      { answered: 3 },
      "Stopped. 3 cells asked, 0 changed, 3 got no answer.",
    ],
  ])("ends at once while the host holds %s, and names the cells that may still change", async (_, prepare, counts, words) => {
    prepare();
    const { state, result } = await stopped(10_000);
    expect(state.phase).not.toBe("idle");
    expect(result).toMatchObject({ stopped: true, changes: [], ...counts });
    expect(resultWords(result)).toBe(words);
    expect(result.notAnswered.filter(({ why }) => !/It may still change/.test(why))).toEqual([]);
  });

  test("during recalculation reports the changes so far", async () => {
    d.workbook.put("Sheet1!C1", '=SERVICE.PRICE(A1&"Z")', saved(9));
    const { service } = d;
    d.service = (sent) => (sent.cells.some((c) => c.args?.[0] === "AZ") ? undefined : service(sent));
    const { state, result } = await stopped(3_000);
    expect(state).toMatchObject({ phase: "calculating", done: 3, of: 4 });
    expect(result).toMatchObject({ stopped: true, answered: 4 });
    expect(result.changes).toHaveLength(3);
  });
});

describe("automatic refresh", () => {
  const plan = (d: Desk, everyMinutes: number | undefined, onOpen: "nothing" | "stale" | "all" = "nothing") =>
    d.workbook.kept.set("service.refresh", JSON.stringify({ everyMinutes, onOpen }));

  test("refreshes stale cells every N minutes, and can be paused and resumed", async () => {
    const refresher = refresherOf(d.host);
    expect([refresher.plan(), refresher.nextAt()]).toEqual([{ everyMinutes: undefined, onOpen: "nothing" }, undefined]);
    await refresher.setPlan({ everyMinutes: 5, onOpen: "stale" });
    expect(JSON.parse(d.workbook.kept.get("service.refresh")!)).toEqual({ everyMinutes: 5, onOpen: "stale" });
    expect(refresher.nextAt()).toBe(Date.now() + 300_000);
    await pass(299_000);
    expect(d.wire.sent).toHaveLength(0);
    await pass(10_000);
    expect(d.wire.sent).toHaveLength(1);
    expect(refresher.state()).toMatchObject({ phase: "idle", last: { what: "stale", answered: 3 } });
    refresher.pause();
    expect(refresher.nextAt()).toBeUndefined();
    await pass(3_600_000);
    expect(d.wire.sent).toHaveLength(1);
    refresher.resume();
    expect(refresher.nextAt()).toBe(Date.now() + 300_000);
    await pass(310_000);
    expect(d.wire.sent).toHaveLength(2);
    await refresher.setPlan({ everyMinutes: undefined, onOpen: "nothing" });
    expect(refresher.nextAt()).toBeUndefined();
  });

  test("runs only once after the computer slept for hours", async () => {
    plan(d, 1);
    refresherOf(d.host);
    jest.setSystemTime(Date.now() + 8 * 3_600_000);
    await pass(40_000);
    expect(d.wire.sent).toHaveLength(1);
  });

  test("keeps the last result if no cell is stale", async () => {
    for (const t of ["A", "B", "C"]) d.prices.set(t, { value: 1, max_age_s: 86_400 });
    plan(d, 1);
    const first = await refresh(d);
    await pass(300_000);
    expect(refresherOf(d.host).state()).toEqual({ phase: "idle", last: first });
    expect(d.wire.sent).toHaveLength(1);
  });

  test.each([
    ["nothing", 0],
    ["stale", 2],
    ["all", 3],
  ] as const)("when a workbook with the setting %s is opened, recalculates %i of 3 cells once the service is connected", async (onOpen, cells) => {
    d.prices.set("A", { value: 1, max_age_s: 86_400 });
    await refresh(d);
    await pass(120_000);
    plan(d, undefined, onOpen);
    // The same workbook, opened by another page.
    const again = desk();
    for (const [key, text] of d.workbook.kept) again.workbook.kept.set(key, text);
    for (const [i, t] of ["A", "B", "C"].entries()) {
      again.workbook.put(`Sheet1!B${i + 1}`, `=SERVICE.PRICE("${t}")`, saved(1));
      again.prices.set(t, 5);
    }
    again.host.workbookThere = false;
    again.host.connected = { kind: "loading" };
    refresherOf(again.host);
    again.changed();
    again.host.workbookThere = true;
    again.changed();
    await pass(1_000);
    expect(again.wire.sent).toHaveLength(0);
    again.host.connected = { kind: "connected", baseUrl: "https://service.example", place: "memory" };
    again.changed();
    again.changed();
    await pass(10_000);
    expect(again.workbook.marked.size).toBe(cells);
    await pass(600_000);
    expect(again.wire.sent.length).toBeLessThanOrEqual(1);
  });

  test("uses a plan that could not be saved, and ignores an invalid saved plan", async () => {
    d.workbook.kept.set("service.refresh", '{"everyMinutes":-3,"onOpen":"format"}');
    const refresher = refresherOf(d.host);
    expect(refresher.plan()).toEqual({ everyMinutes: undefined, onOpen: "nothing" });
    d.workbook.settingsFail = true;
    await expect(refresher.setPlan({ everyMinutes: 5, onOpen: "all" })).rejects.toThrow("could not be kept");
    expect(refresher.plan()).toEqual({ everyMinutes: 5, onOpen: "all" });
    expect(refresher.nextAt()).toBe(Date.now() + 300_000);
  });

  test("runs again at the next time after a refresh has failed", async () => {
    plan(d, 1);
    const refresher = refresherOf(d.host);
    d.workbook.refusal = new WorkbookRefusal("Excel is busy.");
    await pass(70_000);
    expect(refresher.state()).toMatchObject({ last: { failure: "Excel is busy." } });
    d.workbook.refusal = undefined;
    await pass(70_000);
    expect(refresher.state()).toMatchObject({ last: { answered: 3 } });
  });
});
