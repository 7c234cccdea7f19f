import { form4Rows, type Form4 } from "../../unit/service/publishers/form4";
import { closes } from "./rows";
import { noValue, openServices, take, type ServiceUnderTest } from "./service-under-test";

/* Every door reads the same trades: each block once, shares of the ticker only, no price that a published close contradicts, and each line that could not be read by name. */

const open = openServices();
const TITLE = "Class A Common Stock";
const person = (cik: string, of: Form4): Form4 => ({ symbol: "GME", accession: `00000000${cik}-25-000001`, owners: [{ cik }], ...of });
const fund = (cik: string): Form4 => ({
  ...person(cik, { lines: [{ code: "S", shares: 250_000, price: 25, after: 4_000_000, title: TITLE }] }),
  owners: [{ cik, director: false, tenPercent: true }],
});
const FORMS: readonly Form4[] = [
  fund("11"),
  fund("12"),
  fund("13"),
  person("21", { lines: [{ shares: 1000, price: 24, after: 1000, title: TITLE }] }),
  person("22", { lines: [{ shares: 1000, price: 24, after: 1000, title: TITLE }] }),
  person("23", { lines: [{ shares: 500, price: 4800, title: TITLE }] }),
  person("24", {
    lines: [{ shares: 4000, price: 25, title: "6.50% Series A Cumulative Preferred Stock" }, { shares: "-7", title: TITLE }, { shares: 10, price: 24, title: TITLE }],
  }), // prettier-ignore
];

async function service(forms: readonly Form4[] = FORMS, days: Readonly<Record<string, number>> = { "2025-06-10": 24 }): Promise<ServiceUnderTest> {
  const s = await open({ asOf: "2025-07-02", now: () => Date.UTC(2025, 6, 2, 12) });
  const filed = forms.flatMap((form) => form4Rows(form));
  take(s, [...filed, ...closes("GME", days)], { seen: "2025-07-01" });
  return s;
}
const listed = (s: ServiceUnderTest) => s.read("/v1/equities/insider-trades/GME?days=90");

const BOUGHT = 2 * 24_000 + 240;
const SOLD = 25 * 250_000;

it("cells count a chain's block once, and name what is not counted", async () => {
  const s = await service();
  expect(await s.ask("INSIDER", "GME", "sell")).toMatchObject({ value: SOLD });
  const bought = await s.ask("INSIDER", "GME", "buy");
  expect(bought).toMatchObject({ value: BOUGHT, caveats: ["value_in_doubt"] });
  for (const text of [
    "4,000 6.50% Series A Cumulative Preferred Stock bought on 2025-06-10",
    "The price 4800 of 500 shares bought on 2025-06-10 is 200 times the close 24 of 2025-06-10",
    'A line of report 0000000024-25-000001 is left out, "P -7 Class A Common Stock 10 2025-06-10": expected a plain number of shares, got "-7".',
  ])
    expect(bought.note).toContain(text);
  expect(await s.ask("INSIDER", "GME", "net")).toMatchObject({ value: BOUGHT - SOLD, caveats: ["value_in_doubt"] });
});

it("the list of trades has the same sums, all owners of a block, and the doubt of each trade", async () => {
  const { data, meta } = await listed(await service());
  const sum = (side: string): number => data.filter((t) => t.side === side && !t.in_no_sum).reduce((total, t) => total + t.value_usd, 0);
  expect([sum("buy"), sum("sell")]).toEqual([BOUGHT, SOLD]);
  expect(data.filter(({ side }) => side === "sell").map(({ owner }) => owner)).toEqual(["Owner 11; Owner 12; Owner 13"]);
  expect(data.filter(({ doubt }) => doubt !== undefined)).toMatchObject([{ value_usd: 2_400_000, in_no_sum: true }]);
  expect(meta.note).toMatch(/-7.*6\.50% Series A Cumulative Preferred Stock/);
});

it("clusters, the composite and signals have the same trades", async () => {
  const s = await service();
  const { data: clusters } = await s.read("/v1/equities/insider-clusters");
  expect(clusters).toMatchObject([
    {
      ...{ ticker: "GME", direction: "buy", insider_count: 4, trade_count: 4, total_value_usd: BOUGHT },
      value_reason: expect.stringContaining("1 of 4 trades is not in the value"),
    },
  ]);
  const composite = await s.read("/v1/equities/smart-money/GME");
  expect(JSON.stringify(composite.data)).toContain("4 insiders bought");
  const signals = await s.read("/v1/equities/signals?signal_type=insider_cluster_buy&days=30");
  expect(JSON.stringify(signals.data)).toContain("4 insiders bought 48,240 USD");
});

it("the order of documents does not matter", async () => {
  const [one, other] = [await listed(await service()), await listed(await service([...FORMS].reverse()))];
  expect(other).toEqual(one);
});

it("a price is compared with a published close of that day or some days before only", async () => {
  const doubtful = [FORMS[5]!];
  const on = async (days: Record<string, number>) => (await service(doubtful, days)).ask("INSIDER", "GME", "buy");
  expect(await on({ "2025-06-06": 24 })).toMatchObject(
    noValue("inputs_missing", expect.any(String), expect.stringContaining("200 times the close 24 of 2025-06-06")),
  );
  for (const days of [{}, { "2025-06-05": 24 }, { "2025-06-11": 24 }]) {
    const answer = await on(days);
    expect(answer).toMatchObject({ value: 2_400_000 });
    expect(answer.caveats ?? []).toEqual([]);
  }
  expect(await on({ "2025-06-10": 4000 })).toMatchObject({ value: 2_400_000 });
});

it("a report whose only line cannot be read leaves the value unknown, not zero", async () => {
  const s = await service([person("31", { lines: [{ code: "S", way: "A" }] })]);
  for (const field of ["sell", "buy", "net", "value"]) expect(await s.ask("INSIDER", "GME", field)).toMatchObject({ value: null, code: "inputs_missing" });
  const late = await service([person("31", { lines: [{ code: "S", day: "2025-06-13" }] })]);
  expect([(await late.ask("INSIDER", "GME", "sell")).value, (await late.ask("INSIDER", "GME", "buy")).value]).toEqual([null, 0]);
});

describe("an amendment", () => {
  const amended = (first: Form4, more: Form4): Form4 => ({
    ...{ ...first, accession: "0000000031-25-000002", form: "4/A", filed: "2025-06-20", original: "2025-06-12" },
    ...more,
  });

  it("of a line that could not be read ends the doubt", async () => {
    const first = person("31", { lines: [{ code: "S", way: "A", shares: 50 }] });
    const s = await service([amended(first, { lines: [{ code: "S", shares: 50 }] }), first]);
    expect(await s.ask("INSIDER", "GME", "sell")).toMatchObject({ value: 500 });
    expect((await s.ask("INSIDER", "GME", "sell")).caveats ?? []).toEqual([]);
  });

  it("that moves a trade by months replaces it", async () => {
    const first = person("31", { lines: [{ shares: 50 }] });
    const moved = amended(first, { period: "2025-01-10", lines: [{ shares: 50, day: "2025-01-10" }] });
    expect(await (await service([first, moved])).ask("INSIDER", "GME", "buy")).toMatchObject({ value: 0 });
  });
});

it("a line that names no class counts for each symbol of the report, and once over all symbols", async () => {
  const both = (cik: string): Form4 =>
    person(cik, { symbol: cik === "41" ? "BRK.A, BRK.B" : "BRK.B; BRK.A", lines: [{ shares: 10, price: 9, title: "Common Stock" }] });
  const s = await service([both("41"), both("42")]);
  for (const ticker of ["BRK.A", "BRK.B"]) expect(await s.ask("INSIDER", ticker, "buy")).toMatchObject({ value: 180, caveats: ["value_in_doubt"] });
  const { data: clusters } = await s.read("/v1/equities/insider-clusters");
  expect(clusters.map(({ ticker }) => ticker)).toEqual(["BRK.A"]);
  const { body } = await s.get("/v1/bulk/insider_trades.csv");
  expect(body.split("\n").filter((line) => line.startsWith("BRK"))).toHaveLength(2);
});
