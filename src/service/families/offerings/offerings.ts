import { LRUCache } from "lru-cache";
import type { IsoDate } from "../../../contract/dates";
import { nearest, orList } from "../../../contract/nearest";
import { answering, sampled, type Answering, type Sourced } from "../answering";
import { rounded } from "../../sample/random";
import { HOUR, type Answer, type Context, type Evaluate, type Family } from "../family";
import type { OfferingFiling } from "./rows";
import { sampleOfferings, WINDOW_DAYS } from "./sample";

const days = new LRUCache<IsoDate, readonly OfferingFiling[]>({ max: 4 });

/** The filings of the window up to the clock's day, oldest first. */
export function offeringsFor({ clock }: Context): Sourced<readonly OfferingFiling[]> {
  const today = clock.today();
  const rows = days.get(today) ?? sampleOfferings(today);
  days.set(today, rows);
  return sampled(rows);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The newest filing of a ticker; where there is none of that ticker, of a company whose name has a word that begins as each word asked. */
function newestMatch(rows: readonly OfferingFiling[], query: string): OfferingFiling | undefined {
  const byTicker = rows.filter((f) => f.ticker.toLowerCase() === query);
  const wanted = wordsOf(query);
  const matching =
    byTicker.length > 0 || wanted.length === 0 ? byTicker : rows.filter((f) => wanted.every((w) => wordsOf(f.company).some((has) => has.startsWith(w))));
  return matching[matching.length - 1];
}

const unpriced = (say: Answering, f: OfferingFiling): Answer =>
  f.priceLow !== undefined || f.priceHigh !== undefined
    ? say.reason("range_not_priced", `the ${f.form} of ${f.company} states a range; ask for price_low and price_high`, f.filed)
    : say.reason("not_priced_yet", `${f.company} is in registration and its ${f.form} states no price yet`, f.filed);

function endOfRange(say: Answering, f: OfferingFiling, end: number | undefined): Answer {
  if (end !== undefined) return say.number(end, "USD", f.filed);
  if (f.price !== undefined) return say.reason("not_stated", `the ${f.form} of ${f.company} states a price and no range; ask for price`, f.filed);
  if (f.priceLow !== undefined || f.priceHigh !== undefined)
    return say.reason("not_stated", `the ${f.form} of ${f.company} states one end of the range only`, f.filed);
  return say.reason("not_priced_yet", `${f.company} is in registration and its ${f.form} states no range yet`, f.filed);
}

function ofFiling(say: Answering, f: OfferingFiling, field: string): Answer {
  const notStated = (what: string): Answer => say.reason("not_stated", `the ${f.form} of ${f.company} does not state ${what}`, f.filed);
  switch (field) {
    case "company":
      return say.text(f.company, f.filed);
    case "filed":
      return say.date(f.filed, f.filed);
    case "price":
      return f.price === undefined ? unpriced(say, f) : say.number(f.price, "USD", f.filed);
    case "price_low":
      return endOfRange(say, f, f.priceLow);
    case "price_high":
      return endOfRange(say, f, f.priceHigh);
    case "shares":
      return f.shares === undefined ? notStated("the shares offered") : say.number(f.shares, "shares", f.filed);
    case "proceeds":
      if (f.price === undefined) return unpriced(say, f);
      return f.shares === undefined ? notStated("the shares offered") : say.number(rounded(f.price * f.shares, 2), "USD", f.filed);
    case "exchange":
      return f.exchange === undefined ? notStated("the exchange") : say.text(f.exchange, f.filed);
    case "parse_confidence":
      return say.number(f.parseConfidence, "ratio", f.filed);
    case "accession":
      return say.text(f.accession, f.filed);
    case "ipo_group_key":
      return say.text(f.groupKey, f.filed);
    default:
      return say.text(f.form, f.filed);
  }
}

const ipo: Evaluate = ([asked, field], context) => {
  const query = String(asked).toLowerCase();
  const { rows, ...origin } = offeringsFor(context);
  const say = answering(origin, 12 * HOUR, ["offerings_null_is_not_zero", "offerings_one_row_one_filing", "offerings_range_not_midpoint"]);
  const found = newestMatch(rows, query);
  if (found) return ofFiling(say, found, String(field));
  const names = [...new Set(rows.flatMap((f) => [f.ticker, f.company]))];
  return say.reason("no_filing", `no offering filing of the last ${WINDOW_DAYS} days matches ${query}; the nearest are ${orList(nearest(query, names))}`);
};

/** The newest offering filing of a ticker or a company. A range stays a range, and a figure that is not stated is a reason. */
export const offerings: Family = {
  name: "offerings",
  functions: { IPO: ipo },
  universe: (context) => ({ IPO: offeringsFor(context).rows.length }),
};
