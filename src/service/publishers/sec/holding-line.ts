import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import { firstDoubt } from "../../doubts/doubt-check";
import { isSameTotal, LEAST_EQUAL, LEAST_PRICE, TABLE_CHECKS } from "../../doubts/holdings";
import type { FiledTable, HoldingLine, ReadValues, ReportHead, ValueUnit } from "../../records/holdings";
import { type LeftOut, leftOutRow, type RecordRow } from "../../records/record";

/** Tables filed from this day on are in dollars, earlier ones in thousands. The filing day counts, not the quarter. */
const DOLLARS_FROM: IsoDate = "2023-01-03";
/**
 * The few dear shares, each as so many of an ordinary price: Berkshire Hathaway's class A, which converts into so many of class B, NVR, Seaboard, Booking and
 * AutoZone.
 */
const CONVERTED: Readonly<Record<string, number>> = { "084670108": 1500, "62944T105": 50, "811543107": 30, "09857L108": 40, "053332102": 30 };
/** Bounds of a median price per share in dollars: over a few securities and over many, and of a table in thousands. */
const MOST = { few: 10_000, many: 3_000, inThousands: 1_500 };
const MANY = 10;
/** With fewer securities, none of them covered, low prices may be true. */
const ENOUGH = 3;

type Line = FiledTable["shares"][number];

const isEqual = ({ raw, shares }: Line): boolean => raw >= LEAST_EQUAL.table && (raw === shares || raw * 1000 === shares);

/** The price of each security, whatever the number of its lines, lowest first. */
function pricesOf(lines: readonly Line[]): readonly number[] {
  const held = new Map<string, { raw: number; shares: number }>();
  for (const { cusip, raw, shares } of lines) {
    const of = held.get(cusip);
    if (of) [of.raw, of.shares] = [of.raw + raw, of.shares + shares];
    else held.set(cusip, { raw, shares });
  }
  return [...held].map(([cusip, { raw, shares }]) => raw / shares / (CONVERTED[cusip] ?? 1)).sort((a, b) => a - b);
}
const medianOf = (prices: readonly number[]): number | undefined => prices[Math.floor(prices.length / 2)];

/** The unit in which alone the median price is possible. */
function unitByPrice(prices: readonly number[], lines: readonly Line[]): ValueUnit | undefined {
  const [median, highest] = [medianOf(prices), prices[prices.length - 1]];
  if (median === undefined || highest === undefined) return undefined;
  const isMany = prices.length >= MANY;
  if (median * 1000 > (isMany ? MOST.many : MOST.few)) return "dollars";
  // Of few securities, most may be that cheap. One that would then be too dear shows it.
  if (!isMany && highest * 1000 > MOST.few) return undefined;
  const isEnough = prices.length >= ENOUGH || lines.some((l) => l.isCovered || CONVERTED[l.cusip] !== undefined);
  return isEnough && median < LEAST_PRICE && median * 1000 > LEAST_PRICE && median * 1000 <= MOST.inThousands ? "thousands" : undefined;
}

/** The table's unit if its total and that of the cover page differ by the factor 1,000. */
function unitByCover({ cover, total, lines }: FiledTable): ValueUnit | undefined {
  if (cover?.total === undefined || total === 0) return undefined;
  if (isSameTotal(cover.total / 1000, total, lines)) return "thousands";
  return isSameTotal(cover.total * 1000, total, lines) ? "dollars" : undefined;
}

/**
 * Determines the unit of a table's values: the one in which alone the median price per share is possible, else the one that the cover page's total shows, else the
 * one for the filing day. Filers break the rule for the day both ways. Lines whose value equals the number of shares show no price. The doubt says which signs
 * disagree. Only the document decides, so the order of imports does not.
 */
export const readValues: ReadValues = (table) => {
  const { filed, shares, lines, total, cover } = table;
  const rule: ValueUnit = filed >= DOLLARS_FROM ? "dollars" : "thousands";
  const valued = shares.filter((l) => l.shares > 0 && l.raw > 0);
  const priced = valued.filter((l) => !isEqual(l));
  const prices = pricesOf(priced);
  const median = medianOf(prices);
  const unit = unitByPrice(prices, priced) ?? unitByCover(table) ?? rule;
  const doubt = firstDoubt(TABLE_CHECKS, {
    ...{ filed, unit, rule, lines, total, coverLines: cover?.lines, coverTotal: cover?.total },
    price: median === undefined ? undefined : median * (unit === "thousands" ? 1000 : 1),
    shareLines: valued.length,
    equalLines: valued.length - priced.length,
  });
  return { unit, ...(doubt === undefined ? {} : { doubt }) };
};

/** Amendment types on the cover page of a report of holdings: it replaces the report for the quarter, or adds to it. There are no others. */
export const isAmendmentType = (text: string): boolean => /^(RESTATEMENT|NEW HOLDINGS)$/i.test(text);

export const addsTo = (amendment: string): boolean => /^NEW HOLDINGS$/i.test(amendment);

/** The texts of one line of a table of holdings. Its type is `SH` or `PRN`. */
type LineTexts = Readonly<Record<"cusip" | "issuer" | "title" | "value" | "shares" | "type" | "putCall", string>>;

const CUSIP = /^[0-9A-Z*@#]{9}$/;
/** One character nine times stands for a security without a number. */
const PLACEHOLDER = /^(.)\1{8}$/;

/** A plain number in a text; undefined for any other text. */
export const plainNumber = (text: string): number | undefined => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined);

/** One line of the table, and why it is no position although it states one. */
export interface ReadLine {
  readonly line: HoldingLine;
  readonly why?: string;
}

/** Parses a line. One that names no security, such as the empty line of a report without holdings, counts only in the number of lines and the total. */
export function readLine(texts: LineTexts, accession: string): ReadLine {
  const cusip = texts.cusip.trim().toUpperCase();
  const [raw, shares] = [plainNumber(texts.value), plainNumber(texts.shares)];
  const isSecurity = CUSIP.test(cusip) && !PLACEHOLDER.test(cusip);
  const isRead = isSecurity && raw !== undefined && shares !== undefined;
  const line: HoldingLine = {
    accession,
    cusip,
    issuer: texts.issuer,
    title: texts.title,
    raw: raw ?? 0,
    shares: shares ?? 0,
    isShares: isRead && texts.type.trim().toUpperCase() === "SH" && texts.putCall.trim() === "",
  };
  const isEmpty = [texts.value, texts.shares].every((text) => text.trim() === "" || plainNumber(text) === 0);
  if (isRead || (isEmpty && !isSecurity)) return { line };
  const [what, got] = !isSecurity
    ? ["the CUSIP of a security", cusip]
    : raw === undefined
      ? ["a number as value", texts.value]
      : ["a number of shares", texts.shares];
  return { line, why: `expected ${what}, got ${shown(got)}` };
}

/** The `left_out` record of a line. `place` is its number in the table. */
export const leftOutLine = (
  { accession, period, filed }: Pick<ReportHead, "accession" | "period" | "filed">,
  { line }: ReadLine,
  why: string,
  place: number,
): RecordRow => {
  const body: LeftOut = { document: accession, line: [line.issuer, line.title, line.cusip].join(" ").trim(), why, ticker: null };
  return leftOutRow("sec", period, filed, place, body);
};
