import { BANKS, INDICATORS, RATE_KEYS, TENORS } from "../../../src/contract/vocabulary";
import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";
import { serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

const DAY = "2024-06-25";

type Value = number | string | boolean | null;
interface Row {
  readonly [figure: string]: Value | undefined | object;
  readonly reasons?: Readonly<Record<string, { readonly code: string; readonly reason: string }>>;
  readonly sample?: true;
}
interface Reply<T> {
  readonly data: T;
  readonly count?: number;
  readonly as_of: string;
  readonly detail?: string;
  readonly meta: { readonly sample: boolean; readonly caveats: string[]; readonly attribution: Record<string, string>; readonly as_of?: string };
}

let s: ServiceUnderTest;
beforeAll(async () => void (s = await serviceUnderTest({ asOf: DAY })));
afterAll(() => s.close());
const get = async <T = Row>(url: string, of = s): Promise<Reply<T>> => (await of.get(url)).json();

/** A figure of a row, and the cell that shows it. */
type Pair = readonly [row: Row, figure: string, fn: string, ...args: (string | null)[]];

/** The figures that differ from their cells: another value, or another reason. */
async function unlikeCells(pairs: readonly Pair[], of = s): Promise<unknown[]> {
  const { data } = await of.cells(pairs.map(([, , fn, ...args]) => ({ fn, args })));
  return pairs.flatMap(([row, figure, ...cell], i) => {
    const { value, code, reason, explanation } = data[i]!;
    const same =
      row[figure] === value && (value !== null || (row.reasons?.[figure]?.code === code && row.reasons?.[figure]?.reason === (explanation ?? reason)));
    return same ? [] : [{ figure, row: row[figure], reasons: row.reasons?.[figure], cell, value, code }];
  });
}

describe("GET /v1/macro/regime", () => {
  it("shows what REGIME shows, with the components, marked as sample", async () => {
    const { data, meta, as_of } = await get("/v1/macro/regime");
    const fields = { label: "label", score: "score", conviction_pct: "conviction", date: "date" };
    expect(await unlikeCells(Object.entries(fields).map(([figure, field]): Pair => [data, figure, "REGIME", field]))).toEqual([]);
    expect(data["components"]).toEqual((await s.ask("REGIME", "label")).components);
    expect(data.sample).toBe(true);
    expect(meta).toMatchObject({ sample: true, attribution: { sample: expect.any(String) } });
    expect(as_of).toBe("2024-06-26T03:59:59Z");
  });

  it("shows the regime of an earlier day", async () => {
    const { data, meta } = await get("/v1/macro/regime?as_of=2020-04-15");
    const { data: cells } = (await s.post({ cells: [{ id: 0, fn: "REGIME", args: ["score"] }], as_of: "2020-04-15" })).json();
    expect(data["score"]).toBe(cells[0].value);
    expect(meta.as_of).toBe("2020-04-16T03:59:59Z");
  });
});

describe("GET /v1/macro/central-banks", () => {
  const FIELDS = {
    rate_pct: "rate",
    date: "date",
    rate_source: "rate_source",
    superseded_rate_pct: "superseded_rate_pct",
    stance: "stance",
    last_change_pp: "last_change",
    last_change_date: "last_change_date",
  };

  it("lists every bank as CBRATE shows it; a rate whose source stopped is null with its reason", async () => {
    const { data, count, meta } = await get<Row[]>("/v1/macro/central-banks");
    expect([count, data.map((row) => row["country"])]).toEqual([BANKS.length, BANKS]);
    const pairs = data.flatMap((row, i) => Object.entries(FIELDS).map(([figure, field]): Pair => [row, figure, "CBRATE", BANKS[i]!, field]));
    expect(await unlikeCells(pairs)).toEqual([]);
    const stopped = data.find((row) => row["country"] === "AR");
    expect(stopped).toMatchObject({ rate_pct: null, source: null, reasons: { rate_pct: { code: "withheld_stopped" } } });
    expect(meta.caveats).toContain("central_bank_level_not_flow");
  });

  it("gives one bank by code, country or name, and 404 for others", async () => {
    const { data } = await get("/v1/macro/central-banks/CH");
    expect(data).toEqual((await get<Row[]>("/v1/macro/central-banks")).data.find((row) => row["country"] === "CH"));
    for (const name of ["che", "Switzerland", "Swiss%20National%20Bank"]) expect((await get(`/v1/macro/central-banks/${name}`)).data).toEqual(data);
    for (const [name, words] of [
      ["ZZ", "No central bank ZZ is covered"],
      ["EU", "XM"],
      ["DE", "XM"],
    ] as const) {
      const response = await s.get(`/v1/macro/central-banks/${name}`);
      expect([name, response.statusCode]).toEqual([name, 404]);
      expect(response.json().detail).toContain(words);
    }
  });
});

describe("GET /v1/macro/international", () => {
  it("shows each figure as BIS does, a page of economies and indicators at a time", async () => {
    const { data, count, meta } = await get<Row[]>("/v1/macro/international?limit=24&offset=8");
    expect(count).toBe(39 * INDICATORS.length);
    expect(data).toHaveLength(24);
    const fields = ["value", "unit", "yoy", "yoy_unit", "period", "attribution"];
    const pairs = data.flatMap((row) => fields.map((field): Pair => [row, field, "BIS", String(row["country"]), String(row["indicator"]), field]));
    expect(await unlikeCells(pairs)).toEqual([]);
    expect(meta).toMatchObject({ sample: true, has_more: true, caveats: expect.arrayContaining(["econ_mixed_periods"]) });
  });

  it("selects one indicator of all economies, or one economy", async () => {
    const prices = await get<Row[]>("/v1/macro/international?indicator=cpi&limit=500");
    expect([prices.count, new Set(prices.data.map((row) => row["indicator"]))]).toEqual([39, new Set(["cpi"])]);
    const germany = await get<Row[]>("/v1/macro/international?country=Germany");
    expect(germany.data.map((row) => [row["country"], row["name"], row["indicator"]])).toEqual(INDICATORS.map((i) => ["DE", "Germany", i]));
    expect(germany.data[0]).toMatchObject({ value: null, reasons: { value: { reason: expect.stringContaining("XM") } } });
    const one = await get<Row[]>("/v1/macro/international?country=jp&indicator=IRLT");
    expect(one.data).toMatchObject([{ country: "JP", value: (await s.ask("BIS", "JP", "IRLT")).value }]);
  });

  it("refuses an unknown economy and an unknown indicator", async () => {
    expect((await s.get("/v1/macro/international?country=ZZ")).statusCode).toBe(404);
    expect((await s.get("/v1/macro/international?country=EU")).json().detail).toContain("XM");
    expect((await s.get("/v1/macro/international?indicator=M1")).statusCode).toBe(422);
  });
});

describe("GET /v1/macro/money-market", () => {
  it("lists the six rates with the corridor as MMRATE shows them", async () => {
    const { data, count, meta } = await get<Row[]>("/v1/macro/money-market");
    expect([count, data.map((row) => row["key"])]).toEqual([RATE_KEYS.length, RATE_KEYS]);
    const fields = {
      ...{ rate_pct: "rate", date: "date", change_bps: "change_bps", volume_bn: "volume_bn", percentile_1_pct: "percentile_1" },
      ...{ percentile_99_pct: "percentile_99", percentile_width_bps: "percentile_width_bps", target_lower_pct: "target_lower" },
      ...{ target_upper_pct: "target_upper", corridor_position_pct: "corridor_position_pct" },
    };
    const pairs = data.flatMap((row, i) => Object.entries(fields).map(([figure, field]): Pair => [row, figure, "MMRATE", RATE_KEYS[i]!, field]));
    expect(await unlikeCells(pairs)).toEqual([]);
    expect(data.find((row) => row["key"] === "IORB")).toMatchObject({ volume_bn: null, reasons: { volume_bn: { code: "volume_not_published" } } });
    expect(meta.caveats).toContain("mm_volume_nyfed_only");
  });
});

describe("GET /v1/macro/liquidity", () => {
  it("shows the headline and the blocks as LIQUIDITY and NETLIQ do, and names the two licensed inputs", async () => {
    const { data, meta } = await get("/v1/macro/liquidity");
    const netliq = ["net", "balance_sheet", "reverse_repo", "tga", "reserves"].flatMap((block): Pair[] => [
      [data, `${block}_musd`, "NETLIQ", block],
      [data, `${block}_date`, "NETLIQ", `${block}_date`],
    ]);
    const headline: Pair[] = [
      [data, "net_usd_trillions", "LIQUIDITY", "value"],
      [data, "change_4w_usd_trillions", "LIQUIDITY", "change_4w"],
      [data, "inputs_missing", "LIQUIDITY", "inputs_missing"],
      [data, "change_1w_musd", "NETLIQ", "change_1w"],
    ];
    expect(await unlikeCells([...netliq, ...headline])).toEqual([]);
    expect(data["components"]).toEqual(expect.arrayContaining([{ name: "high-yield spread", absent: "not licensed" }]));
    expect(data["net_musd"]).toBe(Number(data["balance_sheet_musd"]) - Number(data["reverse_repo_musd"]) - Number(data["tga_musd"]));
    expect(meta.caveats).toContain("liquidity_net_is_derived");
  });
});

describe("GET /v1/macro/yield-curve", () => {
  interface Curve {
    readonly date: string | null;
    readonly yields: readonly { readonly tenor: string; readonly yield_pct: number | null; readonly reason?: string }[];
    readonly reason?: string;
  }

  it("shows all tenors of the last session on or before a day as YIELD does", async () => {
    const { data } = await get<Curve>("/v1/macro/yield-curve?date=2024-06-19");
    expect([data.date, data.yields.map((y) => y.tenor)]).toEqual(["2024-06-18", TENORS]);
    const rows = data.yields.map(({ yield_pct }): Row => ({ yield_pct }));
    expect(await unlikeCells(rows.map((row, i): Pair => [row, "yield_pct", "YIELD", TENORS[i]!, "2024-06-19"]))).toEqual([]);
    expect((await get<Curve>("/v1/macro/yield-curve")).data.date).toBe((await s.ask("YIELD", "AS_OF")).value);
  });

  it("has null with a reason for a tenor that the curve does not have, and for a day without a curve", async () => {
    const early = (await get<Curve>("/v1/macro/yield-curve?date=1995-06-30")).data;
    expect(early.yields.find((y) => y.tenor === "1M")).toMatchObject({ yield_pct: null, reason: expect.stringContaining("not interpolated") });
    const none = (await get<Curve>("/v1/macro/yield-curve?date=1950-01-02")).data;
    expect(none).toMatchObject({ date: null, reason: expect.stringContaining("No curve") });
    for (const wrong of ["2024-02-30", "June"]) expect((await s.get(`/v1/macro/yield-curve?date=${wrong}`)).statusCode).toBe(422);
  });
});

describe("GET /v1/macro/economic-surprise", () => {
  it("is null with the reason of ESI while no forecasts are imported, and has no sample", async () => {
    const { data, meta } = await get("/v1/macro/economic-surprise");
    expect(await unlikeCells(["index", "inflation", "event_count", "thin", "date"].map((field): Pair => [data, field, "ESI", field]))).toEqual([]);
    expect(data).toMatchObject({ index: null, source: null, reasons: { index: { code: "proprietary_forecasts" } } });
    expect(meta.sample).toBe(false);
  });
});

describe("macro endpoints while sample data is off", () => {
  it("show null with a reason, not a figure", async () => {
    const off = await serviceUnderTest({ asOf: DAY });
    off.store.feeds.decide(SAMPLE_SWITCH, false, DAY);
    const figures = [
      (await get("/v1/macro/regime", off)).data["label"],
      (await get("/v1/macro/central-banks/CH", off)).data["rate_pct"],
      (await get<Row[]>("/v1/macro/international?country=JP&indicator=cpi", off)).data[0]!["value"],
      (await get<Row[]>("/v1/macro/money-market", off)).data[0]!["rate_pct"],
      (await get("/v1/macro/liquidity", off)).data["net_musd"],
      (await get("/v1/macro/yield-curve", off)).data["date"],
    ];
    expect(figures).toEqual(figures.map(() => null));
    const { data, meta } = await get("/v1/macro/regime", off);
    expect([meta.sample, data.reasons?.["label"]?.code]).toEqual([false, "not_loaded"]);
    await off.close();
  });
});
