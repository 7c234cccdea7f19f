import type { SpreadsheetScope } from "../../../../src/workbook/script-results";
import type { BookOptions } from "../../../sheets/spreadsheet-services";
import { call, createScript, google, KEY, type Menu } from "./menu-script";

const refresh = (scope: SpreadsheetScope) => call("refresh", scope);

type Script = ReturnType<typeof createScript>;

/** The result of a refresh. */
async function refreshed(script: Script, what: SpreadsheetScope | ReturnType<typeof refresh> = "sheet", how?: Parameters<Script["run"]>[1]) {
  const reply = await script.run(typeof what === "string" ? refresh(what) : what, how);
  if (!reply.ok) throw new Error(reply.message);
  return reply.value as { cells: number; answered: number; requests: number; troubles: { message: string; cells: number }[]; summary: string };
}
const scriptOf = (sheets: NonNullable<BookOptions["sheets"]>, more: Omit<Parameters<typeof createScript>[0], "book"> = {}): Script =>
  createScript({ book: { sheets }, ...more });
/** The areas that were changed. */
const ranges = (script: Script): readonly string[] => script.book().changes.flatMap((c) => ("range" in c ? [c.range] : []));
/** Some of the cells, for a reason. */
const trouble = (cells: number, words: RegExp) => ({ cells, message: expect.stringMatching(words) as string });

const shown = (formula: string, value: string | number = 4.2) => ({ formula, value });
const wrapper = (body: string) => `=IF(TRUE;"asking again …";${body})`;

const RATES = {
  A1: "series",
  A2: "DGS10",
  A3: "DGS2",
  A4: "",
  B1: "value",
  B2: shown("=SERVICE_FRED(A2)"),
  B3: shown("=SERVICE_FRED(A3)"),
  C2: shown('=IF(B2>0,SERVICE_FRED("DGS10","date"),"")'),
  D2: shown("=SERVICE_FRED(A2:A4)"),
  E2: shown("=SUM(A1:A2)"),
};

test("a refresh fetches each distinct question once, then wraps each formula in IF and restores it to recalculate it", async () => {
  const script = scriptOf({ Rates: RATES });
  const result = await refreshed(script);
  expect(script.requests).toHaveLength(1);
  expect(script.requests[0]).toHaveLength(3);
  expect(result).toMatchObject({ cells: 4, answered: 3, requests: 1, troubles: [] });
  expect(result.summary).toBe("4 formulas were recalculated. 3 questions answered with 1 request.");
  expect(script.book().changes).toEqual([
    { call: "setFormulas", range: "Rates!B2:B3", cells: [[wrapper("SERVICE_FRED(A2)")], [wrapper("SERVICE_FRED(A3)")]] },
    { call: "setFormulas", range: "Rates!C2", cells: [[wrapper('IF(B2>0,SERVICE_FRED("DGS10","date"),"")')]] },
    { call: "setFormulas", range: "Rates!D2", cells: [[wrapper("SERVICE_FRED(A2:A4)")]] },
    { call: "flush" },
    { call: "setFormulas", range: "Rates!B2:B3", cells: [["=SERVICE_FRED(A2)"], ["=SERVICE_FRED(A3)"]] },
    { call: "setFormulas", range: "Rates!C2", cells: [['=IF(B2>0,SERVICE_FRED("DGS10","date"),"")']] },
    { call: "setFormulas", range: "Rates!D2", cells: [["=SERVICE_FRED(A2:A4)"]] },
    { call: "flush" },
  ]);
});

test("a refresh reads arguments from ranges, open ranges, named ranges and other sheets", async () => {
  const script = createScript({
    book: {
      sheets: {
        Main: {
          A1: "=SERVICE_PRICE(Lists!A2:A)",
          B1: "=SERVICE_PRICE(tickers)",
          C1: "=SERVICE_YIELD('My Dates'!$B$1:$C$1,'My Dates'!A2)",
          D1: "=SERVICE_YIELD(TENOR)",
        },
        Lists: { A1: "ticker", A2: "AAPL", A3: "MSFT", A5: "GME" },
        "My Dates": { A2: { date: "2024-06-19" }, B1: "10Y", C1: "2Y" },
      },
      sizes: { Lists: { rows: 8, columns: 2 } },
      timeZone: "Pacific/Auckland",
      namedRanges: { Tickers: "Lists!A2:A3", tenor: "'My Dates'!B1" },
    },
  });
  const result = await refreshed(script, "book");
  expect(result).toMatchObject({ cells: 4, requests: 1, troubles: [] });
  expect(script.requests.flat().map(({ fn, args }) => [fn, args?.[0], args?.[1]])).toEqual([
    ["PRICE", "AAPL", "last"],
    ["PRICE", "MSFT", "last"],
    ["PRICE", "GME", "last"],
    ["YIELD", "10Y", "2024-06-19"],
    ["YIELD", "2Y", "2024-06-19"],
    ["YIELD", "10Y", null],
  ]);
});

test("1,200 distinct questions take three requests", async () => {
  const cells = Object.fromEntries(
    Array.from({ length: 600 }, (_, i) => [
      [`A${i + 1}`, `S${i}`] as const,
      [`B${i + 1}`, `=SERVICE_FRED(A${i + 1})`] as const,
      [`C${i + 1}`, `=SERVICE_FRED(A${i + 1};"date")`] as const,
    ]).flat(),
  );
  const script = scriptOf({ Main: cells });
  expect(await refreshed(script, "book")).toMatchObject({ cells: 1200, answered: 1200, requests: 3 });
});

test.each([
  ["cannot be reached", 0, /cannot reach the service/],
  ["refuses the key", 401, /refused the API key/],
  ["has an error", 500, /had an error/],
])("if the service %s, nothing changes, and the reason is given", async (_, status, words) => {
  const script = createScript({ book: { sheets: { Main: { ...RATES, F2: shown('=SERVICE_FRED("DG"&"S10")') } } }, status });
  const result = await refreshed(script);
  expect(result).toMatchObject({ cells: 0, answered: 0, troubles: [{ cells: 5, message: expect.stringMatching(words) as string }] });
  expect(result.summary).toMatch(/^Nothing was changed\./);
  expect(script.book().changes).toEqual([]);
});

test("a formula with a calculated argument recalculates only if the service can be reached", async () => {
  const sheets = { Main: { A1: shown('=SERVICE_FRED("DG"&"S10")') } };
  const well = scriptOf(sheets);
  // This spreadsheet calculates nothing, so no cell has a newer answer.
  const loading = trouble(1, /still calculating/);
  expect(await refreshed(well)).toMatchObject({ cells: 0, requests: 0, troubles: [loading] });
  expect(well.book().changes.filter(({ call }) => call === "setFormulas")).toHaveLength(2);
  const away = scriptOf(sheets, { status: 0 });
  expect(await refreshed(away)).toMatchObject({ cells: 0, troubles: [{ cells: 1 }] });
  expect(away.book().changes).toEqual([]);
});

test("a formula with an unanswered question keeps its value; the others recalculate", async () => {
  const script = scriptOf({ Rates: RATES }, { answer: (cell) => (cell.args?.[0] === "DGS2" ? undefined : { value: 1 }) });
  const result = await refreshed(script);
  expect(result.cells).toBe(2);
  expect(result.troubles).toEqual([trouble(2, /broken or incomplete/)]);
  expect(ranges(script)).toEqual(["Rates!B2", "Rates!C2", "Rates!B2", "Rates!C2"]);
});

test("a cell with wrong arguments recalculates without a request", async () => {
  const script = scriptOf({ Main: { A1: "=SERVICE_PRICE(B1:B2,C1:C3)", B1: "AAPL", C1: "last", A2: '=SERVICE_BIS("DE","nonsense")' } });
  expect(await refreshed(script)).toMatchObject({ cells: 2, requests: 0, troubles: [] });
});

test("a cell with an argument that the service refuses recalculates", async () => {
  const script = scriptOf({ Main: { A1: '=SERVICE_FRED("X")' } }, { answer: () => ({ value: null, code: "bad_argument", reason: "series_id: no such form" }) });
  expect(await refreshed(script)).toMatchObject({ cells: 1, answered: 0, requests: 1, troubles: [] });
});

test("each refresh fetches again, even if answers are cached", async () => {
  const script = scriptOf({ Rates: RATES });
  await script.run(refresh("sheet"));
  await script.run(refresh("sheet"));
  expect(script.requests).toHaveLength(2);
});

test("open ranges such as A1:A fit together, although their lists differ in length", async () => {
  const main = { A1: "=SERVICE_PRICE(Lists!A1:A,B1:B)", B1: "last", B2: "change" };
  const script = createScript({ book: { sheets: { Main: main, Lists: { A1: "AAPL", A2: "GME", A3: "MSFT" } } } });
  expect(await refreshed(script, "book")).toMatchObject({ cells: 1, answered: 3 });
});

test("a formula whose argument is still loading recalculates without a request", async () => {
  const script = scriptOf({ Main: { A1: "=SERVICE_PRICE(B1)", A2: "=SERVICE_PRICE(B1:B2)", B1: { value: "Loading..." }, B2: "AAPL" } });
  expect(await refreshed(script)).toMatchObject({ cells: 0, requests: 0, troubles: [{ cells: 2 }] });
  expect(script.book().changes.filter(({ call }) => call === "setFormulas")).toHaveLength(2);
});

test("refreshing errors and reasons recalculates only formulas that show one, even in a spilled cell, or that go on loading", async () => {
  const script = createScript({
    book: {
      sheets: {
        Main: {
          A1: "AAPL",
          A2: "NONE",
          B1: { formula: "=SERVICE_PRICE(A1:A2)", spill: [[190.5], ["n/a: no such ticker"]] },
          C1: shown("=SERVICE_PRICE(A1)"),
          D1: { formula: "=SERVICE_PRICE(A2)", value: "#ERROR!" },
          E1: { formula: "=SORT(SERVICE_PRICE(A1:A2))", spill: [[1], ["#N/A The service"]] },
        },
        Other: {
          A1: { formula: '=SERVICE_FRED("X")', value: "n/a: unknown series" },
          A2: shown('=SERVICE_FRED("Y")'),
          A3: { formula: '=SERVICE_FRED("Z")', value: "Loading..." },
        },
      },
    },
  });
  const { cells, troubles } = await refreshed(script, "errors");
  expect({ cells, troubles }).toEqual({ cells: 5, troubles: [] });
  expect(ranges(script).slice(0, 3)).toEqual(["Main!B1", "Main!D1", "Main!E1"]);
});

describe("a refresh whose script is terminated", () => {
  const original = { B2: "=SERVICE_FRED(A2)", B3: "=SERVICE_FRED(A3)", C2: RATES.C2.formula, D2: "=SERVICE_FRED(A2:A4)", E2: "=SUM(A1:A2)" };

  test("loses no formula, whichever change was the last, and the next refresh restores all", async () => {
    for (let last = 1; last <= 8; last++) {
      const script = scriptOf({ Rates: RATES });
      await script.run(refresh("sheet"), { dieAfter: last });
      expect(script.book().changes).toHaveLength(last);
      for (const [address, formula] of Object.entries(script.formulas("Rates"))) {
        const own = original[address as keyof typeof original];
        expect([own, wrapper(own.slice(1))]).toContain(formula);
      }
      script.advance(3_600_000);
      await script.run(refresh("sheet"));
      expect(script.formulas("Rates")).toEqual(original);
    }
  });

  test("leaves formulas wrapped in IF, which the next refresh of errors restores, in any locale", async () => {
    const script = createScript({
      book: {
        sheets: {
          Main: { A1: { formula: '=WENN(WAHR; "asking again …"; SERVICE_FRED("X";"date"))', value: "asking again …" }, A2: shown('=SERVICE_FRED("Y")') },
        },
      },
    });
    expect((await refreshed(script, "errors")).cells).toBe(1);
    expect(script.formulas("Main")).toEqual({ A1: '=SERVICE_FRED("X";"date")', A2: '=SERVICE_FRED("Y")' });
  });
});

test("if any one change fails, every formula is still recalculated and restored", async () => {
  const original = scriptOf({ Rates: RATES }).formulas("Rates");
  for (let failAt = 1; failAt <= 8; failAt++) {
    const script = scriptOf({ Rates: RATES });
    expect(await refreshed(script, "sheet", { failAt })).toMatchObject({ cells: 4, troubles: [] });
    expect(script.formulas("Rates")).toEqual(original);
  }
});

test("if any one change fails, the only formula of a sheet is still restored", async () => {
  for (let failAt = 1; failAt <= 4; failAt++) {
    const script = scriptOf({ Main: { A1: shown('=SERVICE_FRED("X")') } });
    await script.run(refresh("sheet"), { failAt });
    expect(script.formulas("Main")).toEqual({ A1: '=SERVICE_FRED("X")' });
  }
});

test("a formula left wrapped in IF by a terminated refresh is restored even if the service is down", async () => {
  const script = scriptOf({ Main: { A1: wrapper('SERVICE_FRED("X")'), A2: shown('=SERVICE_FRED("Y")') } }, { status: 0 });
  expect(await refreshed(script)).toMatchObject({ cells: 1, troubles: [{ cells: 1 }] });
  expect(script.formulas("Main")).toEqual({ A1: '=SERVICE_FRED("X")', A2: '=SERVICE_FRED("Y")' });
});

test("a cell whose data validation rejects the formula is reported, and the others recalculate", async () => {
  const script = createScript({ book: { sheets: { Rates: RATES }, rejecting: ["Rates!B3"] } });
  const result = await refreshed(script);
  expect(result).toMatchObject({ cells: 3, troubles: [trouble(1, /data validation rules/)] });
  expect(script.formulas("Rates")["B3"]).toBe("=SERVICE_FRED(A3)");
});

test("a refresh of the whole book skips chart tabs", async () => {
  const script = createScript({ book: { sheets: { Rates: RATES, Chart: {} }, charts: ["Chart"] } });
  expect((await refreshed(script, "book")).cells).toBe(4);
});

test("protected cells are skipped and reported", async () => {
  const script = createScript({
    book: {
      sheets: { Rates: RATES, Locked: { A1: shown('=SERVICE_FRED("X")') } },
      protections: [
        { range: "Rates!B3", editors: [] },
        { range: "Locked", editors: [] },
      ],
    },
  });
  const result = await refreshed(script, "book", { user: "editor@example.com" });
  expect(result.cells).toBe(3);
  expect(result.troubles).toEqual([trouble(2, /protected\. Get edit access, or have the spreadsheet.s owner refresh it/)]);
  expect(script.formulas("Rates")).toEqual({
    B2: "=SERVICE_FRED(A2)",
    B3: "=SERVICE_FRED(A3)",
    C2: RATES.C2.formula,
    D2: RATES.D2.formula,
    E2: RATES.E2.formula,
  });
  expect(script.formulas("Locked")).toEqual({ A1: '=SERVICE_FRED("X")' });
  // Protected cells were not tried: one flush after the change, one after it is undone.
  expect(script.book().changes.filter(({ call }) => call === "flush")).toHaveLength(2);
});

test("edits made during the request are kept", async () => {
  const edit = () => google.SpreadsheetApp.getActiveSpreadsheet().getActiveSheet().getRange("B2").setFormula("=1+1");
  const script = scriptOf({ Rates: RATES }, { meanwhile: edit });
  const result = await refreshed(script);
  expect(result).toMatchObject({ cells: 3, troubles: [trouble(1, /was edited or moved during the refresh/)] });
  expect(script.formulas("Rates")["B2"]).toBe("=1+1");
});

test("a refresh that reaches its time limit stops and reports how many cells remain", async () => {
  const cells = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`A${i + 1}`, shown('=SERVICE_FRED("X")')]));
  const script = scriptOf({ Main: cells });
  const result = await refreshed(script, (menu) => {
    const { flush } = google.SpreadsheetApp;
    google.SpreadsheetApp.flush = () => {
      flush();
      script.advance(100_000);
    };
    return refresh("sheet")(menu);
  });
  expect(result).toMatchObject({
    cells: 800,
    troubles: [{ cells: 100, message: expect.stringMatching(/time limit was reached before these cells/) as string }],
  });
});

test("a user without a key sees what to do, and nothing changes", async () => {
  const script = scriptOf({ Rates: RATES }, { key: null });
  await script.run((menu) => menu.serviceRefreshBook());
  expect(script.book().alerts).toEqual([expect.stringMatching(/needs your own key\. Save it .*owner/)]);
  expect(script.book().changes).toEqual([]);
  expect(script.requests).toEqual([]);
});

test("a toast from the menu reports the result, and no message contains the key", async () => {
  const script = scriptOf({ Rates: RATES });
  await script.run((menu) => menu.serviceRefreshSheet());
  expect(script.book().toasts).toEqual([{ title: "SERVICE", message: "4 formulas were recalculated. 3 questions answered with 1 request." }]);
  expect(JSON.stringify(script.book())).not.toContain(KEY);
});

test.each([
  ["sheet", "No SERVICE formula or table on this sheet."],
  ["book", "No SERVICE formula or table in this spreadsheet."],
  ["errors", "No SERVICE formula shows an error or a reason."],
] as const)('a refresh of scope "%s" without a matching formula says so', async (scope, words) => {
  const script = scriptOf({ Main: { A1: '="SERVICE_FRED(1)"' } });
  expect((await refreshed(script, scope)).summary).toContain(words);
});

test.each(["sheet", "book", "errors"] as const)('a refresh of scope "%s" says what to do about formulas of an uploaded Excel file', async (scope) => {
  const ofExcel = {
    A1: shown('=SERVICE.FRED("DGS10")', "#NAME?"),
    A2: shown('=1+_xldudf_SERVICE_FRED("DGS2")', "#NAME?"),
    A3: shown('="SERVICE.FRED(1)"', "x"),
  };
  const script = scriptOf({ Main: ofExcel });
  const { summary, troubles } = await refreshed(script, scope);
  expect(troubles).toEqual([trouble(2, /^Only Excel calculates this form\. Write SERVICE_FRED instead of SERVICE\.FRED, .*--for-sheets/)]);
  expect(summary).toBe(`Nothing was changed. 2 formulas: ${troubles[0]!.message}`);
  expect(script.book().changes).toEqual([]);
});

test("if a row is inserted during the refresh, no cell is lost and moved cells are reported", async () => {
  const cells = {
    A1: "mine",
    A2: shown('=SERVICE_FRED("A2")'),
    B1: "yours",
    B2: shown('=SERVICE_FRED("B2")'),
    B3: shown('=SERVICE_FRED("B3")'),
    B4: "theirs",
    C2: shown("=SUM(1)"),
    C3: shown('=SERVICE_FRED("C3")'),
    D2: "text",
    D3: shown('=SERVICE_FRED("D3")'),
  };
  const plain = scriptOf({ Main: cells });
  await plain.run(refresh("sheet"));
  const changes = plain.book().changes.length;
  expect(changes).toBe(10);
  for (let at = 1; at < changes; at++) {
    const script = scriptOf({ Main: cells });
    const insert = (change: number) => {
      if (change === at) google.SpreadsheetApp.getActiveSpreadsheet().getActiveSheet().insertRowBefore(2);
    };
    const result = await refreshed(script, "sheet", { afterChange: insert });
    const book = script.book().sheets["Main"]!;
    expect(Object.fromEntries(["A1", "B1", "B5", "D3"].map((address) => [address, (book[address] as { value?: unknown } | undefined)?.value]))).toEqual({
      A1: "mine",
      B1: "yours",
      B5: "theirs",
      D3: "text",
    });
    expect(script.formulas("Main")).toEqual({
      A3: '=SERVICE_FRED("A2")',
      B3: '=SERVICE_FRED("B2")',
      B4: '=SERVICE_FRED("B3")',
      C3: "=SUM(1)",
      C4: '=SERVICE_FRED("C3")',
      D4: '=SERVICE_FRED("D3")',
    });
    const left = result.troubles.reduce((n, { cells }) => n + cells, 0);
    expect(result.cells + left).toBe(5);
    // Before the last formula is wrapped, some cells have moved.
    if (at < 4) expect(result.troubles).toEqual([trouble(left, /moved.*Refresh again/)]);
    else expect(left).toBe(0);
  }
});

test("scattered cells are written 30 at a time, with a flush after each batch", async () => {
  const cells = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`A${2 * i + 1}`, shown('=SERVICE_FRED("X")')]));
  const script = scriptOf({ Main: cells });
  expect(await refreshed(script)).toMatchObject({ cells: 120, troubles: [] });
  const turns = script.book().changes.reduce<number[]>((n, { call }) => (call === "flush" ? [...n, 0] : [...n.slice(0, -1), (n.at(-1) ?? 0) + 1]), [0]);
  expect(turns.slice(0, -1)).toEqual([30, 30, 30, 30, 30, 30, 30, 30]);
});

/** Event object of a time-driven trigger, as Google makes it. */
const byTrigger =
  (triggerUid: string) =>
  (menu: Menu): void =>
    menu.serviceScheduledRefresh({ triggerUid, authMode: "FULL", hour: 7, minute: 3 });
const zurich = (value: object = {}) => ({ asOf: "", ok: true, value: { timeZone: "Europe/Zurich", ...value } });
const TRIGGER = { id: "5", handler: "serviceScheduledRefresh", user: "owner@example.com", when: { hours: 1 } };

const BOOK = { sheets: { Rates: { A1: '=SERVICE_FRED("DGS10")' } }, timeZone: "Europe/Zurich" };

test("each user has one schedule: a new one replaces it, stop deletes it", async () => {
  const script = createScript({ book: BOOK });
  expect(await script.run(call("schedule"))).toEqual(zurich());
  expect(await script.run(call("setSchedule", { every: "hour" }))).toEqual(zurich({ schedule: { every: "hour" } }));
  expect(await script.run(call("setSchedule", { every: "day", hour: 7 }))).toMatchObject({ ok: true, value: { schedule: { every: "day", hour: 7 } } });
  expect(script.book().triggers).toMatchObject([{ handler: "serviceScheduledRefresh", when: { days: 1, hour: 7, timeZone: "Europe/Zurich" } }]);
  expect(await script.run(call("schedule"))).toMatchObject({ ok: true, value: { schedule: { every: "day", hour: 7 } } });
  expect(await script.run(call("stopSchedule"))).toEqual(zurich());
  expect(script.book().triggers).toEqual([]);
});

test("another user's trigger is neither shown nor stopped, even if its id is stored for this user", async () => {
  const script = createScript({ book: { ...BOOK, triggers: [{ ...TRIGGER, id: "9", user: "other@example.com" }] } });
  expect(await script.run(call("stopSchedule"))).toEqual(zurich());
  expect(script.book().triggers).toHaveLength(1);
  script.properties.user.set("SERVICE_SCHEDULE_spreadsheet-1", JSON.stringify({ trigger: "9", schedule: { every: "hour" } }));
  expect(await script.run(call("schedule"))).toEqual(zurich());
});

test("a trigger whose schedule is not stored is not shown, and stop deletes it", async () => {
  const script = createScript({ book: { ...BOOK, triggers: [TRIGGER] } });
  script.properties.user.set("SERVICE_SCHEDULE_spreadsheet-1", JSON.stringify({ trigger: "9", schedule: { every: "hour" } }));
  expect(await script.run(call("schedule"))).toEqual(zurich());
  await script.run(call("stopSchedule"));
  expect(script.book().triggers).toEqual([]);
});

test.each([[{ every: "day", hour: 24 }], [{ every: "day" }], [{ every: "minute" }], [null]])("%j is not a schedule and is refused", async (schedule) => {
  const script = createScript({ book: BOOK });
  expect(await script.run(call("setSchedule", schedule))).toEqual({ asOf: "", ok: false, message: "Choose every hour, or every day at an hour from 0 to 23." });
  expect(script.book().triggers).toEqual([]);
});

test("if Google creates no trigger, a message says so and no schedule is stored", async () => {
  const script = createScript({ book: { ...BOOK, refusesTriggers: true } });
  const reply = await script.run(call("setSchedule", { every: "hour" }));
  expect(reply).toMatchObject({ ok: false, message: expect.stringMatching(/^Google does not allow a schedule: .*refresh by hand\.$/) as string });
  expect(script.properties.user.has("SERVICE_SCHEDULE_spreadsheet-1")).toBe(false);
});

test("no schedule is created without a key", async () => {
  const script = createScript({ book: BOOK, key: null });
  expect(await script.run(call("setSchedule", { every: "hour" }))).toMatchObject({ ok: false, message: expect.stringMatching(/needs your own key/) as string });
  expect(script.book().triggers).toEqual([]);
});

test("a scheduled refresh covers the whole book and stores its result with the local time", async () => {
  const script = createScript({ book: { ...BOOK, triggers: [TRIGGER], sheets: { ...BOOK.sheets, Other: { A1: '=SERVICE_FRED("DGS2")' } } } });
  await script.run(byTrigger("5"), { kind: "trigger" });
  expect(script.requests.flat()).toHaveLength(2);
  expect(script.book()).toMatchObject({ toasts: [], alerts: [] });
  expect(await script.run(call("schedule"))).toEqual(
    zurich({ lastRun: "2026-11-21 13:00 (Europe/Zurich): 2 formulas were recalculated. 2 questions answered with 1 request." }),
  );
});

test("a scheduled refresh that fails stores the message and throws it, so that Google sends an email to its owner", async () => {
  const script = createScript({ book: { ...BOOK, triggers: [TRIGGER] }, key: null });
  await expect(script.run(byTrigger("5"), { kind: "trigger" })).rejects.toThrow(/^Nothing was changed, because this needs your own key/);
  expect([...script.properties.document.values()]).toEqual([
    expect.stringMatching(/^2026-11-21 13:00 \(Europe\/Zurich\): Nothing was changed, because this needs your own key/),
  ]);
  expect(script.book().changes).toEqual([]);
});

test.each([
  ["no event", undefined],
  ["an event without a trigger", {}],
  ["a range of cells", [["5"]]],
  ["only a trigger's number", "5"],
  ["a trigger of another script", { triggerUid: "6" }],
])("a scheduled refresh called with %s does nothing, and says that only the schedule runs it", async (_, event) => {
  const script = createScript({ book: { ...BOOK, triggers: [TRIGGER] } });
  await expect(script.run((menu) => menu.serviceScheduledRefresh(event), { kind: "trigger" })).rejects.toThrow(/^Only the schedule runs this\. .*SERVICE menu/);
  expect([script.requests, script.book().changes, script.properties.document.size]).toEqual([[], [], 0]);
});

test("a scheduled refresh stores a message if Google does not list the triggers", async () => {
  const script = createScript({ book: { ...BOOK, triggers: [TRIGGER], refusesTriggers: true } });
  await expect(script.run(byTrigger("5"), { kind: "trigger" })).rejects.toThrow(/Google does not allow a schedule/);
  expect([...script.properties.document.values()]).toEqual([expect.stringMatching(/Google does not allow a schedule/)]);
  expect(script.requests).toEqual([]);
});
