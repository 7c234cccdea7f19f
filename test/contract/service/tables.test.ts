import { kindOf, TABLE_KINDS } from "../../../src/tables/kinds";
import type { Asked, TableData } from "../../../src/tables/kind";
import { keyedRows } from "../../../src/tables/match-table";
import { readMemory, memoryText } from "../../../src/tables/memory";
import replies from "../../../src/service/http/server/example-replies.json";
import { tableMemory } from "../../table-memory";
import { serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

const DAY = "2024-06-25";

/** The recorded reply of the screener, which takes seconds to compute; it has one row. */
const SCREEN = "GET /v1/screen market_cap=gte:1e9&sector=eq:Energy 200";
const EXAMPLES: Readonly<Record<string, unknown>> = {
  "/v1/screen sector=eq%3AEnergy&market_cap=gte%3A1e9": { ...(replies as unknown as Readonly<Record<string, object>>)[SCREEN], count: 1 },
};

let s: ServiceUnderTest;
beforeAll(async () => void (s = await serviceUnderTest({ asOf: DAY })));
afterAll(() => s.close());

async function read(id: string, asked: Asked): Promise<TableData> {
  const reading = kindOf(id)!.read(asked);
  let step = reading.next();
  while (!step.done) {
    const recorded = EXAMPLES[step.value.replace("?", " ").replace(/&(sort|order|limit)=[^&]*/g, "")];
    if (recorded) step = reading.next(recorded);
    else {
      const reply = await s.get(step.value);
      if (reply.statusCode !== 200) throw new Error(`${step.value}: ${reply.body}`);
      step = reading.next(reply.json());
    }
  }
  return step.value;
}
const column = (data: TableData, id: string): unknown[] => data.rows.map((row) => row[data.columns.findIndex((c) => c.id === id)]);

const valuesOf = async (cells: readonly { readonly fn: string; readonly args: readonly string[] }[]) => (await s.cells(cells)).data.map(({ value }) => value);

/** A form of each kind, and whether sample data has rows for it. */
const FORMS: readonly (readonly [id: string, asked: Asked, hasRows?: false])[] = [
  ["history", { series: "DGS10", start: "2024-01-01" }],
  ["prices", { ticker: "AAPL", start: "2024-01-01" }],
  ["statements", { ticker: "AAPL" }],
  ["curve", { start: "2024-06-03" }],
  ["short-interest", { ticker: "GME" }],
  ["holders", { ticker: "AAPL" }, false],
  ["insider-trades", { ticker: "NVDA" }],
  ["congress", { ticker: "AAPL" }],
  ["screener", { filters: "sector=eq:Energy&market_cap=gte:1e9" }],
  ["calendar", { days: "60" }],
  ["whales", {}],
  ["changes", { since: new Date().toISOString().slice(0, 10) }, false],
];

describe("the kinds of tables", () => {
  it("all have a form here", () => {
    expect(FORMS.map(([id]) => id)).toEqual(TABLE_KINDS.map(({ id }) => id));
  });

  it.each(FORMS.filter(([id]) => id !== "changes").map(([id, asked, hasRows = true]) => ({ id, asked, hasRows })))(
    "$id: has a heading and a cell for every column, and rows that can be told apart",
    async ({ id, asked, hasRows }) => {
      const data = await read(id, asked);
      if (!hasRows) expect(data.notes.join(" ")).toMatch(/\w/);
      else expect(data.rows.length).toBeGreaterThan(0);
      expect(data.rows.filter((row) => row.length !== data.columns.length)).toEqual([]);
      expect(keyedRows(data).size).toBe(data.rows.length);
      expect([...keyedRows(data).keys()].filter((key) => key.includes("\u001f#"))).toEqual([]);
      expect(new Set(data.columns.map(({ heading }) => heading)).size).toBe(data.columns.length);
      expect(data.sample).toBe(hasRows);
      const empty = data.columns.filter((_, c) => hasRows && data.rows.every((row) => row[c] === null)).map((c) => c.id);
      // Sample data states none of these.
      expect(
        empty.filter((one) => !["float_confidence", "owner", "goodwill", "country_operating", "active_red_flags", "congress_net_30d"].includes(one)),
      ).toEqual([]);
      const memory = tableMemory(data.columns, data.rows, { kind: id, asked, notes: ["", ""], sample: true });
      expect(readMemory(memoryText(memory))).toEqual(memory);
    },
  );

  it("give the values of the cells' functions", async () => {
    const closes = column(await read("prices", { ticker: "AAPL", order: "newest" }), "value");
    const revenue = column(await read("statements", { ticker: "AAPL", count: "1" }), "revenue");
    const yields = column(await read("curve", { start: "2024-06-20", order: "newest" }), "10Y");
    const short = column(await read("short-interest", { ticker: "GME", rows: "1" }), "days_to_cover");
    const cells = await valuesOf([
      { fn: "PRICE", args: ["AAPL"] },
      { fn: "FIN", args: ["AAPL", "revenue"] },
      { fn: "YIELD", args: ["10Y"] },
      { fn: "SHORTINTEREST", args: ["GME", "days"] },
    ]);
    expect([closes[0], revenue[0], yields[0], short[0]]).toEqual(cells);
    const trades = await read("insider-trades", { ticker: "NVDA", days: "30" });
    const sides = column(trades, "side");
    const net = column(trades, "value_usd").reduce<number>((sum, value, i) => sum + (sides[i] === "buy" ? 1 : -1) * Number(value), 0);
    expect(net).toBeCloseTo(Number((await valuesOf([{ fn: "INSIDER", args: ["NVDA", "net"] }]))[0]), 0);
  });

  it("say in which currency a company reported each period, if not all in one", () => {
    const period = (name: string, currency: string) => ({ period: name, period_end: "2024-12-31", filed: "2025-02-20", currency, figures: [] });
    const reading = kindOf("statements")!.read({ ticker: "EXMP" });
    reading.next();
    const { value } = reading.next({ data: [period("FY2023", "CAD"), period("FY2024", "USD")], meta: { attribution: [], sample: false } });
    expect(value).toMatchObject({ title: "EXMP, statements, CAD and USD", notes: ["FY2023: amounts in CAD.", "FY2024: amounts in USD."] });
  });

  it("refuse a wrong form with what was expected", async () => {
    await expect(read("history", {})).rejects.toThrow("Series is missing. Enter one, such as CPIAUCSL.");
    await expect(read("history", { series: "DGS10", start: "June" })).rejects.toThrow(
      "Start: expected a day such as 2024-06-25, or a time such as 10y, 18m or 90d, got June.",
    );
    await expect(read("history", { series: "DGS10", start: "2024-02-01", end: "2024-01-01" })).rejects.toThrow("Swap them");
    await expect(read("screener", { filters: "sektor=eq:Energy" })).rejects.toThrow("Filters: expected a field");
    await expect(read("whales", { min_usd: "5" })).rejects.toThrow("at least 100,000");
    await expect(read("insider-trades", { ticker: "NVDA", days: "0" })).rejects.toThrow("Days: expected a whole number from 1 to 730, got 0.");
  });
});

describe("a history", () => {
  it("takes the last observation of each period, and names its day", async () => {
    const data = await read("history", { series: "DGS10", start: "2024-01-01", end: "2024-03-15", frequency: "monthly" });
    // Serial numbers of 31 January, 29 February, 31 March; the last one is of 15 March.
    expect(column(data, "date")).toEqual([45_322, 45_351, 45_382]);
    expect(column(data, "observed")).toEqual([45_322, 45_351, 45_366]);
  });

  it("fills the days without a value as asked", async () => {
    const range = { series: "DGS10", start: "2024-06-17", end: "2024-06-21" };
    // 19 June is a holiday.
    const counts = await Promise.all(["none", "empty", "last", "reason"].map(async (fill) => column(await read("history", { ...range, fill }), "value")));
    expect(counts.map((values) => values.length)).toEqual([4, 5, 5, 4]);
    expect(counts[1]?.[2]).toBeNull();
    expect(counts[2]?.[2]).toBe(counts[2]?.[1]);
  });

  it("can begin with the newest row", async () => {
    const dates = column(await read("history", { series: "CPIAUCSL", start: "2023-01-01", order: "newest" }), "date") as number[];
    expect(dates).toEqual([...dates].sort((a, b) => b - a));
  });
});
