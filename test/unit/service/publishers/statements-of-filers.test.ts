import fc from "fast-check";
import type { Metric } from "../../../../src/contract/vocabulary";
import { servedDoubt, servedFigure, statementDoubts } from "../../../../src/service/doubts/served-figure";
import { companyRecords } from "../../../../src/service/publishers/sec/company-facts";
import type { RecordRow } from "../../../../src/service/records/record";
import type { StatedPeriod } from "../../../../src/service/records/filings";

/* Figures of filers whose statements are easily read wrong. Values are made up; amounts in millions. */

interface Given {
  readonly tag: string;
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly filed: string;
  readonly form?: string;
  readonly accn?: string;
  readonly unit?: string;
}

const IFRS = /^(Revenue|ProfitLoss\w*|RevenueFromSaleOfGoods|RevenueFromRenderingOfServices)$/;

/** The rows of a company with these facts, in this order. */
function rowsOf(given: readonly Given[]): RecordRow[] {
  const facts: Record<string, Record<string, { units: Record<string, object[]> }>> = {};
  for (const { tag, unit = "USD", form = "10-K", filed, accn = `a-${filed}`, ...more } of given) {
    const taxonomy = (facts[IFRS.test(tag) ? "ifrs-full" : "us-gaap"] ??= {});
    const { units } = (taxonomy[tag] ??= { units: {} });
    (units[unit] ??= []).push({ form, filed, accn, ...more });
  }
  const text = JSON.stringify({ cik: 77, entityName: "Example Corp", facts });
  return companyRecords(new TextEncoder().encode(text), "facts.json").filter((r) => r.dataset === "statement");
}

const bodyOf = (rows: readonly RecordRow[], period: string, day = "9999-12-31"): StatedPeriod | undefined =>
  rows
    .filter((r) => (r.body as StatedPeriod).period === period && r.known <= day)
    .reduce<RecordRow | undefined>((a, b) => (a && a.known > b.known ? a : b), undefined)?.body as StatedPeriod | undefined;

const valueOf = (rows: readonly RecordRow[], period: string, metric: Metric, day = "9999-12-31"): number | undefined => {
  const body = bodyOf(rows, period, day);
  return body && servedFigure(body, metric, day)?.served[1];
};
const doubtIn = (rows: readonly RecordRow[], period: string, metric: Metric, day = "9999-12-31"): string | undefined => {
  const body = bodyOf(rows, period, day);
  return body && servedDoubt(body, metric, day, (m) => servedFigure(body, m, day)?.served);
};
const namesOf = (rows: readonly RecordRow[]): string[] => rows.map((r) => (r.body as StatedPeriod).period).sort();

const in2023 = { start: "2023-01-01", end: "2023-12-31", filed: "2024-02-20" } as const;
const in2022 = { start: "2022-01-01", end: "2022-12-31", filed: "2023-02-20" } as const;
const later = { ...in2022, filed: in2023.filed };
/** These values by tag, in one filing. */
const filing = (values: Readonly<Record<string, number>>, period: Omit<Given, "tag" | "val"> = in2023): Given[] =>
  Object.entries(values).map(([tag, val]) => ({ ...period, tag, val }));
const CONTRACTS = "RevenueFromContractWithCustomerExcludingAssessedTax";
const TAXED = "RevenueFromContractWithCustomerIncludingAssessedTax";
const UTILITY = "RegulatedAndUnregulatedOperatingRevenue";

describe("of several tags of one filing, the whole counts:", () => {
  const OMITTED = undefined;
  it.each<[string, Metric, number | undefined, Record<string, number>]>([
    ["a total under an older tag", "revenue", 83_062, { Revenues: 29_400, SalesRevenueNet: 83_062 }],
    ["a total with a note of contracts", "revenue", 19_900, { [CONTRACTS]: 2000, Revenues: 19_900 }],
    ["goods beside the total", "revenue", 19_900, { SalesRevenueGoodsNet: 2000, SalesRevenueNet: 19_900 }],
    ["goods and services without a total", "revenue", 19_900, { SalesRevenueGoodsNet: 2000, SalesRevenueServicesNet: 17_900 }],
    ["a bank's fees beside its net revenue", "revenue", 3600, { [CONTRACTS]: 600, RevenuesNetOfInterestExpense: 3600 }],
    ["a bank's fees without a total", "revenue", 3600, { [CONTRACTS]: 600, InterestIncomeExpenseNet: 3000, NoninterestIncome: 600 }],
    ["a utility's total beside its contracts", "revenue", 8000, { [UTILITY]: 8000, [CONTRACTS]: 7600 }],
    ["a utility's parts without a total", "revenue", 8000, { RegulatedOperatingRevenue: 6000, UnregulatedOperatingRevenue: 2000 }],
    ["an oil company's total without interest", "revenue", 398, { RevenuesExcludingInterestAndDividends: 398, [CONTRACTS]: 290 }],
    ["a real estate total beside its rent", "revenue", 1000, { RealEstateRevenueNet: 1000, OperatingLeasesIncomeStatementLeaseRevenue: 900 }],
    ["rent and contracts without a total", "revenue", 1000, { OperatingLeaseLeaseIncome: 900, [CONTRACTS]: 100 }],
    ["but no rent that the total covers", "revenue", 1000, { OperatingLeaseLeaseIncome: 900, [CONTRACTS]: 200, Revenues: 1000 }],
    ["but no rent of a note", "revenue", 9000, { OperatingLeaseLeaseIncome: 100, [CONTRACTS]: 9000 }],
    ["a round total beside a part near it", "revenue", 1000, { Revenues: 1000, [CONTRACTS]: 960 }],
    ["a total after eliminations between its parts", "revenue", 1000, { SalesRevenueGoodsNet: 700, SalesRevenueServicesNet: 400, Revenues: 1000 }],
    [
      "net revenue beside gross interest",
      "revenue",
      3600,
      { InterestAndDividendIncomeOperating: 3000, NoninterestIncome: 1600, RevenuesNetOfInterestExpense: 3600 },
    ],
    ["an insurer's total after losses", "revenue", 6563, { PremiumsEarnedNet: 7225, Revenues: 6563 }],
    ["net of excise taxes", "revenue", 31_000, { [TAXED]: 76_000, [CONTRACTS]: 31_000 }],
    ["an IFRS total", "revenue", 100, { RevenueFromContractsWithCustomers: 80, Revenue: 100 }],
    ["all costs", "cost_of_revenue", 60, { CostOfGoodsSold: 40, CostOfRevenue: 60 }],
    ["costs of goods and services", "cost_of_revenue", 65, { CostOfGoodsSold: 40, CostOfServices: 25 }],
    ["all spending on assets", "capex", 12, { PaymentsToAcquirePropertyPlantAndEquipment: 9, PaymentsToAcquireProductiveAssets: 12 }],
    ["depreciation of the cash flow", "depreciation_amortization", 20, { DepreciationAndAmortization: 20, DepreciationDepletionAndAmortization: 5 }],
    ["interest of operations too", "interest_expense", 7, { InterestExpenseDebt: 5, InterestExpense: 7 }],
    ["but owners' income before that of all", "net_income", 90, { ProfitLoss: 100, NetIncomeLoss: 90 }],
    ["but no sum if a part is not stated", "revenue", OMITTED, { InterestIncomeExpenseNet: 3000, NetIncomeLoss: 1 }],
  ])("%s", (_, metric, value, tags) => expect(valueOf(rowsOf(filing(tags)), "FY2023", metric)).toBe(value));
});

it.each(["PremiumsEarnedNet", "InterestAndDividendIncomeOperating"])(
  "a value under contracts with customers is doubted beside a larger amount as %s",
  (tag) => {
    const of = (beside: number) => doubtIn(rowsOf(filing({ [TAXED]: 300, NetIncomeLoss: 100, [tag]: beside })), "FY2023", "revenue");
    expect(of(299)).toBeUndefined();
    expect(of(5000)).toContain(`beside 5000 as ${tag}`);
  },
);

it("doubts no value whose tag is a total", () =>
  expect(doubtIn(rowsOf(filing({ Revenues: 6563, PremiumsEarnedNet: 7225 })), "FY2023", "revenue")).toBeUndefined());

const sameFiling = (...values: number[]): Given[] => values.map((val) => ({ ...in2023, tag: "Revenues", val }));

it("takes no exact value in another unit for a rounded one", () => {
  for (const given of [sameFiling(1_234_567, 1_235_000_000), sameFiling(1_235_000_000, 1_234_567)]) {
    expect(valueOf(rowsOf(given), "FY2023", "revenue")).toBe(1_235_000_000);
    expect(doubtIn(rowsOf(given), "FY2023", "revenue")).toContain("states both 1235000000 and 1234567");
  }
});

describe("a later filing", () => {
  const total = filing({ Revenues: 1000 }, in2022);
  /** The revenue of 2022 and of 2023. */
  const revenues = (rows: readonly RecordRow[]) => ["FY2022", "FY2023"].map((period) => valueOf(rows, period, "revenue"));

  it("that states a part of the line, even one nearly as large, does not replace the total", () => {
    const near = [filing({ [UTILITY]: 8000 }, in2022), filing({ [CONTRACTS]: 7600 }, later), filing({ [CONTRACTS]: 7900, [UTILITY]: 8300 })];
    const far = [total, filing({ [CONTRACTS]: 700 }, later), filing({ [CONTRACTS]: 750, Revenues: 1100 })];
    expect([near, far].map((given) => revenues(rowsOf(given.flat())).join())).toEqual(["8000,8300", "1000,1100"]);
    for (const given of [near, far]) expect(doubtIn(rowsOf(given.flat()), "FY2022", "revenue")).toBeUndefined();
  });

  it("that states less under another tag, and no total at all, makes the total doubtful from its day on", () => {
    const rows = rowsOf([...total, ...filing({ [CONTRACTS]: 700 }, later), ...filing({ [CONTRACTS]: 750 })]);
    expect(valueOf(rows, "FY2022", "revenue")).toBe(1000);
    expect(doubtIn(rows, "FY2022", "revenue", "2024-02-19")).toBeUndefined();
    expect(doubtIn(rows, "FY2022", "revenue", "2024-02-20")).toBe(
      `Revenue of FY2022: The filing of 2024-02-20 states 700 as ${CONTRACTS}, the one of 2023-02-20 1000 as Revenues.`,
    );
  });

  it("restates the total under the same tag, and under a new one with a small change", () => {
    expect(valueOf(rowsOf([...total, ...filing({ Revenues: 600 }, later)]), "FY2022", "revenue")).toBe(600);
    expect(valueOf(rowsOf([...total, ...filing({ [CONTRACTS]: 985 }, later)]), "FY2022", "revenue")).toBe(985);
  });

  it("that states the whole replaces a part stated before", () => {
    const rows = rowsOf([...filing({ [CONTRACTS]: 700 }, in2022), ...filing({ Revenues: 1000 }, later)]);
    expect([valueOf(rows, "FY2022", "revenue", "2023-12-31"), valueOf(rows, "FY2022", "revenue")]).toEqual([700, 1000]);
  });

  it("that restates the total below gross profit does not count, and a value that fits does", () => {
    const rows = rowsOf([...filing({ Revenues: 1000, GrossProfit: 400 }, in2022), ...filing({ Revenues: 300 }, later)]);
    expect(valueOf(rows, "FY2022", "revenue")).toBe(1000);
    expect(doubtIn(rows, "FY2022", "revenue")).toBeUndefined();
  });

  it("with a part only, which it shows as a part in another period, makes the part doubtful", () => {
    const rows = rowsOf([...filing({ Revenues: 30, SalesRevenueNet: 80 }), ...filing({ Revenues: 28 }, later)]);
    expect(valueOf(rows, "FY2022", "revenue")).toBe(28);
    expect(doubtIn(rows, "FY2022", "revenue")).toBe(
      "Revenue of FY2022: The filing of 2024-02-20 states 28 as Revenues, which in another period is only a part: 30 of 80.",
    );
  });
});

describe("the order of the facts in a file never decides:", () => {
  it("of an exact and a rounded value the exact one counts", () => {
    const [exact, rounded] = [1_234_567_890, 1_235_000_000];
    for (const given of [sameFiling(exact, rounded), sameFiling(rounded, exact), filing({ Revenues: rounded, SalesRevenueNet: exact })])
      expect(valueOf(rowsOf(given), "FY2023", "revenue")).toBe(exact);
  });

  it("two different values of one filing make each other doubtful", () => {
    const rows = rowsOf(sameFiling(1_300_000_000, 1_234_567_890));
    expect(doubtIn(rows, "FY2023", "revenue")).toBe("Revenue of FY2023: The filing of 2024-02-20 states both 1234567890 and 1300000000 as Revenues.");
  });

  it("of periods with one end, the one of the usual length counts", () => {
    const long = { ...in2023, tag: "Revenues", start: "2022-12-18", val: 104 };
    const rows = rowsOf([{ ...in2023, tag: "Revenues", val: 100 }, long]);
    expect([valueOf(rows, "FY2023", "revenue"), valueOf(rowsOf([long, ...sameFiling(100)]), "FY2023", "revenue")]).toEqual([100, 100]);
  });

  it("of filings of one day an annual report counts, then the larger number", () => {
    const given = (form: string, accn: string, val: number): Given => ({ ...in2023, tag: "NetIncomeLoss", form, accn, val });
    expect(valueOf(rowsOf([given("10-K", "a-1", 5), given("8-K", "a-9", 6)]), "FY2023", "net_income")).toBe(5);
    expect(valueOf(rowsOf([given("10-K", "a-2", 7), given("10-K", "a-1", 5)]), "FY2023", "net_income")).toBe(7);
  });

  it("shuffled facts give the same rows", () => {
    const fact = fc.record({
      tag: fc.constantFrom("Revenues", "SalesRevenueNet", TAXED, "NetIncomeLoss", "GrossProfit"),
      year: fc.integer({ min: 2018, max: 2020 }),
      span: fc.constantFrom(["-01-01", "-12-31"], ["-01-09", "-12-31"], ["-10-01", "-12-31"], ["-09-11", "-12-31"], ["-07-01", "-12-31"], ["-04-01", "-06-30"]),
      val: fc.constantFrom(1_234_567_890, 1_235_000_000, 1_200_000_000, 1_234_568, 700_000_000, 0, -5),
      filed: fc.constantFrom("2021-02-20", "2022-02-20", "2022-02-21"),
      form: fc.constantFrom("10-K", "10-KT", "10-Q", "8-K", "S-1"),
      unit: fc.constantFrom("USD", "USD", "CAD"),
      accn: fc.constantFrom("a-1", "a-2"),
    });
    const orders = fc
      .array(fact, { minLength: 1, maxLength: 14 })
      .chain((facts) => fc.tuple(fc.constant(facts), fc.shuffledSubarray(facts, { minLength: facts.length })));
    fc.assert(
      fc.property(orders, ([facts, shuffled]) => {
        const read = (list: typeof facts): string[] =>
          rowsOf([
            { ...in2022, tag: "ProfitLoss", val: 1 },
            ...list.map(({ year, span, ...f }) => ({ ...f, start: `${year}${span[0]}`, end: `${year}${span[1]}` })),
          ])
            .map((row) => JSON.stringify(row))
            .sort();
        expect(read(shuffled)).toEqual(read(facts));
      }),
      { numRuns: 300 },
    );
  });
});

describe("the reporting currency", () => {
  const filedIn = (unit: string, year: number, filed: string, val: number): Given[] => [
    { tag: "Revenue", start: `${year}-01-01`, end: `${year}-12-31`, val, filed, unit, form: "40-F" },
    { tag: "Assets", end: `${year}-12-31`, val: 10 * val, filed, unit, form: "40-F" },
  ];

  it("is that of each year, restated by the latest filing that states it from its day on", () => {
    const rows = rowsOf([
      ...filedIn("CAD", 2019, "2020-03-20", 107),
      ...filedIn("CAD", 2020, "2021-03-20", 108),
      ...filedIn("USD", 2020, "2022-03-20", 85),
      ...filedIn("USD", 2021, "2022-03-20", 90),
    ]);
    const on = (period: string, day: string) => [
      bodyOf(rows, period, day)?.currency,
      ...(["revenue", "total_assets"] as const).map((m) => valueOf(rows, period, m, day)),
    ];
    expect(on("FY2019", "2026-01-01")).toEqual(["CAD", 107, 1070]);
    expect(on("FY2020", "2022-03-19")).toEqual(["CAD", 108, 1080]);
    expect(on("FY2020", "2022-03-20")).toEqual(["USD", 85, 850]);
    expect(on("FY2021", "2022-03-20")).toEqual(["USD", 90, 900]);
  });

  it("stays if a later filing states only an opening balance in another one", () => {
    const rows = rowsOf([
      ...filedIn("CAD", 2019, "2020-03-20", 107),
      ...filedIn("USD", 2021, "2022-03-20", 90),
      { tag: "StockholdersEquity", end: "2019-12-31", val: 40, filed: "2022-03-20", unit: "USD" },
    ]);
    expect([bodyOf(rows, "FY2019")?.currency, valueOf(rows, "FY2019", "total_assets"), valueOf(rows, "FY2019", "equity")]).toEqual(["CAD", 1070, undefined]);
  });

  it("is not that of a convenience translation of the newest year", () => {
    const filed = "2024-04-20";
    const rows = rowsOf([...filedIn("CNY", 2022, filed, 700), ...filedIn("CNY", 2023, filed, 720), ...filedIn("USD", 2023, filed, 100)]);
    expect([bodyOf(rows, "FY2023")?.currency, valueOf(rows, "FY2023", "revenue")]).toEqual(["CNY", 720]);
  });
});

describe("fiscal periods", () => {
  it("never share a name, whatever their days and forms", () => {
    const window = fc.record({
      start: fc.integer({ min: 0, max: 2000 }),
      days: fc.constantFrom(83, 90, 97, 111, 118, 152, 181, 272, 357, 363, 364, 370),
      form: fc.constantFrom("10-K", "10-KT", "10-Q", "20-F", "8-K", "S-1"),
      late: fc.constantFrom(40, 60, 400),
    });
    fc.assert(
      fc.property(fc.array(window, { minLength: 1, maxLength: 25 }), (windows) => {
        const given = windows.map(({ start, days, form, late }): Given =>
          over(plus("2018-01-01", start), plus("2018-01-01", start + days), 5, form, plus("2018-01-01", start + days + late)),
        );
        const rows = rowsOf([{ ...in2022, tag: "ProfitLoss", val: 1 }, ...given]);
        const days = new Map<string, string>();
        for (const { date, body } of rows) {
          const { period } = body as StatedPeriod;
          expect(days.get(period) ?? date).toBe(date);
          days.set(period, date);
        }
      }),
      { numRuns: 300 },
    );
  });

  const DAY_MS = 86_400_000;
  const plus = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  const over = (start: string, end: string, val: number, form = "10-K", filed = plus(end, 50)): Given => ({ tag: "Revenues", start, end, val, filed, form });

  /** Two fiscal years of these weeks a quarter, from a day. */
  function yearsOfWeeks(start: string, ...weeks: (readonly number[])[]): Given[] {
    let from = start;
    return weeks.flatMap((quarters) => {
      const first = from;
      const given = quarters.map((count, i) => {
        const end = plus(from, 7 * count - 1);
        const quarter = over(from, end, i + 1, i === 3 ? "10-K" : "10-Q");
        from = plus(end, 1);
        return quarter;
      });
      return [...given, over(first, plus(from, -1), 10)];
    });
  }

  it.each([
    ["16, 12, 12, 12 and 13 weeks", "2023-01-29", [16, 12, 12, 13], [16, 12, 12, 12], "2023"],
    ["12, 12, 12, 16 and 17 weeks", "2022-08-29", [12, 12, 12, 17], [12, 12, 12, 16], "2023"],
    ["12, 12, 12, 16 weeks to the end of December", "2023-01-01", [12, 12, 12, 16], [12, 12, 12, 16], "2023"],
    ["13 and 14 weeks", "2023-01-01", [13, 13, 13, 14], [13, 13, 13, 13], "2023"],
  ])("of %s have one name each", (_, start, first, second) => {
    const rows = rowsOf(yearsOfWeeks(start, first, second));
    const [one, two] = namesOf(rows)
      .filter((name) => name.startsWith("FY"))
      .map((name) => Number(name.slice(2)));
    expect(two).toBe(one! + 1);
    expect(namesOf(rows)).toEqual([...[one!, two!].flatMap((y) => [1, 2, 3, 4].map((q) => `${y}Q${q}`)), `FY${one}`, `FY${two}`].sort());
    for (const y of [one!, two!]) for (const q of [1, 2, 3, 4]) expect(valueOf(rows, `${y}Q${q}`, "revenue")).toBe(q);
  });

  it("of a filer that counts in weeks have 16 weeks before its first annual report too", () => {
    const rows = rowsOf([over("2024-02-04", "2024-05-25", 1, "10-Q"), over("2024-05-26", "2024-08-17", 2, "10-Q")]);
    expect(rows.map((r) => r.date)).toEqual(["2024-05-25", "2024-08-17"]);
  });

  it("of four months since the company was founded are no quarter", () =>
    expect(namesOf(rowsOf([over("2020-09-12", "2020-12-31", 5), over("2021-01-01", "2021-12-31", 9)]))).toEqual(["FY2021"]));

  it("of a first annual report on some months have its balance sheet", () => {
    const first = { end: "2024-12-31", filed: "2025-03-01" };
    const rows = rowsOf([
      { ...first, tag: "Assets", val: 500 },
      { ...first, tag: "NetIncomeLoss", start: "2024-03-15", val: -3 },
      { tag: "Assets", end: "2025-03-31", filed: "2025-05-10", form: "10-Q", val: 510 },
      { tag: "Assets", end: "2024-12-31", filed: "2025-05-10", form: "10-Q", val: 500 },
    ]);
    expect(namesOf(rows)).toEqual(["2025Q1", "FY2024"]);
    expect(valueOf(rows, "FY2024", "total_assets")).toBe(500);
    expect(valueOf(rows, "FY2024", "net_income")).toBeUndefined();
  });

  it("come from annual reports: twelve months of a quarterly report or a prospectus are no fiscal year", () => {
    const rows = rowsOf([
      over("2022-01-01", "2022-12-31", 100),
      over("2022-07-01", "2023-06-30", 110, "10-Q"),
      over("2022-10-01", "2023-09-30", 120, "S-4"),
      over("2021-01-01", "2021-12-31", 90, "S-1", "2022-04-01"),
    ]);
    expect(namesOf(rows)).toEqual(["FY2021", "FY2022"]);
    expect(namesOf(rowsOf([over("2022-07-01", "2023-06-30", 110, "S-1")]))).toEqual(["FY2023"]);
  });

  it("after a change of the fiscal year have one name each, and so has the transition period", () => {
    const rows = rowsOf([
      over("2018-07-01", "2019-06-30", 1),
      over("2019-07-01", "2020-06-30", 2),
      over("2020-01-01", "2020-03-31", 3, "10-Q"),
      over("2020-07-01", "2020-09-30", 4, "10-Q"),
      over("2020-10-01", "2020-12-31", 5, "10-KT"),
      over("2020-07-01", "2020-12-31", 6, "10-KT"),
      over("2021-01-01", "2021-03-31", 7, "10-Q"),
      over("2021-07-01", "2021-09-30", 8, "10-Q"),
      over("2021-01-01", "2021-12-31", 9),
      // The year before, recast to the new fiscal year.
      over("2020-01-01", "2020-12-31", 99, "10-K", "2022-02-19"),
    ]);
    const values = namesOf(rows).map((name) => [name, valueOf(rows, name, "revenue")]);
    expect(values).toEqual([["2020Q3", 3], ["2020T", 6], ["2020T1", 4], ["2020T2", 5], ["2021Q1", 7], ["2021Q3", 8], ["FY2019", 1], ["FY2020", 2], ["FY2021", 9]]); // prettier-ignore
    // Before the first full year of the new kind, the transition report shows where it ends.
    const before = rowsOf([over("2019-07-01", "2020-06-30", 2), over("2020-07-01", "2020-12-31", 6, "10-KT"), over("2021-01-01", "2021-03-31", 7, "10-Q")]);
    expect(namesOf(before)).toEqual(["2020T", "2021Q1", "FY2020"]);
    const ofQuarter = rowsOf([over("2019-10-01", "2020-09-30", 2), over("2020-10-01", "2020-12-31", 6, "10-QT"), over("2021-01-01", "2021-03-31", 7, "10-Q")]);
    expect(namesOf(ofQuarter)).toEqual(["2020T", "2020T1", "2021Q1", "FY2020"]);
  });

  it("that another fiscal year's quarters overlap are named by their last day", () => {
    const rows = rowsOf([
      over("2022-02-01", "2023-01-31", 1),
      over("2022-02-01", "2022-04-30", 2, "10-Q"),
      over("2022-01-01", "2022-03-31", 3, "10-Q", "2023-06-10"),
    ]);
    expect(namesOf(rows)).toEqual(["2022-03-31", "2023Q1", "FY2023"]);
    expect(valueOf(rows, "2023Q1", "revenue")).toBe(2);
  });

  it("keep their names beside a balance of the day after, such as one after a change of accounting", () => {
    const rows = rowsOf([
      over("2021-01-01", "2021-12-31", 1),
      over("2022-01-01", "2022-12-31", 2),
      { tag: "StockholdersEquity", end: "2022-01-01", val: 9, filed: "2023-02-19" },
    ]);
    expect([valueOf(rows, "FY2021", "revenue"), valueOf(rows, "FY2021", "equity")]).toEqual([1, undefined]);
  });
});

describe("a doubt names the numbers compared", () => {
  const given = (values: Record<string, number>, period: Pick<Given, "start" | "end" | "filed"> = in2023): Given[] =>
    filing(values, period).map(({ start, ...one }) => ({
      ...one,
      ...(/^(Assets|Liabilities|StockholdersEquity|Cash)/.test(one.tag) ? {} : { start }),
      unit: one.tag.startsWith("EarningsPer") ? "USD/shares" : one.tag.startsWith("Weighted") ? "shares" : "USD",
    }));
  const SHARES = "WeightedAverageNumberOfDilutedSharesOutstanding";
  const thousands = { Revenues: 4_000_000, NetIncomeLoss: 800_000, EarningsPerShareDiluted: 1.3, [SHARES]: 610 };

  it.each<[string, Metric, Record<string, number>, string | undefined]>([
    ["gross profit above revenue", "gross_profit", { Revenues: 29, GrossProfit: 40 }, "Gross profit of 40 is more than revenue of 29 in FY2023."],
    ["the whole is doubtful too", "revenue", { Revenues: 29, GrossProfit: 40 }, "Gross profit of 40 is more than revenue of 29 in FY2023."],
    [
      "cash above total assets",
      "cash",
      { CashAndCashEquivalentsAtCarryingValue: 9, Assets: 8, Revenues: 1 },
      "Cash of 9 is more than total assets of 8 in FY2023.",
    ],
    ["net income above revenue", "net_income", { Revenues: 800, NetIncomeLoss: 900 }, "Net income of 900 is more than revenue of 800 in FY2023."],
    ["not with gains outside operations", "net_income", { Revenues: 800, NetIncomeLoss: 900, OperatingIncomeLoss: 100 }, undefined],
    ["not without revenue", "net_income", { Revenues: 0, NetIncomeLoss: 900 }, undefined],
    [
      "liabilities and equity above assets",
      "equity",
      { Assets: 100, Liabilities: 80, StockholdersEquity: 40, Revenues: 1 },
      "Liabilities of 80 and equity of 40 are more than assets of 100 at the end of FY2023.",
    ],
    ["a share count in thousands", "shares_diluted", thousands, "Net income of 800000 over 610 shares is 1310 a share in FY2023, and the filing states 1.3."],
    ["which does not doubt net income", "net_income", thousands, undefined],
    [
      "net income in thousands",
      "net_income",
      { ...thousands, NetIncomeLoss: 800, [SHARES]: 610_000 },
      "Net income of 800 over 610000 shares is 0.00131 a share in FY2023, and the filing states 1.3.",
    ],
  ])("%s", (_, metric, values, sentence) => expect(doubtIn(rowsOf(given(values)), "FY2023", metric)).toBe(sentence));

  it("if a value is a thousandth of those before, but not in the year after", () => {
    const rows = rowsOf(
      [2020, 2021, 2022, 2023, 2024].flatMap((y) =>
        given({ Revenues: y === 2023 ? 83_062 : 83_000_000 }, { start: `${y}-01-01`, end: `${y}-12-31`, filed: `${y + 1}-02-20` }),
      ),
    );
    expect(rows.flatMap((r) => statementDoubts(r.body as StatedPeriod, "9999-12-31"))).toEqual([
      "Revenue of FY2023: The filing of 2024-02-20 states 83062, filings before it 83000000 for FY2021: the unit may have slipped.",
    ]);
  });

  it("if an amendment states a thousandth of the report", () => {
    const rows = rowsOf([...given({ NetIncomeLoss: 319_066_000 }), ...given({ NetIncomeLoss: 319_066 }, { ...in2023, filed: "2024-04-07" })]);
    expect(doubtIn(rows, "FY2023", "net_income")).toBe(
      "Net income of FY2023: The filing of 2024-04-07 states 319066, the one of 2024-02-20 319066000: the unit may have slipped.",
    );
  });
});
