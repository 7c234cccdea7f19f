import { groupedBy } from "../contract/lists";
import type { CoverReading, HoldingReading } from "./reading";
import { dayOf, withoutZeros, type Submission } from "./submission";
import { allNamed, numberOf, elementText } from "./xml";

/** A CUSIP that names no security: zeros, or a word such as N/A. */
const isPlaceholder = (cusip: string): boolean => /^0*$/.test(cusip) || !/^[0-9A-Z]{9}$/.test(cusip);

/** The cover and the lines of a Form 13F submission. A line without a CUSIP is no position, but its value is part of the total. Source: the SEC's Form 13F XML technical specification. */
export function readHoldings({ accession, form, period, filed, cik, documents }: Submission): (CoverReading | HoldingReading)[] {
  const cover = documents.flatMap((document) => allNamed(document, "edgarSubmission"))[0];
  if (!cover || !form?.startsWith("13F") || accession === undefined || filed === undefined) return [];
  const quarter = dayOf(elementText(cover, "reportCalendarOrQuarter") ?? elementText(cover, "periodOfReport")) ?? period;
  const filer = withoutZeros(elementText(cover, "cik") ?? cik ?? "");
  if (quarter === undefined) return [];
  const adds = form.endsWith("/A") && /new holdings/i.test(elementText(cover, "amendmentType") ?? "");
  const lines = documents.flatMap((document) => allNamed(document, "infoTable"));
  return [
    { kind: "cover", accession, form, cik: filer, period: quarter, filed, adds, line: cover.line },
    ...lines.map((line): HoldingReading => {
      const cusip = (elementText(line, "cusip") ?? "").toUpperCase().padStart(9, "0");
      return {
        kind: "holding",
        accession,
        cusip,
        issuer: elementText(line, "nameOfIssuer") ?? "",
        typedValue: numberOf(line, "value") ?? 0,
        amount: numberOf(line, "sshPrnamt") ?? 0,
        isShares: elementText(line, "sshPrnamtType")?.toUpperCase() === "SH" && elementText(line, "putCall") === undefined && !isPlaceholder(cusip),
        line: line.line,
      };
    }),
  ];
}

/** Since this day the SEC asks for dollars, before for thousands. */
const DOLLARS_SINCE = "2023-01-03";
/** Few shares of a 13F cost less than half a dollar, and few more than $5,000. */
const PRICES = { least: 0.5, most: 5_000 } as const;
/** Securities that are enough to say that a filer does not keep to the rule. */
const ENOUGH_SECURITIES = 3;

/**
 * The unit of a table's values: that of its day, if most of its securities then have a plausible price; the other one, if few have and the table is not short.
 * Undefined if nothing can be said without the prices of the day, for example if each value equals its shares, so that one of the two columns is wrong.
 */
export function unitOf(filed: string, lines: readonly HoldingReading[]): "dollars" | "thousands" | undefined {
  const priced = lines.filter((line) => line.isShares && line.amount > 0 && line.typedValue > 0 && line.typedValue !== line.amount);
  const securities = [...groupedBy(priced, (line) => line.cusip).values()].flatMap((group) => group.slice(0, 1));
  const [byRule, other] = filed >= DOLLARS_SINCE ? (["dollars", "thousands"] as const) : (["thousands", "dollars"] as const);
  const plausible = securities.filter(({ typedValue, amount }) => {
    const price = (typedValue / amount) * (byRule === "thousands" ? 1_000 : 1);
    return price >= PRICES.least && price <= PRICES.most;
  }).length;
  if (plausible > (securities.length * 2) / 3) return byRule;
  return plausible < securities.length / 3 && securities.length >= ENOUGH_SECURITIES ? other : undefined;
}
