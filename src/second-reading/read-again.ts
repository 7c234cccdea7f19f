import { readHoldings } from "./holdings";
import { isInColumns, readHouse } from "./house";
import { readOwnership } from "./ownership";
import type { FactReading, Reading, ShortInterestReading } from "./reading";
import { dayOf, readSubmission } from "./submission";

/** The columns that are read, by FINRA's names. */
const NEEDED = ["symbolCode", "currentShortPositionQuantity", "settlementDate"];

/** The lines of a FINRA consolidated short-interest file: separated by vertical bars, the first line names the columns. An unreadable line is none. */
function readShortInterest(text: string): ShortInterestReading[] {
  const [head = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const names = head.split("|").map((name) => name.trim());
  if (!NEEDED.every((name) => names.includes(name))) return [];
  return lines.flatMap((line, i): ShortInterestReading[] => {
    const cells = line.split("|");
    const cell = (name: string): string => (cells[names.indexOf(name)] ?? "").trim();
    const number = (name: string): number | undefined => {
      const digits = cell(name).replace(/,/g, "");
      return /^-?\d*\.?\d+$/.test(digits) ? Number(digits) : undefined;
    };
    const short = number("currentShortPositionQuantity");
    const settlement = dayOf(cell("settlementDate"));
    const symbol = cell("symbolCode");
    if (short === undefined || settlement === undefined || symbol === "") return [];
    return [
      {
        kind: "short interest",
        symbol: symbol.toUpperCase().replace(/[/ -]/g, "."),
        settlement,
        short,
        previous: number("previousShortPositionQuantity"),
        averageVolume: number("averageDailyVolumeQuantity"),
        daysToCover: number("daysToCoverQuantity"),
        changePercent: number("changePercent"),
        revised: cell("revisionFlag") !== "",
        line: i + 2,
      },
    ];
  });
}

interface Fact {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly accn: string;
  readonly form: string;
  readonly filed: string;
}
interface CompanyFacts {
  readonly facts: Readonly<Record<string, Readonly<Record<string, { readonly units: Readonly<Record<string, readonly Fact[]>> }>>>>;
}

const isCompanyFacts = (document: unknown): document is CompanyFacts =>
  typeof document === "object" && document !== null && "cik" in document && "facts" in document && typeof document.facts === "object";

/** Every fact of a company-facts document, in no order that means anything. `fy` and `fp` describe the filing, so they are not read. */
export function readFacts(text: string): FactReading[] {
  const document: unknown = JSON.parse(text);
  if (!isCompanyFacts(document)) return [];
  return Object.entries(document.facts).flatMap(([taxonomy, tags]) =>
    Object.entries(tags).flatMap(([tag, { units }]) =>
      Object.entries(units).flatMap(([unit, facts]) =>
        facts.map(({ start, end, val, accn, form, filed }): FactReading => ({
          kind: "fact",
          tag: `${taxonomy}:${tag}`,
          unit,
          start,
          end,
          value: val,
          accession: accn,
          form,
          filed,
        })),
      ),
    ),
  );
}

/**
 * Reads a published document by code of its own, only to confirm what the service made of it: company facts, Forms 13F, 4 and 5, short interest, and trades of
 * House members. Never used to serve.
 *
 * @returns nothing for documents of other kinds; undefined for a House report without columns
 */
export function readAgain(bytes: Uint8Array): readonly Reading[] | undefined {
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, "");
  const head = text.slice(0, 2_000);
  if (/^\s*\{/.test(head) && head.includes('"cik"') && head.includes('"entityName"')) return readFacts(text);
  if (head.includes("shortPositionQuantity") || head.includes("ShortPositionQuantity")) return readShortInterest(text);
  if (/Clerk of the House of Representatives/i.test(head)) return isInColumns(text) ? readHouse(text) : undefined;
  if (!head.includes("<SEC-") && !/<(\w+:)?ownershipDocument/.test(head)) return [];
  const submission = readSubmission(text);
  return [...readHoldings(submission), ...readOwnership(submission)];
}
