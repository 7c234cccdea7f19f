import { readFileSync } from "node:fs";
import path from "node:path";
import { COUNTRIES } from "../../../../src/contract/vocabulary";
import { bis } from "../../../../src/service/publishers/bis/bis";
import { oecd } from "../../../../src/service/publishers/oecd/oecd";
import type { Publisher } from "../../../../src/service/publishers/publisher";
import { parseByFeed } from "../../../../src/service/ingest/ingest-document";
import { worldbank } from "../../../../src/service/publishers/worldbank/worldbank";
import { itWithSharedData } from "../../../shared-data";

const read = (publisher: Publisher, text: string) => parseByFeed(publisher.feeds, { name: "a", bytes: Buffer.from(text) }).rows;

describe("OECD long-term rates", () => {
  const HEADER = "DATAFLOW,REF_AREA,FREQ,MEASURE,UNIT_MEASURE,ACTIVITY,ADJUSTMENT,TRANSFORMATION,TIME_PERIOD,OBS_VALUE,OBS_STATUS,UNIT_MULT,DECIMALS,BASE_PER";
  const row = (area: string, month: string, value: string, measure = "IRLT") => `KEI,${area},M,${measure},PA,_Z,_Z,_Z,${month},${value},,,,`;

  test("are sorted by day and dated by the month's end", () => {
    const rows = read(oecd, `${HEADER}\n${row("GBR", "2024-02", "3.9")}\n${row("GBR", "2023-12", "3.8622")}\n`);
    expect(rows.map((r) => [r.series, r.date, r.value])).toEqual([
      ["ECON.IRLT.GB", "2023-12-31", 3.8622],
      ["ECON.IRLT.GB", "2024-02-29", 3.9],
    ]);
  });

  test("of Japan and the euro area are also stored under FRED ids, dated by the month's first", () => {
    expect(read(oecd, `${HEADER}\n${row("JPN", "2024-01", "0.65")}\n${row("EA20", "2024-01", "")}\n`).map((r) => [r.series, r.date, r.value])).toEqual([
      ["IRLTLT01JPM156N", "2024-01-01", 0.65],
      ["IRLTLT01EZM156N", "2024-01-01", null],
      ["ECON.IRLT.JP", "2024-01-31", 0.65],
      ["ECON.IRLT.XM", "2024-01-31", null],
    ]);
  });

  test("are refused for another activity or adjustment", () => {
    const of = (from: string, to: string) => () => read(oecd, `${HEADER}\n${row("GBR", "2024-01", "3.9").replace(from, to)}\n`);
    expect(of("PA,_Z,_Z,_Z", "PA,A,_Z,_Z")).toThrow(/expected _Z under ACTIVITY, got "A"/);
    expect(of("PA,_Z,_Z,_Z", "PA,_Z,Y,_Z")).toThrow(/expected _Z under ADJUSTMENT, got "Y"/);
  });

  test("are requested with one dot per dimension; the OECD refuses fewer", () => {
    const [request] = oecd.feeds[0]?.fetching?.requests({ today: "2026-11-20", newest: undefined, settings: {} }) ?? [];
    expect(request?.url).toContain("/.M.IRLT.PA._Z._Z._Z?");
  });

  test("are refused for another measure, or with two values for one month", () => {
    expect(() => read(oecd, `${HEADER}\n${row("GBR", "2024-01", "100.2", "CPI")}\n`)).toThrow(/expected IRLT under MEASURE/);
    expect(() => read(oecd, `${HEADER}\n${row("GBR", "2024-01", "3")}\n${row("GBR", "2024-01", "4")}\n`)).toThrow(/appears twice/);
  });
});

describe("World Bank gross domestic product", () => {
  const reply = (pages: number, rows: object[]) => JSON.stringify([{ page: 1, pages, per_page: 20000, total: rows.length }, rows]);
  const gdp = (value: number | null, id = "NY.GDP.MKTP.CD") => ({ indicator: { id, value: "GDP" }, countryiso3code: "USA", date: "2023", value });

  test("is read from the rows of a page, with null as a missing value", () => {
    expect(read(worldbank, reply(1, [gdp(27811517000000), { ...gdp(null), date: "2024" }]))).toEqual([
      { series: "ECON.gdp.US", date: "2023-12-31", value: 27811517000000, source: "worldbank" },
      { series: "ECON.gdp.US", date: "2024-12-31", value: null, source: "worldbank" },
    ]);
  });

  test("is refused for one page of several, or another indicator", () => {
    expect(() => read(worldbank, reply(2, [gdp(1)]))).toThrow(/one of several pages/);
    expect(() => read(worldbank, reply(1, [gdp(1, "NY.GDP.PCAP.CD")]))).toThrow(/NY.GDP.MKTP.CD/);
  });

  itWithSharedData("is read from the published table, without groups of countries", (folder) => {
    const rows = read(worldbank, readFileSync(path.join(folder, "worldbank/gdp_worldbank_datasets-gdp.csv"), "utf8"));
    expect(rows.find((r) => r.series === "ECON.gdp.US" && r.date === "2023-12-31")?.value).toBe(27360935000000);
    const areas = new Set(rows.map((r) => r.series.replace("ECON.gdp.", "")));
    for (const [code] of COUNTRIES) expect([...areas]).toContain(code);
    for (const group of ["WLD", "ARB", "EUU", "OED", "XW"]) expect([...areas]).not.toContain(group);
    // The one group that is served has its own code.
    expect([...areas].filter((a) => /^X/.test(a)).sort()).toEqual(["XK", "XM"]);
  });
});

describe("BIS policy rates", () => {
  const HEADER =
    "FREQ,REF_AREA,UNIT_MEASURE,UNIT_MULT,TIME_FORMAT,COMPILATION,DECIMALS,SOURCE_REF,SUPP_INFO_BREAKS,TITLE,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK";
  const row = (area: string, day: string, value: string, status = "A", freq = "D") =>
    `${freq},${area},368,0,,"From 2019, the rate; before, a range",4,Bank,,Title,${day},${value},${status},F,`;

  test("are read beside quoted commas, and may be 0", () => {
    const rows = read(bis, `${HEADER}\n${row("US", "2026-08-03", "3.625")}\n${row("CH", "2026-08-03", "0")}\n`);
    expect(rows.map((r) => [r.series, r.value])).toEqual([
      ["CBPOL.US", 3.625],
      ["CBPOL.CH", 0],
    ]);
  });

  test("are missing, never 0, for status M and NaN", () => {
    const rows = read(bis, `${HEADER}\n${row("CH", "2026-08-01", "0", "M")}\n${row("CH", "2026-08-02", "NaN")}\n`);
    expect(rows.map((r) => r.value)).toEqual([null, null]);
  });

  test("are requested as CSV, per central bank at first, then for all at once", () => {
    const asked = (newest?: string) => bis.feeds[0]?.fetching?.requests({ today: "2026-08-10", newest, settings: {} }) ?? [];
    expect(asked()).toHaveLength(38);
    expect(asked("2026-08-03").map((r) => r.url)).toEqual([
      "https://stats.bis.org/api/v2/data/dataflow/BIS/WS_CBPOL/1.0/D.*?startPeriod=2026-04-05&format=csv",
    ]);
    for (const request of [...asked(), ...asked("2026-08-03")])
      expect([request.headers?.["Accept"], request.url]).toEqual(["text/csv", expect.stringMatching(/format=csv$/)]);
  });

  test("are read beside a quoted cell of two lines; messages count both lines", () => {
    const note = 'D,XM,368,0,,"From 1999,\nthe rate",4,Bank,,Title';
    expect(read(bis, `${HEADER}\n${note},2026-08-01,2,A,F,\n`)).toEqual([{ series: "CBPOL.XM", date: "2026-08-01", value: 2, source: "bis" }]);
    expect(() => read(bis, `${HEADER}\n${note},2026-08-01,2,A,F,\n${row("CH", "2026-08-02", "x")}\n`)).toThrow(/line 4: expected a number under OBS_VALUE/);
    expect(() => read(bis, `${HEADER}\n${row("CH", "2026-08-01", "0")}\nD,XM,368,0,,"From 1999`)).toThrow(/opened and not closed/);
  });

  test("are refused by month, with an unknown status, or with an unknown column", () => {
    expect(() => read(bis, `${HEADER}\n${row("CH", "2026-08", "0", "A", "M")}\n`)).toThrow(/daily/);
    expect(() => read(bis, `${HEADER}\n${row("CH", "2026-08-01", "0", "Z")}\n`)).toThrow(/observation status/);
    expect(() => read(bis, `${HEADER},EXTRA\n`)).toThrow(/EXTRA/);
  });
});
