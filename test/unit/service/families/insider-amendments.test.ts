import type { InsiderReport } from "../../../../src/service/records/insider-report";
import { effectiveOn, type Report } from "../../../../src/service/families/insider/effective-reports";
import { readDocument } from "../../../../src/service/ingest/ingest-document";
import { sec } from "../../../../src/service/publishers/sec/sec";

type Line = readonly [traded: string, side: "buy" | "sell", shares: number];
interface Filed {
  readonly form?: string;
  readonly original?: string;
  readonly owners?: readonly string[];
}
const DAY = "2024-05-02";
/** Named by its accession number, which grows within a day. */
const report = (accession: string, known: string, lines: readonly Line[], { form = "4", original, owners = ["5"] }: Filed = {}): Report => {
  const body: InsiderReport = {
    form,
    period: DAY,
    ...(original === undefined ? {} : { original }),
    owners: owners.map((cik) => ({ cik, name: "" })),
    role: "director",
    isChief: false,
    plan10b5_1: null,
    trades: lines.map(([traded, side, shares]) => ({ traded, side, shares, price: 1, value: shares })),
  };
  return { entity: "EXMP", date: DAY, key: `${owners.join("+")} ${accession}`, known, source: "sec", body };
};
const amendment = (accession: string, known: string, lines: readonly Line[], more: Filed = {}): Report =>
  report(accession, known, lines, { form: "4/A", ...more });
const standing = (day: string, ...reports: readonly Report[]): string[] => effectiveOn(day, reports).map((r) => r.key.split(" ")[1] ?? "");

const large = report("a-1", "2024-05-03", [[DAY, "buy", 1000]]);
const small = report("a-2", "2024-05-03", [[DAY, "buy", 40]]);

describe("an amendment of an insider's report", () => {
  test("replaces that report of the owner and period whose number of shares is nearest", () => {
    expect(standing("2024-05-10", large, small, amendment("a-3", "2024-05-10", [[DAY, "buy", 1100]]))).toEqual(["a-2", "a-3"]);
    expect(standing("2024-05-10", large, small, amendment("a-3", "2024-05-10", [[DAY, "buy", 30]]))).toEqual(["a-1", "a-3"]);
    expect(standing("2024-05-09", large, small, amendment("a-3", "2024-05-10", [[DAY, "buy", 30]]))).toEqual(["a-1", "a-2"]);
  });

  test("replaces a report with the same day and side before one with a nearer number of shares", () => {
    const sale = report("a-2", "2024-05-03", [[DAY, "sell", 1000]]);
    const before = report("a-4", "2024-05-03", [["2024-05-01", "buy", 1000]]);
    expect(standing("2024-05-10", sale, large, before, amendment("a-5", "2024-05-10", [[DAY, "buy", 100]]))).toEqual(["a-2", "a-4", "a-5"]);
  });

  test("replaces the report that was filed later if two are equally near", () => {
    const again = report("a-2", "2024-05-04", [[DAY, "buy", 1000]]);
    expect(standing("2024-05-10", again, large, amendment("a-3", "2024-05-10", [[DAY, "buy", 1000]]))).toEqual(["a-1", "a-3"]);
  });

  test("is replaced by the next amendment; of two on one day, the higher accession number counts", () => {
    const first = amendment("a-3", "2024-05-10", [[DAY, "buy", 1100]]);
    const second = amendment("a-4", "2024-05-10", [[DAY, "buy", 1090]]);
    expect(standing("2024-05-10", second, first, large, small)).toEqual(["a-4", "a-2"]);
    const later = amendment("a-0", "2024-05-11", [[DAY, "buy", 1080]]);
    expect(standing("2024-05-11", second, first, large, small, later)).toEqual(["a-2", "a-0"]);
  });

  test("replaces only a report filed on the original's date, if the amendment states that date", () => {
    const later = report("a-2", "2024-05-06", [[DAY, "buy", 40]]);
    const of = (original: string) => amendment("a-3", "2024-05-10", [[DAY, "buy", 40]], { original });
    expect(standing("2024-05-10", large, later, of("2024-05-03"))).toEqual(["a-2", "a-3"]);
    expect(standing("2024-05-10", large, later, of("2024-05-06"))).toEqual(["a-1", "a-3"]);
    expect(standing("2024-05-10", large, later, of("2024-05-07"))).toEqual(["a-1", "a-2", "a-3"]);
  });

  test("replaces a report whose filing date is unknown, even if the amendment states the original's date", () => {
    const undated = report("a-1", DAY, [[DAY, "buy", 40]]);
    expect(standing("2024-05-10", undated, amendment("a-3", "2024-05-10", [[DAY, "buy", 41]], { original: "2024-05-03" }))).toEqual(["a-3"]);
  });

  test("leaves other owners' reports unchanged, and counts by itself if its original is missing", () => {
    const other = report("a-1", "2024-05-03", [[DAY, "buy", 1000]], { owners: ["6"] });
    expect(standing("2024-05-10", other, amendment("a-3", "2024-05-10", [[DAY, "buy", 1000]]))).toEqual(["a-1", "a-3"]);
  });

  test("is parsed with the original's filing date", () => {
    const xml = (form: string) =>
      `<ownershipDocument><documentType>${form}</documentType><periodOfReport>${DAY}</periodOfReport><dateOfOriginalSubmission>2024-05-03</dateOfOriginalSubmission><issuer><issuerCik>77</issuerCik><issuerTradingSymbol>EXMP</issuerTradingSymbol></issuer>` +
      `<reportingOwner><reportingOwnerId><rptOwnerCik>5</rptOwnerCik></reportingOwnerId></reportingOwner></ownershipDocument>`;
    const read = (form: string) =>
      readDocument(sec.feeds, { name: "f.xml", bytes: new TextEncoder().encode(xml(form)), published: "2024-05-10" }).records[0]?.body;
    expect(read("4/A")).toMatchObject({ form: "4/A", original: "2024-05-03" });
    expect(read("4")).not.toHaveProperty("original");
  });
});
