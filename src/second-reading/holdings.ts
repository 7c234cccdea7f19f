import type { CoverReading, HoldingReading } from "./reading";
import { dayOf, withoutZeros, type Submission } from "./submission";
import { allNamed, numberOf, textOf } from "./xml";

/** A CUSIP that names no security: zeros, or a word such as N/A. */
const isPlaceholder = (cusip: string): boolean => /^0*$/.test(cusip) || !/^[0-9A-Z]{9}$/.test(cusip);

/** The cover and the lines of a Form 13F submission. Lines that name no security are none. Source: the SEC's Form 13F XML technical specification. */
export function readHoldings({ accession, form, period, filed, cik, documents }: Submission): (CoverReading | HoldingReading)[] {
  const cover = documents.flatMap((document) => allNamed(document, "edgarSubmission"))[0];
  if (!cover || !form?.startsWith("13F") || accession === undefined || filed === undefined) return [];
  const quarter = dayOf(textOf(cover, "reportCalendarOrQuarter") ?? textOf(cover, "periodOfReport")) ?? period;
  const filer = withoutZeros(textOf(cover, "cik") ?? cik ?? "");
  if (quarter === undefined) return [];
  const adds = form.endsWith("/A") && /new holdings/i.test(textOf(cover, "amendmentType") ?? "");
  const lines = documents.flatMap((document) => allNamed(document, "infoTable"));
  return [
    { kind: "cover", accession, form, cik: filer, period: quarter, filed, adds, line: cover.line },
    ...lines.flatMap((line): HoldingReading[] => {
      const cusip = (textOf(line, "cusip") ?? "").toUpperCase().padStart(9, "0");
      if (isPlaceholder(cusip)) return [];
      return [
        {
          kind: "holding",
          accession,
          cusip,
          issuer: textOf(line, "nameOfIssuer") ?? "",
          typedValue: numberOf(line, "value") ?? 0,
          amount: numberOf(line, "sshPrnamt") ?? 0,
          isShares: textOf(line, "sshPrnamtType")?.toUpperCase() === "SH" && textOf(line, "putCall") === undefined,
          line: line.line,
        },
      ];
    }),
  ];
}

/** Since this day the SEC asks for dollars, before for thousands. */
const DOLLARS_SINCE = "2023-01-03";
/** Nearly no share of a 13F costs less. If half of a table's shares do, its values are thousands. */
const LEAST_PRICE = 0.5;
/** Shares that seem to cost more in thousands are in dollars: $5,000 a share. */
const MOST_THOUSANDS = 5;
const ENOUGH_LINES = 3;

/**
 * The unit of a table's values, judged by the day of filing and by what the values make of one share. Undefined if nothing can be said: each value equals its
 * shares, so one of the two columns is wrong.
 */
export function unitOf(filed: string, lines: readonly HoldingReading[]): "dollars" | "thousands" | undefined {
  const priced = lines.filter((line) => line.isShares && line.amount > 0 && line.typedValue > 0);
  const prices = priced
    .filter((line) => line.typedValue !== line.amount)
    .map((line) => line.typedValue / line.amount)
    .sort((a, b) => a - b);
  const middle = prices[Math.floor((prices.length - 1) / 2)];
  if (middle === undefined) return priced.length > 0 ? undefined : filed >= DOLLARS_SINCE ? "dollars" : "thousands";
  if (filed >= DOLLARS_SINCE) return middle < LEAST_PRICE ? "thousands" : "dollars";
  return middle > MOST_THOUSANDS && prices.length >= ENOUGH_LINES ? "dollars" : "thousands";
}
