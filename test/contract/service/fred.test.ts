import { SERIES, SERIES_IDS } from "../../../src/contract/series";
import type { WireAnswer } from "../../../src/contract/wire";
import { noValue, openServices, type Imports, type ServiceUnderTest } from "./service-under-test";

/** Published rows in these tests are invented: round numbers on the days that the tested rule needs. */
const service = openServices();
const withRows = (imports: Imports, asOf = "2024-06-25"): Promise<ServiceUnderTest> => service({ imports, asOf });

const value = ({ value: v, reason }: WireAnswer) => v ?? `n/a: ${reason}`;
const days = (from: number, ...values: (number | null)[]): Record<string, number | null> =>
  Object.fromEntries(values.map((v, i) => [`2024-06-${String(from + i).padStart(2, "0")}`, v]));

describe("GET /macro/fred/{series_id}", () => {
  it("returns the latest observation of every series, also for an id in lower case", async () => {
    const s = await service();
    for (const { id, title, unit, frequency } of SERIES) {
      const { data, as_of, meta } = (await s.get(`/macro/fred/${id.toLowerCase()}`)).json();
      expect(data).toEqual({ series_id: id, title, unit, frequency, date: expect.stringMatching(/^20\d\d-/), value: expect.any(Number) });
      expect([as_of, meta.sample, Object.keys(meta.attribution)]).toEqual(["2024-06-26T03:59:59Z", true, ["sample"]]);
      expect(meta.caveats.slice(0, 2)).toEqual(["fred_curated_series_only", "fred_observation_date_not_fetch_date"]);
    }
  });

  it("has the caveats of its cell, as do the history and the revisions", async () => {
    const s = await service();
    for (const id of ["DGS10", "DTB3", "DFEDTARU"]) {
      const { caveats } = await s.ask("FRED", id);
      expect(caveats).toHaveLength(id === "DGS10" ? 2 : 3);
      for (const url of [`/macro/fred/${id}`, `/v1/macro/fred/${id}/history`, `/v1/macro/fred/${id}/revisions`])
        expect([url, (await s.get(url)).json().meta.caveats]).toEqual([url, caveats]);
    }
  });

  it("an unknown id is 404 with the nearest names", async () => {
    const s = await service();
    for (const url of ["/macro/fred/DGS100", "/v1/macro/fred/DGS100/history"]) {
      const response = await s.get(url);
      expect([response.statusCode, response.json().detail]).toEqual([404, expect.stringMatching(/^No series DGS100 is covered. Did you mean DGS10\?$/)]);
    }
  });

  it("imported rows have their source, not sample; rows after the service's date are ignored", async () => {
    const s = await withRows({ DGS10: { "2024-06-18": 4, "2024-06-19": null, "2024-06-20": 5, "2024-06-26": 9 } });
    const { data, meta } = (await s.get("/macro/fred/DGS10")).json();
    expect(data).toMatchObject({ date: "2024-06-20", value: 5 });
    expect(meta).toMatchObject({ sample: false, attribution: { user: expect.any(String) } });
    const before = await withRows({ DGS10: { "2024-06-18": 4 } }, "2024-06-17");
    const none = (await before.get("/macro/fred/DGS10")).json();
    expect(none.data).toMatchObject({
      date: null,
      value: null,
      reason: "No DGS10 is loaded on or before 2024-06-14: it begins on 2024-06-18. Load more of DGS10.",
    });
    expect(none.meta).toMatchObject({ sample: false, attribution: {} });
  });
});

it("a figure that was not yet public on the service's date is in neither endpoint", async () => {
  // April's index was published on 2024-05-15.
  const s = await withRows({ CPIAUCSL: { "2024-03-01": 312.332, "2024-04-01": 313.548 } }, "2024-05-14");
  expect((await s.get("/macro/fred/CPIAUCSL")).json().data).toMatchObject({ date: "2024-03-01", value: 312.332 });
  expect((await s.get("/v1/macro/fred/CPIAUCSL/history")).json()).toMatchObject({ count: 1, data: [{ date: "2024-03-01" }] });
});

describe("GET /v1/macro/fred/{series_id}/history", () => {
  const history = async (s: ServiceUnderTest, query = "", id = "DGS10") => (await s.get(`/v1/macro/fred/${id}/history?${query}`)).json();

  it("is oldest first, limited to the newest rows, with the total", async () => {
    const s = await withRows({ DGS10: days(3, 1, 2, null, 4, 5) });
    expect((await history(s)).data.map((p: { value: number }) => p.value)).toEqual([1, 2, 4, 5]);
    expect(await history(s, "limit=2")).toMatchObject({
      count: 4,
      data: [
        { date: "2024-06-06", value: 4 },
        { date: "2024-06-07", value: 5 },
      ],
    });
    expect(await history(s, "from=2024-06-04&to=2024-06-06")).toMatchObject({ count: 2, data: [{ date: "2024-06-04" }, { date: "2024-06-06" }] });
    expect(await history(s, "from=2024-06-05&to=2024-06-05")).toMatchObject({ count: 0, data: [] });
    expect(await history(s, "from=2024-07-01&to=2024-06-01")).toMatchObject({ count: 0, data: [] });
  });

  it("ends at the service's date, whatever the request says", async () => {
    const s = await service({ asOf: "2024-06-19" });
    const { data } = await history(s, "to=2030-01-01&limit=3");
    expect(data.map((p: { date: string }) => p.date)).toEqual(["2024-06-14", "2024-06-17", "2024-06-18"]);
    expect((await history(s, "from=2024-06-20&to=2030-01-01")).data).toEqual([]);
  });

  it("accepts 1 to 5,000 rows, 500 by default", async () => {
    const s = await service();
    const lengths = await Promise.all(["", "limit=1", "limit=5000"].map(async (query) => (await history(s, query)).data.length));
    expect(lengths).toEqual([500, 1, 5000]);
  });

  it("of a spread has only the days that both legs have", async () => {
    const s = await withRows({ DGS10: days(3, 4, 4.5, null, 5), DGS2: days(3, 1, null, 2, 2.9) });
    const { data, count, meta } = await history(s, "", "T10Y2Y");
    expect(data).toEqual([
      { date: "2024-06-03", value: 3 },
      { date: "2024-06-06", value: 2.1 },
    ]);
    expect([count, meta.sample, Object.keys(meta.attribution)]).toEqual([2, false, ["user"]]);
  });
});

describe("SERVICE.FRED", () => {
  it("returns each of its fields", async () => {
    const s = await withRows({ DGS10: { "2024-06-18": 4.1, "2024-06-20": 4.4 } });
    const answers = Object.fromEntries(
      await Promise.all(
        ["value", "date", "previous", "change", "change_pct", "unit", "title", "frequency"].map(async (f) => [f, await s.ask("FRED", "DGS10", f)]),
      ),
    );
    expect(answers.value).toMatchObject({ value: 4.4, unit: "%", observation_date: "2024-06-20", source: "user" });
    expect(answers.date).toMatchObject({ value: "2024-06-20", kind: "date" });
    expect(answers.previous).toMatchObject({ value: 4.1, unit: "%", observation_date: "2024-06-18" });
    expect(answers.change).toMatchObject({ value: 0.3, unit: "%" });
    expect(answers.change_pct).toMatchObject({ value: 7.3171, unit: "%" });
    expect([answers.unit.value, answers.frequency.value, answers.title.value]).toEqual(["%", "daily", "Treasury constant maturity, 10 years"]);
  });

  it("a change has as many decimals as its observations", async () => {
    const published = await withRows({
      SOFRINDEX: days(17, 1.23456789, 1.23464591),
      DGS10: days(17, 4.1, 4.4),
      WALCL: { "2024-06-12": 7230111, "2024-06-19": 7200000.5 },
    });
    expect(await published.ask("FRED", "SOFRINDEX", "change")).toMatchObject({ value: 0.00007802 });
    expect(await published.ask("FRED", "DGS10", "change")).toMatchObject({ value: 0.3 });
    expect(await published.ask("FRED", "WALCL", "change")).toMatchObject({ value: -30110.5 });
    const sample = await service();
    for (const { id, decimals } of SERIES) {
      const { value: change } = (await sample.ask("FRED", id, "change")) as { value: number };
      expect([id, change]).toEqual([id, Number(change.toFixed(decimals))]);
    }
  });

  it("a percent change from 0 is a reason; from a negative value it keeps the sign of the change", async () => {
    const zero = await withRows({ NFCI: { "2024-06-14": 0, "2024-06-21": 0.5 }, STLFSI4: { "2024-06-14": -0.5, "2024-06-21": -0.25 } });
    expect(await zero.ask("FRED", "NFCI", "change_pct")).toMatchObject(noValue("denominator_invalid", "No percent change: 2024-06-14 is 0."));
    expect(await zero.ask("FRED", "NFCI", "previous")).toMatchObject({ value: 0 });
    expect(await zero.ask("FRED", "NFCI", "change")).toMatchObject({ value: 0.5 });
    expect(await zero.ask("FRED", "STLFSI4", "change_pct")).toMatchObject({ value: 50 });
  });

  it("a change across an unpublished month has a note with both dates", async () => {
    const s = await withRows({ CPIAUCSL: { "2024-02-01": 311, "2024-03-01": 312, "2024-05-01": 313 }, ICSA: { "2024-06-08": 242000, "2024-06-15": 238000 } });
    const note = "from 2024-03-01 to 2024-05-01, with no observation in between";
    for (const field of ["change", "change_pct"]) expect(await s.ask("FRED", "CPIAUCSL", field)).toMatchObject({ value: expect.any(Number), note });
    expect(await s.ask("FRED", "CPIAUCSL", "value")).not.toHaveProperty("note");
    expect(await s.ask("FRED", "ICSA", "change")).not.toHaveProperty("note");
    const whole = await withRows({ CPIAUCSL: { "2024-04-01": 312, "2024-05-01": 313 } });
    expect(await whole.ask("FRED", "CPIAUCSL", "change")).not.toHaveProperty("note");
  });

  it("a series with one observation has no previous value; a series with none gives a reason, not a sample", async () => {
    const s = await withRows({ DGS10: { "2024-06-20": 4.4 }, DGS2: { "2024-06-27": 4 } });
    for (const field of ["previous", "change", "change_pct"])
      expect(await s.ask("FRED", "DGS10", field)).toMatchObject({ value: null, code: "no_observation", reason: expect.stringContaining("2024-06-20") });
    const none = await s.ask("FRED", "DGS2");
    expect(none).toMatchObject({ value: null, code: "no_data_yet", source: "user" });
    expect(none).not.toHaveProperty("sample");
  });

  it("an unknown series gives a reason with the nearest name, and no source", async () => {
    const answer = await (await service()).ask("FRED", "DGS100");
    expect(answer).toMatchObject({ value: null, code: "unknown_series", reason: "Unknown series DGS100; did you mean DGS10?" });
    expect(answer).not.toHaveProperty("sample");
    expect(answer).not.toHaveProperty("source");
  });

  it("T10Y2Y is the 10-year minus the 2-year, or its own rows if imported", async () => {
    const sample = await service();
    const [ten, two, spread] = [await sample.ask("FRED", "DGS10"), await sample.ask("FRED", "DGS2"), await sample.ask("FRED", "T10Y2Y")];
    expect(spread.value).toBeCloseTo(Number(ten.value) - Number(two.value), 10);
    const components = { DGS10: { "2024-06-20": 4.4 }, DGS2: { "2024-06-20": 4.7 } };
    expect(await (await withRows({ DGS10: components.DGS10 })).ask("FRED", "T10Y2Y")).toMatchObject({ sample: true, source: "sample" });
    const real = await (await withRows(components)).ask("FRED", "T10Y2Y");
    expect(real).toMatchObject({ value: -0.3, observation_date: "2024-06-20", source: "user" });
    expect(real).not.toHaveProperty("sample");
    expect(await (await withRows({ ...components, T10Y2Y: { "2024-06-21": 1 } })).ask("FRED", "T10Y2Y")).toMatchObject({
      value: 1,
      observation_date: "2024-06-21",
    });
  });

  it("T10Y2Y ends on the last day of both legs, even if one leg ends a year before the other", async () => {
    const s = await withRows({
      DGS10: { "2023-01-03": 3, "2023-01-04": 4, ...days(3, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5) },
      DGS2: { "2023-01-03": 1, "2023-01-04": 1.5 },
    });
    expect(await s.ask("FRED", "T10Y2Y", "date")).toMatchObject({ value: "2023-01-04" });
    expect(await s.ask("FRED", "T10Y2Y")).toMatchObject({ value: null, code: "stale", observation_date: "2023-01-04" });
    expect(await s.ask("FREDH", "T10Y2Y", "2023-01-05", "last")).toMatchObject({ value: 2.5, observation_date: "2023-01-04" });
    expect(await s.ask("FREDH", "T10Y2Y", "2022-12-30")).toMatchObject(
      noValue("no_observation", expect.any(String), "No T10Y2Y is loaded for 2022-12-30: DGS10 begins on 2023-01-03. Load more of DGS10."),
    );
  });
});

describe("SERVICE.FREDH", () => {
  it("a daily series returns the exact day, or a reason with the observations before and after it", async () => {
    const s = await withRows({ DGS10: { "2024-06-18": 4.1, "2024-06-19": null, "2024-06-20": 4.4 } });
    expect(await s.ask("FREDH", "DGS10", "2024-06-18")).toMatchObject({ value: 4.1, unit: "%", observation_date: "2024-06-18" });
    expect(await s.ask("FREDH", "DGS10", "2024-06-19")).toMatchObject(
      noValue(
        "no_observation",
        "No observation: nearest 2024-06-18 and 2024-06-20.",
        "DGS10 has no observation for 2024-06-19: before it 4.1 on 2024-06-18, after it 4.4 on 2024-06-20.",
      ),
    );
  });

  it("a day outside the imported period gives a reason with the period's first or last day", async () => {
    const s = await withRows({ DGS10: { "2024-06-18": 4.1, "2024-06-20": 4.4, "2024-06-21": null } });
    for (const field of [null, "last"])
      expect(await s.ask("FREDH", "DGS10", "2024-06-17", field)).toMatchObject({
        reason: "Loaded DGS10 begins on 2024-06-18.",
        explanation: `No DGS10 is loaded ${field ? "on or before" : "for"} 2024-06-17: it begins on 2024-06-18. Load more of DGS10.`,
      });
    expect(value(await s.ask("FREDH", "DGS10", "2024-06-24"))).toBe("n/a: Loaded DGS10 ends on 2024-06-20.");
    // The publisher lists that day as missing, so it is known.
    expect(value(await s.ask("FREDH", "DGS10", "2024-06-21"))).toBe("n/a: No observation: the last one is 2024-06-20.");
    expect(value(await s.ask("FREDH", "DGS30", "2024-06-19"))).toMatch(/No observation: nearest 2024-06-18 and 2024-06-20/);
    const before = await withRows({ SOFR: { "2024-06-03": 5.3, "2024-06-07": 5.4 } }, "2024-06-01");
    expect(await before.ask("FRED", "SOFR")).toMatchObject(noValue("no_data_yet", "Loaded SOFR begins on 2024-06-03."));
    // A row that is not public yet does not extend the loaded period.
    const between = await withRows({ SOFR: { "2024-06-03": 5.3, "2024-06-07": 5.4 } }, "2024-06-05");
    expect(value(await between.ask("FREDH", "SOFR", "2024-06-05"))).toBe("n/a: Not public before 2024-06-06 08:00 New York.");
  });

  it("the fields last and date return the last observation on or before the day", async () => {
    const s = await withRows({ DGS10: { "2024-06-18": 4.1, "2024-06-19": null, "2024-06-20": 4.4 } });
    expect(await s.ask("FREDH", "DGS10", "2024-06-19", "last")).toMatchObject({ value: 4.1, observation_date: "2024-06-18" });
    expect(await s.ask("FREDH", "DGS10", "2024-06-23", "date")).toMatchObject({ value: "2024-06-20", kind: "date" });
    for (const field of ["last", "date"])
      expect(await s.ask("FREDH", "DGS10", "2024-06-17", field)).toMatchObject(noValue("no_data_yet", expect.stringContaining("2024-06-18")));
  });

  it("a weekly series returns the week that contains the day and ends on the series' weekday", async () => {
    const s = await withRows({
      WALCL: { "2024-06-12": 1, "2024-06-19": 2 },
      MORTGAGE30US: { "2024-06-13": 1, "2024-06-20": 2 },
      NFCI: { "2024-06-14": 1, "2024-06-21": 2 },
      ICSA: { "2024-06-15": 1, "2024-06-22": 2 },
    });
    for (const [id, last] of Object.entries({ WALCL: 19, MORTGAGE30US: 20, NFCI: 21, ICSA: 22 })) {
      const first = last - 6;
      expect([id, (await s.ask("FREDH", id, `2024-06-${first - 1}`)).value]).toEqual([id, 1]);
      for (let day = first; day <= last; day++) expect([id, day, (await s.ask("FREDH", id, `2024-06-${day}`)).value]).toEqual([id, day, 2]);
      expect(await s.ask("FREDH", id, `2024-06-${last + 1}`)).toMatchObject(noValue("no_observation", `Loaded ${id} ends on 2024-06-${last}.`));
    }
  });

  it.each<[what: string, rows: Readonly<Record<string, number>>, asked: Readonly<Record<string, number>>]>([
    [
      "that a holiday moved to an earlier day stays in its week",
      { "2023-11-16": 1, "2023-11-22": 2, "2023-11-30": 3 },
      { "2023-11-16": 1, "2023-11-17": 2, "2023-11-22": 2, "2023-11-23": 2, "2023-11-24": 3, "2023-11-30": 3 },
    ],
    [
      "published a day late stays in its week",
      { "2024-05-30": 1, "2024-06-07": 2, "2024-06-13": 3 },
      { "2024-05-30": 1, "2024-06-07": 2, "2024-06-10": 3, "2024-06-13": 3 },
    ],
    [
      "stays in the week of the weekday that its series had at the time",
      { "1995-02-24": 8.61, "1995-03-03": 8.53, "1995-03-10": 8.6 },
      { "1995-02-24": 8.61, "1995-02-25": 8.53, "1995-03-01": 8.53, "1995-03-02": 8.53, "1995-03-03": 8.53, "1995-03-04": 8.6 },
    ],
  ])("a weekly observation %s", async (_, rows, asked) => {
    const s = await withRows({ MORTGAGE30US: rows });
    const cells = await s.cells(Object.keys(asked).map((day) => ({ fn: "FREDH", args: ["MORTGAGE30US", day] })));
    expect(cells.data.map((answer) => answer.value)).toEqual(Object.values(asked));
  });

  it("a monthly series returns the month of the day, dated by its first day", async () => {
    const s = await withRows({ CPIAUCSL: { "2024-03-01": 1, "2024-04-01": 2 } });
    for (const day of ["2024-03-01", "2024-03-15", "2024-03-31"])
      expect(await s.ask("FREDH", "CPIAUCSL", day)).toMatchObject({ value: 1, observation_date: "2024-03-01" });
    expect(await s.ask("FREDH", "CPIAUCSL", "2024-05-01")).toMatchObject(
      noValue("no_observation", expect.any(String), expect.stringMatching(/month 2024-05.*ends on 2024-04-01/)),
    );
  });

  it("a day after the service's date is refused, even with an imported row", async () => {
    const s = await withRows({ DGS10: { "2024-06-20": 4, "2024-06-26": 5 } });
    for (const field of ["value", "last", "date"])
      expect(await s.ask("FREDH", "DGS10", "2024-06-26", field)).toMatchObject(noValue("after_as_of", expect.stringContaining("2024-06-25")));
    expect(value(await s.ask("FREDH", "DGS10", "2024-06-21"))).not.toContain("2024-06-26");
  });

  it("every series returns its newest observation for that observation's date", async () => {
    const s = await service();
    const latest = await s.cells(SERIES_IDS.map((id) => ({ fn: "FRED", args: [id] })));
    const again = await s.cells(latest.data.map((a, i) => ({ fn: "FREDH", args: [SERIES_IDS[i], a.observation_date] })));
    expect(again.data.map((a) => [a.value, a.observation_date])).toEqual(latest.data.map((a) => [a.value, a.observation_date]));
  });
});
