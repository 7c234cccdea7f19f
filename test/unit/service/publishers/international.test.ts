import { COUNTRIES } from "../../../../src/contract/vocabulary";
import { oecd } from "../../../../src/service/publishers/oecd/oecd";
import { itWithSharedData } from "../../../shared-data";
import { asked, readUnchecked } from "./read-as";

describe("OECD long-term rates", () => {
  const HEADER = "DATAFLOW,REF_AREA,FREQ,MEASURE,UNIT_MEASURE,ACTIVITY,ADJUSTMENT,TRANSFORMATION,TIME_PERIOD,OBS_VALUE,OBS_STATUS,UNIT_MULT,DECIMALS,BASE_PER";
  const row = (area: string, month: string, value: string, measure = "IRLT") => `KEI,${area},M,${measure},PA,_Z,_Z,_Z,${month},${value},,,,`;
  const read = (...rows: readonly string[]) =>
    readUnchecked("oecd", [HEADER, ...rows, ""].join("\n")).rows.map(({ series, date, value }) => `${series} ${date} ${value}`);

  test("are sorted by day and dated by the month's end", () => {
    const rows = read(row("GBR", "2024-02", "3.9"), row("GBR", "2023-12", "3.8622"));
    expect(rows).toEqual(["ECON.IRLT.GB 2023-12-31 3.8622", "ECON.IRLT.GB 2024-02-29 3.9"]);
  });

  test("of Japan and the euro area are also stored under FRED ids, dated by the month's first", () => {
    const ours = ["IRLTLT01JPM156N 2024-01-01 0.65", "IRLTLT01EZM156N 2024-01-01 null", "ECON.IRLT.JP 2024-01-31 0.65", "ECON.IRLT.XM 2024-01-31 null"];
    expect(read(row("JPN", "2024-01", "0.65"), row("EA20", "2024-01", ""))).toEqual(ours);
  });

  test.each([
    ["another activity", [row("GBR", "2024-01", "3.9").replace("PA,_Z,_Z,_Z", "PA,A,_Z,_Z")], /expected _Z under ACTIVITY, got "A"/],
    ["another adjustment", [row("GBR", "2024-01", "3.9").replace("PA,_Z,_Z,_Z", "PA,_Z,Y,_Z")], /expected _Z under ADJUSTMENT, got "Y"/],
    ["another measure", [row("GBR", "2024-01", "100.2", "CPI")], /expected IRLT under MEASURE/],
    ["two values for one month", [row("GBR", "2024-01", "3"), row("GBR", "2024-01", "4")], /appears twice/],
  ])("are refused for %s", (_, rows, sentence) => expect(() => read(...rows)).toThrow(sentence));

  test("are requested with one dot per dimension; the OECD refuses fewer", () =>
    expect(asked(oecd.feeds[0]!.id, "2026-11-20")[0]?.url).toContain("/.M.IRLT.PA._Z._Z._Z?"));
});

describe("World Bank gross domestic product", () => {
  const reply = (pages: number, rows: object[]) => [{ page: 1, pages, per_page: 20000, total: rows.length }, rows];
  const gdp = (value: number | null, id = "NY.GDP.MKTP.CD") => ({ indicator: { id, value: "GDP" }, countryiso3code: "USA", date: "2023", value });
  const read = (document: unknown) => readUnchecked("worldbank", document).rows;

  test("is read from the rows of a page, with null as a missing value", () => {
    expect(read(reply(1, [gdp(27811517000000), { ...gdp(null), date: "2024" }]))).toEqual([
      { series: "ECON.gdp.US", date: "2023-12-31", value: 27811517000000, source: "worldbank" },
      { series: "ECON.gdp.US", date: "2024-12-31", value: null, source: "worldbank" },
    ]);
  });

  test("is refused for one page of several, or another indicator", () => {
    expect(() => read(reply(2, [gdp(1)]))).toThrow(/one of several pages/);
    expect(() => read(reply(1, [gdp(1, "NY.GDP.PCAP.CD")]))).toThrow(/NY.GDP.MKTP.CD/);
  });

  itWithSharedData("is read from the published table, without groups of countries", (_, fileIn) => {
    const rows = read(fileIn("worldbank/gdp_worldbank_datasets-gdp.csv"));
    expect(rows.find((r) => r.series === "ECON.gdp.US" && r.date === "2023-12-31")?.value).toBe(27360935000000);
    const areas = new Set(rows.map((r) => r.series.replace("ECON.gdp.", "")));
    for (const [code] of COUNTRIES) expect([...areas]).toContain(code);
    for (const group of ["WLD", "ARB", "EUU", "OED", "XW"]) expect([...areas]).not.toContain(group);
    // The one group that is served has its own code.
    expect([...areas].filter((a) => /^X/.test(a)).sort()).toEqual(["XK", "XM"]);
  });
});
