import { asked, readAs } from "./read-as";

const rowsOf = (text: string) => readAs("bis", text).rows.map(({ series, date, value }) => `${series} ${date} ${value}`);
const table = (header: string, ...rows: string[]): string => [header, ...rows, ""].join("\r\n");

const EER = "FREQ,EER_TYPE,EER_BASKET,REF_AREA,UNIT_MEASURE,TIME_FORMAT,COLLECTION,TITLE_TS,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK";
const eer = (area: string, month: string, value: string, { freq = "M", type = "R", basket = "B", unit = "882", status = "A" } = {}): string =>
  `${freq},${type},${basket},${area},${unit},,A,${area} - Real - Broad (64 economies),${month},${value},${status},F,`;

const SPP = "FREQ,REF_AREA,VALUE,UNIT_MEASURE,UNIT_MULT,BREAKS,COVERAGE,TITLE_TS,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK";
const spp = (area: string, quarter: string, value: string, kind = "N", unit = "628", mult = "0"): string =>
  `Q,${area},${kind},${unit},${mult},,,,${quarter},${value},A,F,`;

const TC =
  "FREQ,BORROWERS_CTY,TC_BORROWERS,TC_LENDERS,VALUATION,UNIT_TYPE,TC_ADJUST,COLLECTION,DECIMALS,UNIT_MULT,UNIT_MEASURE,TITLE_TS,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_PRE_BREAK,OBS_CONF";
const tc = (area: string, quarter: string, value: string, key = "P,A,M,770,A", unit = "0,367"): string =>
  `Q,${area},${key},E,1,${unit},"${area} - Credit, all sectors",${quarter},${value},A,,F`;

const GAP =
  "FREQ,BORROWERS_CTY,TC_BORROWERS,TC_LENDERS,CG_DTYPE,COLLECTION,DECIMALS,UNIT_MEASURE,UNIT_MULT,TIME_FORMAT,TITLE_TS,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK";
const gap = (area: string, quarter: string, value: string, kind = "C"): string => `Q,${area},P,A,${kind},E,1,770,0,,A title,${quarter},${value},A,F,`;

const CPI = "FREQ,REF_AREA,UNIT_MEASURE,UNIT_MULT,TIME_FORMAT,DECIMALS,TITLE_TS,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK";
const cpi = (area: string, period: string, value: string, unit = "628", freq = "M"): string => `${freq},${area},${unit},0,,4,A title,${period},${value},A,F,`;

describe("effective exchange rates of the BIS", () => {
  test("the real broad monthly index is stored as reer, dated by the month's end", () => {
    const rows = rowsOf(table(EER, eer("US", "2024-12", "112.85"), eer("XM", "2024-02", "98.1"), eer("5R", "2024-11", "99.5")));
    expect(rows).toEqual(["ECON.reer.US 2024-12-31 112.85", "ECON.reer.XM 2024-02-29 98.1", "ECON.reer.5R 2024-11-30 99.5"]);
  });

  test.each([
    ["nominal rates", { type: "N" }, /expected R under EER_TYPE .* got "N"/],
    ["the narrow basket", { basket: "N" }, /expected B under EER_BASKET/],
    ["daily rates", { freq: "D" }, /expected M under FREQ/],
    ["another base year", { unit: "628" }, /expected 882 under UNIT_MEASURE/],
    ["a forecast", { status: "F" }, /observation status/],
  ])("a line of %s is refused anywhere in the file, and the key to download is named", (_, other, message) => {
    const both = table(EER, eer("US", "2024-11", "111"), eer("US", "2024-12", "112.85", other));
    expect(() => rowsOf(both)).toThrow(message);
    if (!("status" in other)) expect(() => rowsOf(both)).toThrow(/line 3: .*download only that key \(M\.R\.B\.\*\)/);
  });

  test("status M and NaN are missing values; unknown areas are left out", () => {
    const missing = table(EER, eer("US", "2024-11", "0", { status: "M" }), eer("US", "2024-12", "NaN"), eer("1C", "2024-12", "7"));
    expect(rowsOf(missing)).toEqual(["ECON.reer.US 2024-11-30 null", "ECON.reer.US 2024-12-31 null"]);
    expect(() => rowsOf(table(EER, eer("1C", "2024-12", "7")))).toThrow(/no economy that this service serves/);
  });

  test("refuses quarters among months, an impossible index and two values for a month", () => {
    expect(() => rowsOf(table(EER, eer("US", "2024-Q4", "112.85")))).toThrow(/a month as YYYY-MM/);
    expect(() => rowsOf(table(EER, eer("US", "2024-13", "112.85")))).toThrow(/a month as YYYY-MM/);
    expect(() => rowsOf(table(EER, eer("US", "2024-12", "0")))).toThrow(/from 1 to 5000/);
    expect(() => rowsOf(table(EER, eer("US", "2024-12", "112"), eer("US", "2024-12", "113")))).toThrow(/line 3: US appears twice for 2024-12/);
    expect(rowsOf(table(EER, eer("US", "2024-12", "112"), eer("US", "2024-12", "112")))).toHaveLength(1);
  });

  test("refuses unknown, missing and duplicate columns, and rows of another width", () => {
    expect(() => rowsOf(table(`${EER},SEASON`, `${eer("US", "2024-12", "112.85")},x`))).toThrow(/"SEASON" is not a column/);
    expect(() => rowsOf(table(EER.replace("UNIT_MEASURE,", ""), eer("US", "2024-12", "1")))).toThrow(/the column UNIT_MEASURE .* is missing/);
    expect(() => rowsOf(table(`${EER},REF_AREA`, "x"))).toThrow(/"REF_AREA" appears twice/);
    expect(() => rowsOf(table(EER))).toThrow(/no line of data/);
    expect(() => rowsOf(table(EER, "M,R,B,US,882,,A"))).toThrow(/line 2: expected 13 cells, .* got 7/);
  });

  test("reads a file without status columns; refuses one with its last value cut", () => {
    const short = "FREQ,EER_TYPE,EER_BASKET,REF_AREA,UNIT_MEASURE,TIME_PERIOD,OBS_VALUE";
    expect(rowsOf(`${short}\nM,R,B,US,882,2024-12,112.85\n`)).toEqual(["ECON.reer.US 2024-12-31 112.85"]);
    expect(() => rowsOf(`${short}\nM,R,B,US,882,2024-12,112`)).toThrow(/may be cut short/);
    expect(() => rowsOf("FREQ,EER_TYPE,EER_BASKET,REF_AREA,TIME_PERIOD,OBS_VALUE\nM,R,B,US,2024-12,112.85\n")).toThrow(/UNIT_MEASURE/);
  });
});

describe("residential property prices of the BIS", () => {
  test("the nominal quarterly index is stored as house_prices, dated by the quarter's end", () => {
    const rows = rowsOf(table(SPP, spp("DE", "2023-Q4", "180.9127"), spp("XW", "2024-Q1", "150.1")));
    expect(rows).toEqual(["ECON.house_prices.DE 2023-12-31 180.9127", "ECON.house_prices.XW 2024-03-31 150.1"]);
  });

  test("refuses real prices, changes over a year, thousands and months", () => {
    expect(() => rowsOf(table(SPP, spp("DE", "2023-Q4", "110", "R")))).toThrow(/expected N under VALUE/);
    expect(() => rowsOf(table(SPP, spp("DE", "2023-Q4", "4.5", "N", "771")))).toThrow(/expected 628 under UNIT_MEASURE/);
    expect(() => rowsOf(table(SPP, spp("DE", "2023-Q4", "4.5", "N", "628", "3")))).toThrow(/expected 0 under UNIT_MULT/);
    expect(() => rowsOf(table(SPP, spp("DE", "2023-11", "110")))).toThrow(/a quarter as YYYY-Q1/);
  });
});

describe("total credit and credit gaps of the BIS", () => {
  test("private non-financial credit in percent of GDP is stored as credit_to_gdp", () => {
    const rows = rowsOf(table(TC, tc("US", "2025-Q4", "139.7"), tc("4T", "2025-Q4", "151.2")));
    expect(rows).toEqual(["ECON.credit_to_gdp.US 2025-12-31 139.7", "ECON.credit_to_gdp.4T 2025-12-31 151.2"]);
  });

  test("refuses households, bank lenders, amounts and figures with breaks", () => {
    expect(() => rowsOf(table(TC, tc("US", "2025-Q4", "69", "H,A,M,770,A")))).toThrow(/expected P under TC_BORROWERS/);
    expect(() => rowsOf(table(TC, tc("US", "2025-Q4", "52", "P,B,M,770,A")))).toThrow(/expected A under TC_LENDERS/);
    expect(() => rowsOf(table(TC, tc("US", "2025-Q4", "42000", "P,A,M,USD,A", "9,USD")))).toThrow(/expected 770 under UNIT_TYPE/);
    expect(() => rowsOf(table(TC, tc("US", "2025-Q4", "139", "P,A,M,770,U")))).toThrow(/expected A under TC_ADJUST/);
  });

  test("a credit gap may be negative; the credit ratio in its table is refused", () => {
    expect(rowsOf(table(GAP, gap("US", "2025-Q4", "-11.5378")))).toEqual(["ECON.credit_gap.US 2025-12-31 -11.5378"]);
    expect(() => rowsOf(table(GAP, gap("US", "2025-Q4", "-11.5"), gap("US", "2025-Q4", "139.7", "A")))).toThrow(/line 3: expected C under CG_DTYPE/);
  });
});

describe("consumer prices of the BIS", () => {
  test("the monthly index is stored as cpi, the quarterly one as a separate series", () => {
    expect(rowsOf(table(CPI, cpi("US", "2024-05", "143.9868")))).toEqual(["ECON.cpi.US 2024-05-31 143.9868"]);
    expect(rowsOf(table(CPI, cpi("AU", "2024-Q2", "144.2", "628", "Q")))).toEqual(["ECON.cpi.AU.Q 2024-06-30 144.2"]);
  });

  test("the change over a year is refused anywhere in the file", () => {
    expect(() => rowsOf(table(CPI, cpi("US", "2024-05", "3.27", "771")))).toThrow(/expected 628 under UNIT_MEASURE .*consumer prices.*key M\.\*\.628/);
    expect(() => rowsOf(table(CPI, cpi("US", "2024-05", "143.9"), cpi("US", "2024-05", "3.27", "771")))).toThrow(/line 3: expected 628/);
  });

  test("are read without status columns, and with months missing", () => {
    const values = "FREQ,REF_AREA,UNIT_MEASURE,TIME_PERIOD,OBS_VALUE";
    const rows = rowsOf(table(values, "M,AU,628,2025-12,143.1", "M,AU,628,2026-03,144.4"));
    expect(rows).toEqual(["ECON.cpi.AU 2025-12-31 143.1", "ECON.cpi.AU 2026-03-31 144.4"]);
  });

  test("months and quarters in one file, and years, are refused", () => {
    expect(() => rowsOf(table(CPI, cpi("US", "2024-05", "143.9"), cpi("AU", "2024-Q2", "144.2", "628", "Q")))).toThrow(/expected M under FREQ/);
    expect(() => rowsOf(table(CPI, cpi("US", "2024", "143.9", "628", "A")))).toThrow(/expected M under FREQ/);
  });

  test("are distinguished from policy rates, whose header is similar", () => {
    expect(readAs("bis", table(CPI, cpi("US", "2024-05", "143.9868"))).feed.id).toBe("bis.consumer-prices");
    const rates = "FREQ,REF_AREA,UNIT_MEASURE,UNIT_MULT,TIME_PERIOD,OBS_VALUE,OBS_STATUS";
    expect(readAs("bis", `${rates}\nD,US,368,0,2026-08-03,3.625,A\n`).feed.id).toBe("bis.policy-rates");
    expect(() => readAs("bis", `${rates}\nD,US,628,0,2026-08-03,3.625,A\n`)).toThrow(/expected M under FREQ of the BIS's consumer prices/);
  });
});

test("each BIS table is requested as CSV, with only the key that is needed", () => {
  const base = "https://stats.bis.org/api/v2/data/dataflow/BIS";
  const urls = (id: string, newest?: string) => asked(id, "2026-11-21", newest).map((r) => r.url);
  for (const newest of [undefined, "2026-10-31"]) {
    expect(urls("bis.effective-exchange-rates", newest)).toEqual([`${base}/WS_EER/1.0/M.R.B.*?format=csv`]);
    expect(urls("bis.house-prices", newest)).toEqual([`${base}/WS_SPP/1.0/Q.*.N.628?format=csv`]);
    expect(urls("bis.total-credit", newest)).toEqual([`${base}/WS_TC/2.0/Q.*.P.A.M.770.A?format=csv`]);
    expect(urls("bis.credit-gaps", newest)).toEqual([`${base}/WS_CREDIT_GAP/1.0/Q.*.P.A.C?format=csv`]);
  }
  const cpi = (key: string) => `${base}/WS_LONG_CPI/1.0/${key}format=csv&detail=dataonly`;
  expect(urls("bis.consumer-prices")).toEqual([cpi("M.*.628?"), cpi("Q.*.628?")]);
  expect(urls("bis.consumer-prices", "2026-10-31")).toEqual([cpi("M.*.628?startPeriod=2023-01&"), cpi("Q.*.628?startPeriod=2023-Q1&")]);
});

describe("BIS policy rates", () => {
  const HEADER =
    "FREQ,REF_AREA,UNIT_MEASURE,UNIT_MULT,TIME_FORMAT,COMPILATION,DECIMALS,SOURCE_REF,SUPP_INFO_BREAKS,TITLE,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK";
  const row = (area: string, day: string, value: string, status = "A", freq = "D") =>
    `${freq},${area},368,0,,"From 2019, the rate; before, a range",4,Bank,,Title,${day},${value},${status},F,`;

  test("are read beside quoted commas, and may be 0", () => {
    const rows = rowsOf(table(HEADER, row("US", "2026-08-03", "3.625"), row("CH", "2026-08-03", "0")));
    expect(rows).toEqual(["CBPOL.US 2026-08-03 3.625", "CBPOL.CH 2026-08-03 0"]);
  });

  test("are missing, never 0, for status M and NaN", () => {
    const rows = rowsOf(table(HEADER, row("CH", "2026-08-01", "0", "M"), row("CH", "2026-08-02", "NaN")));
    expect(rows).toEqual(["CBPOL.CH 2026-08-01 null", "CBPOL.CH 2026-08-02 null"]);
  });

  test("are requested as CSV, per central bank at first, then for all at once", () => {
    const [first, later] = [asked("bis.policy-rates", "2026-08-10"), asked("bis.policy-rates", "2026-08-10", "2026-08-03")];
    expect(first).toHaveLength(38);
    const all = "https://stats.bis.org/api/v2/data/dataflow/BIS/WS_CBPOL/1.0/D.*?startPeriod=2026-04-05&format=csv";
    expect(later.map((r) => r.url)).toEqual([all]);
    for (const request of [...first, ...later]) expect([request.headers?.["Accept"], request.url]).toEqual(["text/csv", expect.stringMatching(/format=csv$/)]);
  });

  test("are read beside a quoted cell of two lines; messages count both lines", () => {
    const note = 'D,XM,368,0,,"From 1999,\nthe rate",4,Bank,,Title';
    const text = `${HEADER}\n${note},2026-08-01,2,A,F,\n`;
    expect(readAs("bis", text).rows).toEqual([{ series: "CBPOL.XM", date: "2026-08-01", value: 2, source: "bis" }]);
    expect(() => rowsOf(`${text}${row("CH", "2026-08-02", "x")}\n`)).toThrow(/line 4: expected a number under OBS_VALUE/);
    expect(() => rowsOf(`${HEADER}\n${row("CH", "2026-08-01", "0")}\nD,XM,368,0,,"From 1999`)).toThrow(/opened and not closed/);
  });

  test("are refused by month, with an unknown status, or with an unknown column", () => {
    expect(() => rowsOf(table(HEADER, row("CH", "2026-08", "0", "A", "M")))).toThrow(/daily/);
    expect(() => rowsOf(table(HEADER, row("CH", "2026-08-01", "0", "Z")))).toThrow(/observation status/);
    expect(() => rowsOf(table(`${HEADER},EXTRA`))).toThrow(/EXTRA/);
  });
});
