import { shown } from "../../../contract/arguments";
import { daysBetween, isIsoDate, type IsoDate } from "../../../contract/dates";
import { own } from "../../../contract/json";
import type { OtherLine, ReportedTrade, UncountedLine } from "../../records/disclosed-trades";
import { elementsIn, textAt, type XmlElement } from "../reading/xml";

/** Codes of open-market purchases and sales. Others are grants, exercises, gifts, taxes paid in shares, conversions. */
const SIDES: Readonly<Record<string, "buy" | "sell">> = { P: "buy", S: "sell" };
const WAYS = { buy: "A (acquired)", sell: "D (disposed of)" } as const;

/** The form's other codes. */
const OTHER_CODES: ReadonlySet<string> = new Set([..."VADFIMCEHOXGLWZJKU"]);

const PLAIN_NUMBER = /^\d*\.?\d+$|^\d+\.$/;
const WAY = ["transactionAmounts", "transactionAcquiredDisposedCode", "value"] as const;

/** The day of a text, which may have a time zone: `2022-12-13-05:00`. Undefined if it is none. */
export function filedDay(text: string | undefined): IsoDate | undefined {
  const day = text?.slice(0, 10);
  return day !== undefined && isIsoDate(day) ? day : undefined;
}

/** The line's security, and the holding before and after it if both are stated as plain numbers. */
function heldOf(transaction: XmlElement, shares: number): Pick<ReportedTrade, "security" | "held"> {
  const security = textAt(transaction, "securityTitle", "value");
  const after = textAt(transaction, "postTransactionAmounts", "sharesOwnedFollowingTransaction", "value");
  const way = textAt(transaction, ...WAY);
  const ownership = textAt(transaction, "ownershipNature", "directOrIndirectOwnership", "value");
  const isStated = after !== undefined && PLAIN_NUMBER.test(after) && (way === "A" || way === "D") && (ownership === "D" || ownership === "I");
  return {
    ...(security === undefined ? {} : { security }),
    ...(isStated ? { held: { before: Number(after) + (way === "A" ? -shares : shares), after: Number(after), direct: ownership === "D" } } : {}),
  };
}

/** The days with which those of a line must agree. */
interface ReportDays {
  /** The day of filing, or of the last signature; undefined if neither is stated. */
  readonly latest: IsoDate | undefined;
  /** The day of the earliest transaction as stated; undefined if it is not stated, and on Form 5, which has the end of the fiscal year. */
  readonly earliest: IsoDate | undefined;
}

/** Two days of one year and about one season. A day of another year that would be one of these has a mistyped year. */
const SEASON_DAYS = 31;
/** Insiders report their trades within days, and forgotten ones within some years. */
const MOST_YEARS_LATE = 10;

function dayFault(traded: IsoDate, { latest, earliest }: ReportDays): string | undefined {
  if (latest !== undefined && traded > latest) return `expected a day of the trade up to ${latest}, on which the report was filed or signed, got ${traded}`;
  if (latest !== undefined && Number(latest.slice(0, 4)) - Number(traded.slice(0, 4)) > MOST_YEARS_LATE)
    return `expected a day of the trade within ${MOST_YEARS_LATE} years before ${latest}, got ${traded}`;
  if (earliest === undefined || traded.slice(0, 4) >= earliest.slice(0, 4)) return undefined;
  const inItsYear = earliest.slice(0, 4) + traded.slice(4);
  return daysBetween(traded, earliest) > 300 && isIsoDate(inItsYear) && Math.abs(daysBetween(inItsYear, earliest)) <= SEASON_DAYS
    ? `expected a day of the trade from ${earliest} on, the report's earliest, got ${traded}: the year seems mistyped`
    : undefined;
}

/** Why a line is impossible or cannot be read; undefined if it can. */
function faultOf(transaction: XmlElement, days: ReportDays): string | undefined {
  const amount = (name: string): string | undefined => textAt(transaction, "transactionAmounts", name, "value");
  const code = textAt(transaction, "transactionCoding", "transactionCode");
  if (code === undefined) return "expected a transaction code, got none";
  const side = own(SIDES, code);
  if (side === undefined && !OTHER_CODES.has(code))
    return `${shown(code)} is not a transaction code that this service knows; update the service if the SEC has added one`;
  const stated = textAt(transaction, "transactionDate", "value");
  const traded = filedDay(stated);
  if (traded === undefined) return `expected the day of the trade, got ${stated === undefined ? "none" : shown(stated)}`;
  const late = dayFault(traded, days);
  if (late !== undefined || side === undefined) return late;
  const [shares, price, way] = [amount("transactionShares"), amount("transactionPricePerShare"), textAt(transaction, ...WAY)];
  if (way !== undefined && way !== WAYS[side][0]) return `expected ${WAYS[side]} for a transaction with the code ${code}, got ${shown(way)}`;
  if (shares === undefined || !PLAIN_NUMBER.test(shares)) return `expected a plain number of shares, got ${shares === undefined ? "none" : shown(shares)}`;
  return price === undefined || PLAIN_NUMBER.test(price) ? undefined : `expected a plain number as the price of a share, got ${shown(price)}`;
}

/** A line of a report's first table, as read. */
export interface FiledLine extends OtherLine {
  /** Undefined if the code is neither P nor S. */
  readonly side?: "buy" | "sell";
}

/** A line that was left out, with its number in the table. */
interface UnreadLine extends UncountedLine {
  readonly place: number;
  /** True if it may be a purchase or a sale in the open market. */
  readonly mayBeTrade: boolean;
}

/** The words of a line, so that a person finds it in the form. */
const inWords = (transaction: XmlElement): string =>
  [
    ["transactionCoding", "transactionCode"],
    ["transactionAmounts", "transactionShares", "value"],
    ["securityTitle", "value"],
    ["transactionAmounts", "transactionPricePerShare", "value"],
    ["transactionDate", "value"],
  ]
    .flatMap((path) => textAt(transaction, ...path) ?? [])
    .join(" ");

/** The lines of a report's first table, and those that are impossible or cannot be read. A line of another code that states no plain number of shares is in neither. */
export function filedLines(table: XmlElement | undefined, days: ReportDays): { readonly lines: readonly FiledLine[]; readonly unread: readonly UnreadLine[] } {
  const lines: FiledLine[] = [];
  const unread: UnreadLine[] = [];
  for (const [i, transaction] of elementsIn(table, "nonDerivativeTransaction").entries()) {
    const code = textAt(transaction, "transactionCoding", "transactionCode") ?? "";
    const why = faultOf(transaction, days);
    if (why !== undefined) {
      const side = own(SIDES, code);
      const isOfSide = side !== undefined && [undefined, WAYS[side][0]].includes(textAt(transaction, ...WAY));
      unread.push({ place: i + 1, ...(isOfSide ? { side } : {}), line: inWords(transaction), why, mayBeTrade: !OTHER_CODES.has(code) });
      continue;
    }
    const [shares, price] = ["transactionShares", "transactionPricePerShare"].map((name) => textAt(transaction, "transactionAmounts", name, "value"));
    if (shares === undefined || !PLAIN_NUMBER.test(shares)) continue;
    const side = own(SIDES, code);
    lines.push({
      code,
      ...(side === undefined ? {} : { side }),
      traded: filedDay(textAt(transaction, "transactionDate", "value"))!,
      shares: Number(shares),
      // If the price is only in a footnote, the value is unknown.
      price: price !== undefined && PLAIN_NUMBER.test(price) ? Number(price) : null,
      ...heldOf(transaction, Number(shares)),
    });
  }
  return { lines, unread };
}

/** A purchase or sale. Its value is shares times price, in US dollars. */
export const tradeOf = ({ traded, side, shares, price, code: _, symbol: __, ...rest }: FiledLine & { readonly side: "buy" | "sell" }): ReportedTrade => ({
  traded,
  side,
  shares,
  price,
  value: price === null ? null : Number((shares * price).toFixed(4)),
  ...rest,
});
