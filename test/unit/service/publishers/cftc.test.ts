import { itWithSharedData } from "../../../shared-data";
import { readUnchecked } from "./read-as";

const read = (text: string | Buffer, name = "deafut.txt") => readUnchecked("cftc", text, name).records;

/** One line of the report: positions that add up, everything else 0. */
function line({ market = "OATS, MINI - CBT", code = "004603", date = "2026-08-04", long = "     40", open = 100 } = {}): string {
  const cells = Array.from({ length: 129 }, () => "      0");
  const put = (i: number, ...values: (string | number)[]) => values.forEach((v, n) => (cells[i + n] = String(v)));
  put(0, `"${market}"`, date.slice(2).replaceAll("-", ""), date, code, "CBT ", "00", "004 ", open, long, " 10", "  5", 30, 60, 75, 75, 25, 25);
  put(37, ".");
  put(125, '"(CONTRACTS OF 5,000 BUSHELS)"', `"${code}"`, '"CBT "', '"004 "');
  return cells.join(",");
}

describe("CFTC commitments of traders", () => {
  test("rows may have commas in quoted names and padded values; codes keep a leading 0", () => {
    const body = { market: "OATS, MINI - CBT", noncomm_long: 40, noncomm_short: 10, noncomm_net: 30, change_open_interest: null };
    expect(read(`${line()}\n`)).toMatchObject([{ entity: "004603", date: "2026-08-04", key: "futures-only", known: "2026-08-07", body }]);
  });

  test("a code keeps its plus sign", () => expect(read(`${line({ code: "12460+" })}\n`)[0]?.entity).toBe("12460+"));

  test("a file is refused if its positions do not add up or cells are missing", () => {
    expect(() => read(`${line({ long: "400" })}\n`)).toThrow(/do not add up/);
    expect(() => read(`${line().split(",").slice(0, 100).join(",")}\n`)).toThrow(/expected 129 cells/);
  });

  test("sums may be off by a contract because figures are rounded", () =>
    expect(read(`${line({ long: "41" })}\n`)[0]?.body).toMatchObject({ noncomm_long: 41 }));

  test("the file name states whether options are included; other names are refused", () => {
    expect(read(`${line()}\n`, "deacom.txt")[0]?.key).toBe("combined");
    expect(() => read(`${line()}\n`, "positions.txt")).toThrow(/name it deafut.txt/);
  });

  /** The header of a yearly file: the names of the columns that are read, in their places. */
  const header = (more: Readonly<Record<number, string>> = {}): string => {
    const names: Record<number, string> = {
      0: "Market and Exchange Names", 1: "As of Date in Form YYMMDD", 2: "As of Date in Form YYYY-MM-DD", 3: "CFTC Contract Market Code", 7: "Open Interest (All)",
      8: "Noncommercial Positions-Long (All)", 12: "Commercial Positions-Short (All)", 16: "Nonreportable Positions-Short (All)",
      37: "Change in Open Interest (All)", 77: "Traders-Total (All)", ...more,
    }; // prettier-ignore
    return Array.from({ length: 129 }, (_, i) => `"${names[i] ?? `Column ${i}`}"`).join(",");
  };
  const yearly = (head = header()): string => `${head}\n${line()}\n${line({ date: "2026-07-28" })}\n`;

  test.each([
    ["annual.txt", "futures-only"],
    ["cot-annual-first4lines.txt", "futures-only"],
    ["commitments 2026.txt", "futures-only"],
    ["annualof.txt", "combined"],
    ["deahistfo2026.txt", "combined"],
    ["cot 2026 combined.csv", "combined"],
  ])("a yearly file with its header, named %s, is %s", (name, basis) => {
    expect(read(yearly(), name).map((r) => `${r.date} ${r.key}`)).toEqual([`2026-08-04 ${basis}`, `2026-07-28 ${basis}`]);
  });

  test.each([
    ["deacot2005.txt", "futures-only"],
    ["annual (1).txt", "futures-only"],
    ["annualof.txt", "combined"],
    ["deahistfo2005.txt", "combined"],
  ])("a yearly file without its header, named %s, is %s", (name, basis) =>
    expect(read(`${line()}\n`, name)).toMatchObject([{ date: "2026-08-04", key: basis }]),
  );

  test("other quoting of the header and of the lines is read", () => {
    const cells = line({ market: "OATS - CBT" }).replace("5,000", "5000").split(",");
    const quoted = cells.map((cell) => (cell.startsWith('"') ? cell : `"${cell}"`)).join(",");
    const underscored = header().replaceAll('"', "").replaceAll(" ", "_");
    expect(read(`${underscored}\n${quoted}\n`, "any.txt")).toMatchObject([{ entity: "004603", body: { noncomm_long: 40 } }]);
  });

  test("another report of the CFTC, or other columns, are refused in one sentence", () => {
    const refused = (more: Readonly<Record<number, string>>) => expect(() => read(yearly(header(more)), "any.txt"));
    refused({ 8: "Prod_Merc_Positions_Long_All" }).toThrow(/^this is the disaggregated report of the CFTC.*deacotYYYY\.zip/);
    refused({ 8: "Dealer_Positions_Long_All" }).toThrow(/^this is the report on traders in financial futures/);
    refused({ 8: "Other" }).toThrow(/expected the column "Noncommercial Positions-Long \(All\)" in place 9, got "Other"/);
    expect(() => read(`${line()},${Array.from({ length: 62 }, () => "0").join(",")}\n`)).toThrow(/looks like the disaggregated report/);
  });

  itWithSharedData("the published report has 359 markets, and the published JSON is combined", (_, fileIn) => {
    const records = read(fileIn("cftc/deafut_2026-08-04.txt"), "deafut_2026-08-04.txt");
    expect(records).toHaveLength(359);
    expect(records.find((r) => r.entity === "088691")?.body).toMatchObject({ open_interest: 371551, noncomm_net: 197634 });
    const body = { open_interest: 19404, noncomm_net: -5459, change_open_interest: 2220 };
    const [json] = read(fileIn("cftc/jun7-fc8e_239747_2024-08-20.json"));
    expect(json).toMatchObject({ entity: "239747", date: "2024-08-20", key: "combined", body });
  });
});
