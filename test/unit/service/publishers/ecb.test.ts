import { asked, readAs } from "./read-as";

const rowsOf = (header: string, ...rows: string[]) =>
  readAs("ecb", [header, ...rows, ""].join("\n")).rows.map(({ series, date, value }) => `${series} ${date} ${value}`);

/** A line of the ECB: the key, its parts, the period, the value and the trailing columns. */
const line = (key: string, period: string, value: string, behind = ""): string => `${key},${key.split(".").slice(1).join(",")},${period},${value}${behind}`;

const HICP = "KEY,FREQ,REF_AREA,ADJUSTMENT,ICP_ITEM,DATA_PROVIDER,ICP_SUFFIX,TIME_PERIOD,OBS_VALUE";
const ICP = HICP.replace("DATA_PROVIDER", "STS_INSTITUTION");
const IRS = "KEY,FREQ,REF_AREA,IR_TYPE,TR_TYPE,MATURITY_CAT,BS_COUNT_SECTOR,CURRENCY_TRANS,IR_BUS_COV,IR_FV_TYPE,TIME_PERIOD,OBS_VALUE";
const FM = "KEY,FREQ,REF_AREA,CURRENCY,PROVIDER_FM,INSTRUMENT_FM,PROVIDER_FM_ID,DATA_TYPE_FM,TIME_PERIOD,OBS_VALUE";
const MORE = ",OBS_STATUS,OBS_CONF,OBS_COM,COLLECTION,TITLE,UNIT,UNIT_MULT";

describe("key interest rates of the ECB", () => {
  test("of the deposit facility and main refinancing are two series; others are left out", () => {
    const rows = rowsOf(
      `${FM}${MORE}`,
      line("FM.D.U2.EUR.4F.KR.DFR.LEV", "2026-09-16", "2.5", ',A,F,,E,"Deposit facility, level",PCPA,0'),
      line("FM.D.U2.EUR.4F.KR.MRR_FR.LEV", "2026-09-16", "2.65", ",A,F,,E,Main refinancing,PCPA,0"),
      line("FM.D.U2.EUR.4F.KR.MLFR.LEV", "2026-09-16", "2.9", ",A,F,,E,Marginal lending,PCPA,0"),
    );
    expect(rows).toEqual(["CBPOL.XM.DFR 2026-09-16 2.5", "CBPOL.XM.MRR 2026-09-16 2.65"]);
  });

  const DFR = "FM.D.U2.EUR.4F.KR.DFR.LEV";
  test.each([
    ["days of change", FM, line(DFR.replace("D.U2", "B.U2"), "2026-09-16", "2.5"), /expected D under FREQ .*daily levels/],
    ["another table", FM, line(DFR.replace("FM", "YC"), "2026-09-16", "2.5"), /expected the key FM\.D\.U2\.EUR\.4F\.KR\.DFR\.LEV under KEY .* got "YC\./],
    ["another unit", `${FM},UNIT`, line(DFR, "2026-09-16", "2.5", ",EUR"), /under UNIT/],
    ["another rate", FM, line(DFR.replace("DFR", "XYZ"), "2026-09-16", "2.5"), /expected DFR or MRR_FR .* got XYZ/],
    ["a shifted decimal point", FM, line(DFR, "2026-09-16", "250"), /from -10 to 50 percent/],
    ["an additional dimension", FM.replace("TIME_PERIOD", "SEASON,TIME_PERIOD"), "x", /"SEASON" is not a column/],
  ])("are refused from a table with %s", (_, header, row, sentence) => expect(() => rowsOf(header, row)).toThrow(sentence));

  test("may be zero or negative, and a blank is a missing value", () => {
    const rows = rowsOf(FM, line(DFR, "2019-09-18", "-0.5"), line(DFR, "2022-07-27", "0"), line(DFR, "2022-07-28", ""));
    expect(rows.map((row) => row.split(" ")[2])).toEqual(["-0.5", "0", "null"]);
  });
});

describe("harmonised consumer prices of the ECB", () => {
  test("with base years 2025 and 2015 are two series", () => {
    const both = rowsOf(HICP, line("HICP.M.DE.N.000000.4D0.INX", "2026-05", "102.54"), line("HICP.M.U2.N.000000.4D0.INX", "2026-05", "102.1"));
    expect(both).toEqual(["ECON.cpi.DE.HICP25 2026-05-31 102.54", "ECON.cpi.XM.HICP25 2026-05-31 102.1"]);
    expect(rowsOf(ICP, line("ICP.M.LU.N.000000.4.INX", "2025-12", "129.7"))).toEqual(["ECON.cpi.LU.HICP15 2025-12-31 129.7"]);
  });

  test("are refused as rates of change, single items and other base years", () => {
    expect(() => rowsOf(ICP, line("ICP.M.DE.N.000000.4.ANR", "2025-12", "1.9"))).toThrow(/expected INX under ICP_SUFFIX/);
    expect(() => rowsOf(HICP, line("HICP.M.DE.N.XEF000.4D0.INX", "2026-05", "102.5"))).toThrow(/expected 000000 under ICP_ITEM/);
    const based = (base: string) => rowsOf(`${ICP},UNIT_INDEX_BASE`, line("ICP.M.DE.N.000000.4.INX", "2025-12", "129.7", `,${base}`));
    expect(based("2015 = 100")).toHaveLength(1);
    expect(() => based("2025 = 100")).toThrow(/expected an index of 2015 = 100, got "2025 = 100"/);
  });
});

describe("long-term rates of the ECB", () => {
  const key = (area: string, currency = "EUR") => `IRS.M.${area}.L.L40.CI.0000.${currency}.N.Z`;

  test("are monthly averages, stored as IRLT of each member, apart from the OECD's", () => {
    const rows = rowsOf(`${IRS}${MORE}`, line(key("FR"), "1986-02", "9.81", ",A,F,,A,,,"), line(key("GR"), "2012-02", "29.24", ",A,F,,A,,PCPA,0"));
    expect(rows).toEqual(["ECON.IRLT.FR.ECB 1986-02-28 9.81", "ECON.IRLT.GR.ECB 2012-02-29 29.24"]);
  });

  test("are refused in another currency, or outside -5 to 30 percent", () => {
    expect(() => rowsOf(IRS, line(key("CZ", "CZK"), "2024-01", "4.02"))).toThrow(/expected EUR under CURRENCY_TRANS/);
    expect(() => rowsOf(IRS, line(key("FR"), "2024-01", "281"))).toThrow(/from -5 to 30/);
  });
});

test("each ECB table is requested once for the euro area and its members", () => {
  const urls = (id: string, newest?: string) => asked(id, "2026-10-30", newest).map((r) => r.url);
  const members = "U2+AT+BE+BG+CY+DE+EE+ES+FI+FR+GR+HR+IE+IT+LT+LU+LV+MT+NL+PT+SI+SK";
  const base = "https://data-api.ecb.europa.eu/service/data";
  // A first estimate for October is published on the 30th, before the month's last day.
  const prices = `${base}/HICP/M.${members}.N.000000.4D0.INX?endPeriod=2026-09&format=csvdata`;
  expect(urls("ecb.harmonised-prices")).toEqual([prices, `${base}/ICP/M.${members}.N.000000.4.INX?endPeriod=2025-12&format=csvdata`]);
  expect(urls("ecb.harmonised-prices", "2026-09-30")).toEqual([prices]);
  expect(urls("ecb.long-term-rates")).toEqual([`${base}/IRS/M.${members}.L.L40.CI.0000.EUR.N.Z?endPeriod=2026-09&format=csvdata`]);
  const rates = `${base}/FM/D.U2.EUR.4F.KR.DFR+MRR_FR.LEV`;
  expect(urls("ecb.key-rates")).toEqual([`${rates}?endPeriod=2026-10-30&format=csvdata`]);
  expect(urls("ecb.key-rates", "2026-10-22")).toEqual([`${rates}?startPeriod=2026-10-22&endPeriod=2026-10-30&format=csvdata`]);
});
