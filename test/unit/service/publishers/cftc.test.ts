import { readFileSync } from "node:fs";
import path from "node:path";
import { cftc } from "../../../../src/service/publishers/cftc/cftc";
import { readDocument } from "../../../../src/service/ingest/ingest-document";
import { itWithSharedData } from "../../../shared-data";

const read = (text: string, name = "deafut.txt") => readDocument(cftc.feeds, { name, bytes: Buffer.from(text) }).records;

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
    expect(read(`${line()}\n`)).toEqual([
      expect.objectContaining({
        entity: "004603",
        date: "2026-08-04",
        key: "futures-only",
        known: "2026-08-07",
        body: expect.objectContaining({ market: "OATS, MINI - CBT", noncomm_long: 40, noncomm_short: 10, noncomm_net: 30, change_open_interest: null }),
      }),
    ]);
  });

  test("a code keeps its plus sign", () => expect(read(`${line({ code: "12460+" })}\n`)[0]?.entity).toBe("12460+"));

  test("a file is refused if its positions do not add up or cells are missing", () => {
    expect(() => read(`${line({ long: "400" })}\n`)).toThrow(/do not add up/);
    expect(() => read(`${line().split(",").slice(0, 100).join(",")}\n`)).toThrow(/expected 129 cells/);
  });

  test("sums may be off by a contract because figures are rounded", () => {
    expect(read(`${line({ long: "41" })}\n`)[0]?.body).toMatchObject({ noncomm_long: 41 });
  });

  test("the file name states whether options are included; other names are refused", () => {
    expect(read(`${line()}\n`, "deacom.txt")[0]?.key).toBe("combined");
    expect(() => read(`${line()}\n`, "positions.txt")).toThrow(/name it deafut.txt/);
  });

  itWithSharedData("the published report has 359 markets, and the published JSON is combined", (folder) => {
    const records = read(readFileSync(path.join(folder, "cftc/deafut_2026-08-04.txt"), "utf8"), "deafut_2026-08-04.txt");
    expect(records).toHaveLength(359);
    expect(records.find((r) => r.entity === "088691")?.body).toMatchObject({ open_interest: 371551, noncomm_net: 197634 });
    const [json] = read(readFileSync(path.join(folder, "cftc/jun7-fc8e_239747_2024-08-20.json"), "utf8"));
    expect(json).toMatchObject({
      entity: "239747",
      date: "2024-08-20",
      key: "combined",
      body: { open_interest: 19404, noncomm_net: -5459, change_open_interest: 2220 },
    });
  });
});
