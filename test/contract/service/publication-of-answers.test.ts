import { recordRow } from "../../record-row";
import type { WireAnswer } from "../../../src/contract/wire";
import type { RecordRow } from "../../../src/service/records/record";
import type { SourceId } from "../../../src/service/records/attribution";
import { closes, congressTrade, holdingsReport, shortInterest } from "./rows";
import { openServices, take as takeInto, type ServiceUnderTest } from "./service-under-test";

/** Values in these tests are invented; the moments follow the release rules. */
const service = openServices();

function take(s: ServiceUnderTest, seen: string, series: string, days: Readonly<Record<string, number>>, source: SourceId, published?: string): void {
  const rows = Object.entries(days).map(([date, value]) => ({ series, date, value, source, ...(published ? { published: Date.parse(published) } : {}) }));
  takeInto(s, [], { rows, seen });
}

/** An answer with the publication that it refers to, as a row of an endpoint states it. */
async function asked({ cells }: ServiceUnderTest, fn: string, ...args: (string | null)[]) {
  const { data, meta } = await cells([{ fn, args }]);
  const [answer] = data as [WireAnswer];
  const known = answer.public && meta.publications?.[answer.public.by];
  return {
    value: answer.value,
    public: answer.public && known && { at: answer.public.at, basis: known.basis },
    revisions: known?.revisions,
    first_value_unknown: known?.first_value_unknown,
    rule: known?.rule,
  };
}

describe("an answer of one observation", () => {
  let s: Awaited<ReturnType<typeof service>>;
  beforeEach(async () => void (s = await service()));

  it("by a release rule, imported later: the rule's moment, and the first value is unknown", async () => {
    take(s, "2024-06-25T10:00:00Z", "CPIAUCSL", { "2024-03-01": 300, "2024-04-01": 301 }, "bls");
    const april = { public: { at: "2024-05-15T12:30Z", basis: "rule" }, rule: "bls.cpi", revisions: 0, first_value_unknown: true };
    expect(await asked(s, "FRED", "CPIAUCSL")).toEqual({ value: 301, ...april });
    expect(await asked(s, "FRED", "CPIAUCSL", "date")).toEqual({ value: "2024-04-01", ...april });
    expect(await asked(s, "FREDH", "CPIAUCSL", "2024-04-17")).toEqual({ value: 301, ...april });
    expect(await asked(s, "FREDH", "CPIAUCSL", "2024-04-17", "last")).toEqual({ value: 301, ...april });
    const march = { public: { at: "2024-04-10T12:30Z", basis: "rule" }, rule: "bls.cpi", revisions: 0, first_value_unknown: true };
    expect(await asked(s, "FRED", "CPIAUCSL", "previous")).toEqual({ value: 300, ...march });
  });

  it("import before the scheduled release: publication is first seen, and the first value is known", async () => {
    take(s, "2024-05-15T12:29:00Z", "CPIAUCSL", { "2024-04-01": 301 }, "bls");
    expect(await asked(s, "FRED", "CPIAUCSL")).toEqual({
      value: 301,
      public: { at: "2024-05-15T12:29Z", basis: "first seen" },
      revisions: 0,
      first_value_unknown: undefined,
    });
  });

  it("revised twice: the moment of the value shown, and the number of revisions as of the moment", async () => {
    take(s, "2024-05-15T12:30:00Z", "CPIAUCSL", { "2024-03-01": 300, "2024-04-01": 301 }, "bls");
    take(s, "2024-06-12T13:00:00Z", "CPIAUCSL", { "2024-04-01": 302 }, "bls");
    take(s, "2024-06-20T13:00:00Z", "CPIAUCSL", { "2024-04-01": 303 }, "bls");
    const of = async (asOf: string) => asked(await service({ store: s.store, asOf }), "FREDH", "CPIAUCSL", "2024-04-01");
    const known = { first_value_unknown: undefined };
    expect(await of("2024-05-16")).toEqual({ value: 301, public: { at: "2024-05-15T12:30Z", basis: "rule" }, rule: "bls.cpi", revisions: 0, ...known });
    expect(await of("2024-06-12")).toEqual({ value: 302, public: { at: "2024-06-12T13:00Z", basis: "first seen" }, revisions: 1, ...known });
    expect(await of("2024-06-25")).toEqual({ value: 303, public: { at: "2024-06-20T13:00Z", basis: "first seen" }, revisions: 2, ...known });
    expect(await asked(s, "FREDH", "CPIAUCSL", "2024-03-01")).toMatchObject({ revisions: 0, first_value_unknown: true });
  });

  it("with stated moments: a later copy of the same value is no revision", async () => {
    take(s, "2024-06-01", "CPIAUCSL", { "2024-04-01": 302 }, "bls");
    take(s, "2024-06-02", "CPIAUCSL", { "2024-04-01": 301 }, "user", "2024-05-15T12:30:00Z");
    take(s, "2024-06-02", "CPIAUCSL", { "2024-04-01": 302 }, "user", "2024-05-20T12:30:00Z");
    expect(await asked(s, "FRED", "CPIAUCSL")).toEqual({
      value: 302,
      public: { at: "2024-05-20T12:30Z", basis: "stated" },
      revisions: 1,
      first_value_unknown: undefined,
    });
  });

  it("a late bound says so", async () => {
    take(s, "2024-06-25T10:00:00Z", "UMCSENT", { "2024-04-01": 77 }, "user");
    expect(await asked(s, "FRED", "UMCSENT")).toMatchObject({ public: { basis: "late bound" }, rule: "umich.sentiment", first_value_unknown: true });
  });

  it("names its release rule, and the reply says once what confirms the rule", async () => {
    take(s, "2024-06-25T10:00:00Z", "CPIAUCSL", { "2024-03-01": 300, "2024-04-01": 301 }, "bls");
    take(s, "2024-06-25T10:00:00Z", "DGS10", { "2024-06-20": 4.2 }, "treasury");
    const { data, meta } = await s.cells(
      ["2024-03-01", "2024-04-01"].map((day) => ({ fn: "FREDH", args: ["CPIAUCSL", day] })).concat({ fn: "FRED", args: ["DGS10"] }),
    );
    expect(data.map((answer) => answer.public)).toEqual([
      { at: "2024-04-10T12:30Z", by: 0 },
      { at: "2024-05-15T12:30Z", by: 0 },
      { at: "2024-06-20T22:00Z", by: 1 },
    ]);
    expect(meta.publications).toEqual([
      { basis: "rule", rule: "bls.cpi", revisions: 0, first_value_unknown: true },
      { basis: "rule", rule: "treasury.curve", revisions: 0, first_value_unknown: true },
    ]);
    expect(meta.release_rules).toEqual({ "bls.cpi": expect.stringMatching(/^https:/), "treasury.curve": expect.stringMatching(/^https:/) });
  });

  it("has no lists about publication if no answer has a moment", async () => {
    const { meta } = await (await service()).cells([{ fn: "FRED", args: ["DGS10"] }]);
    expect(meta).not.toHaveProperty("publications");
    expect(meta).not.toHaveProperty("release_rules");
  });
});

it("an answer of several rows is public since the newest of them was, and has no number of revisions", async () => {
  const s = await service();
  take(s, "2024-06-21T21:00:00Z", "DGS10", { "2024-06-20": 4.2, "2024-06-21": 4.3 }, "board");
  take(s, "2024-06-25T10:00:00Z", "DGS2", { "2024-06-20": 4.6, "2024-06-21": 4.7 }, "board");
  const change = { public: { at: "2024-06-21T21:00Z", basis: "first seen" }, revisions: undefined };
  expect(await asked(s, "FRED", "DGS10", "change")).toMatchObject({ value: 0.1, ...change });
  const spread = { public: { at: "2024-06-24T20:15Z", basis: "rule" }, rule: "board.h15", revisions: undefined, first_value_unknown: undefined };
  expect(await asked(s, "FRED", "T10Y2Y")).toMatchObject({ value: -0.4, ...spread });
  expect(await asked(s, "FREDH", "T10Y2Y", "2024-06-21")).toMatchObject({ value: -0.4, ...spread });
});

it("a reason, sample data and a property that does not age have no publication", async () => {
  const s = await service();
  take(s, "2024-06-25T10:00:00Z", "DGS10", { "2024-06-20": 4.2, "2024-06-21": 4.3 }, "board");
  const answers = [
    ...["unit", "title", "frequency"].map((field) => ["FRED", "DGS10", field]),
    ["FREDH", "DGS10", "2024-06-22"],
    ["FRED", "ICSA"],
    ["PRICE", "AAPL"],
  ] as const;
  for (const [fn, ...args] of answers)
    expect([fn, args, await s.ask(fn!, ...args)]).toEqual([fn, args, expect.not.objectContaining({ public: expect.anything() })]);
  expect(await s.ask("FRED", "DGS10")).toHaveProperty("public");
});

describe("an answer of records", () => {
  const settlement = (symbol: string, short_interest: number) =>
    shortInterest(symbol, "2024-05-31", { short_interest, avg_daily_volume: 10, days_to_cover: 2 });
  const store = async (seen: string, ...records: RecordRow[]) => {
    const s = await service();
    takeInto(s, records, { seen });
    return s;
  };

  it("has the moment of its rule and the number of changes of the record", async () => {
    const s = await store("2024-06-25T08:00:00Z", settlement("AAPL", 5));
    const days = { value: 5, public: { at: "2024-06-13T03:59:59Z", basis: "rule" }, rule: "finra.short-interest", revisions: 0, first_value_unknown: true };
    expect(await asked(s, "SHORTINTEREST", "AAPL", "short_interest")).toEqual(days);
    takeInto(s, [settlement("AAPL", 6)], { seen: "2024-06-25T09:00:00Z" });
    const after = { value: 6, public: { at: "2024-06-25T09:00Z", basis: "first seen" }, rule: undefined, revisions: 1, first_value_unknown: undefined };
    expect(await asked(s, "SHORTINTEREST", "AAPL", "short_interest")).toEqual(after);
    expect(await asked(await service({ store: s.store, asOf: "2024-06-24" }), "SHORTINTEREST", "AAPL", "short_interest")).toEqual(days);
  });

  it("of your own closes: one for the last price, the newest of two for its change", async () => {
    const s = await store("2024-06-25T08:00:00Z", ...closes("AAPL", { "2024-06-20": 200, "2024-06-21": 202 }));
    const friday = { public: { at: "2024-06-22T03:59:59Z", basis: "rule" }, rule: "own.prices" };
    expect(await asked(s, "PRICE", "AAPL")).toMatchObject({ value: 202, ...friday, revisions: 0, first_value_unknown: true });
    expect(await asked(s, "PRICE", "AAPL", "change")).toMatchObject({ value: 2, ...friday, revisions: undefined, first_value_unknown: undefined });
    // A corrected earlier close changes the change, and not the last price.
    takeInto(s, closes("AAPL", { "2024-06-20": 201 }), { seen: "2024-06-25T09:00:00Z" });
    expect(await asked(s, "PRICE", "AAPL")).toMatchObject({ value: 202, ...friday });
    expect(await asked(s, "PRICE", "AAPL", "change")).toMatchObject({ value: 1, public: { at: "2024-06-25T09:00Z", basis: "first seen" } });
  });

  it("of a statement is public since the first filing that states the value as it is served", async () => {
    const stated = { revenue: [[["2023-02-01", 100, "1", "10-K", "Revenues"], ["2024-02-01", 110, "2", "10-K", "Revenues"], ["2024-03-01", 110, "3", "10-K/A", "Revenues"]]], net_income: [[["2023-02-01", 7, "1", "10-K", "NetIncomeLoss"], ["2024-02-01", 7, "2", "10-K", "NetIncomeLoss"]]] }; // prettier-ignore
    const s = await store(
      "2024-06-25T08:00:00Z",
      recordRow("filer", "ZZZT", "2023-01-01", "sec", { cik: "42", name: "Z" }),
      recordRow("statement", "42", "2022-12-31", "sec", { period: "FY2022", annual: true, currency: "USD", stated }, { known: "2023-02-01" }),
    );
    const public2024 = { at: "2024-02-02T04:59:59Z", basis: "stated" };
    expect(await asked(s, "FIN", "ZZZT", "revenue", "FY2022")).toMatchObject({ value: 110, public: public2024, revisions: 1 });
    expect(await asked(s, "FIN", "ZZZT", "net_income", "FY2022")).toMatchObject({ value: 7, public: { at: "2023-02-02T04:59:59Z" }, revisions: 0 });
    expect(await asked(s, "FILING", "ZZZT", "revenue", "filed")).toMatchObject({
      value: "2024-03-01",
      public: { at: "2024-03-02T04:59:59Z" },
      revisions: undefined,
    });
    expect(await asked(await service({ store: s.store, asOf: "2023-06-01" }), "FIN", "ZZZT", "revenue", "FY2022")).toMatchObject({ value: 100, revisions: 0 });
  });

  it("a share of outstanding shares is public since the quarterly filing that counts them, if it follows the settlement's publication", async () => {
    const statement = (entity: string, date: string, period: string, annual: boolean, shares: number, filed: string) => {
      const stated = { shares_outstanding: [[[filed, shares, filed, annual ? "10-K" : "10-Q", "EntityCommonStockSharesOutstanding"]]] };
      return recordRow("statement", entity, date, "sec", { period, annual, currency: "USD", stated }, { known: filed });
    };
    const s = await store(
      "2024-06-25T08:00:00Z",
      recordRow("filer", "ZZZT", "2023-01-01", "sec", { cik: "42", name: "Z" }),
      statement("42", "2023-12-31", "FY2023", true, 2_000, "2024-02-01"),
      statement("42Q", "2024-03-31", "2024Q1", false, 1_000, "2024-06-20"),
      settlement("ZZZT", 50),
    );
    expect(await asked(s, "SHORTINTEREST", "ZZZT", "pctshares")).toMatchObject({ value: 5, public: { at: "2024-06-21T03:59:59Z" } });
    expect(await asked(s, "SHORTINTEREST", "ZZZT", "short_interest")).toMatchObject({ value: 50, public: { at: "2024-06-13T03:59:59Z" } });
  });

  it("has the moment of a signal's rows, also if it is only the day of the signal", async () => {
    const s = await store("2024-06-25T08:00:00Z", congressTrade("ZZZT", "2024-05-20", { type: "S" }, { known: "2024-06-20" }));
    const signal = await asked(s, "SIGNAL", "ZZZT");
    expect(signal).toMatchObject({ value: "congress_sell", public: { at: "2024-06-21T03:59:59Z" } });
    expect(await asked(s, "ASOF", "ZZZT")).toMatchObject({ value: "2024-06-20", public: signal.public });
  });

  it("a total of institutions' reports has the last filing day of their quarters as a late bound, and at least the day on which the reports are due", async () => {
    const report = (cik: string, filed: string, ticker: string) => holdingsReport(cik, "2024-03-31", [[`${ticker}00000`, ticker, 1]], { filed });
    for (const [lastFiled, at] of [
      ["2024-05-14", "2024-05-15T04:00Z"],
      ["2024-05-20", "2024-05-21T03:59:59Z"],
    ] as const) {
      const s = await service();
      const reports = [report("1", "2024-05-03", "AAPL"), report("2", lastFiled, "MSFT")];
      takeInto(s, [], { reports });
      const bound = { public: { at, basis: "late bound" }, rule: undefined, revisions: undefined };
      expect(await asked(s, "HOLDERS13F", "AAPL", "count")).toMatchObject({ value: 1, ...bound });
    }
  });
});

describe("the endpoints of a series", () => {
  const at = (moment: string, basis: string) => ({ public: { at: moment, basis } });
  const revised = async () => {
    const s = await service();
    take(s, "2024-05-15T12:30:00Z", "CPIAUCSL", { "2024-03-01": 300, "2024-04-01": 301 }, "bls");
    take(s, "2024-06-12T13:00:00Z", "CPIAUCSL", { "2024-04-01": 302 }, "bls");
    return s;
  };
  const get = (s: ServiceUnderTest, path: string) => s.read(path);

  it("say when the latest observation became public", async () => {
    const { data } = await get(await revised(), "/macro/fred/CPIAUCSL");
    expect(data).toMatchObject({ value: 302, ...at("2024-06-12T13:00:00Z", "first seen"), revisions: 1 });
  });

  it("say it of every observation of a history if asked", async () => {
    const s = await revised();
    expect((await get(s, "/v1/macro/fred/CPIAUCSL/history?publication=true")).data).toEqual([
      { date: "2024-03-01", value: 300, ...at("2024-04-10T12:30:00Z", "rule"), revisions: 0, first_value_unknown: true },
      { date: "2024-04-01", value: 302, ...at("2024-06-12T13:00:00Z", "first seen"), revisions: 1 },
    ]);
    expect((await get(s, "/v1/macro/fred/CPIAUCSL/history")).data).toEqual([
      { date: "2024-03-01", value: 300 },
      { date: "2024-04-01", value: 302 },
    ]);
  });

  it("list the values of one observation, as of any moment", async () => {
    const s = await revised();
    const first = { date: "2024-04-01", value: 301, ...at("2024-05-15T12:30:00Z", "rule"), revisions: 0 };
    const second = { date: "2024-04-01", value: 302, ...at("2024-06-12T13:00:00Z", "first seen"), revisions: 1 };
    const revisions = "/v1/macro/fred/cpiaucsl/revisions?date=2024-04-01";
    expect(await get(s, revisions)).toMatchObject({ data: [first, second], count: 2, meta: { sample: false, attribution: { bls: expect.any(String) } } });
    expect((await get(s, "/v1/macro/fred/CPIAUCSL/revisions")).data).toEqual([first, second]);
    expect((await get(s, `${revisions}&as_of=2024-06-11`)).data).toEqual([first]);
    expect((await get(s, `${revisions}&as_of=2024-05-14`)).data).toEqual([]);
  });

  it("list no values of an observation that is not stored, and refuse other days and series", async () => {
    const s = await revised();
    const status = async (path: string) => (await s.read(`/v1/macro/fred/${path}`)).status;
    expect((await get(s, "/v1/macro/fred/CPIAUCSL/revisions?date=2024-02-01")).data).toEqual([]);
    expect((await get(s, "/v1/macro/fred/DGS10/revisions?date=2024-06-20")).data).toEqual([]);
    expect(await Promise.all(["CPIAUCSL/revisions?date=2024-02-30", "CPIX/revisions?date=2024-02-01"].map(status))).toEqual([422, 404]);
  });
});
