import type { IsoDate } from "../../../contract/dates";
import { endWithNearest } from "../../../contract/nearest";
import type { CaveatId } from "../../../contract/caveats";
import { forCell } from "../../../contract/reason";
import type { FieldName } from "../../../contract/functions";
import { answering, type Answering, ofDataset, type Origin, type ReasonText, SAMPLE } from "../../answers/answering";
import { rounded } from "../../../contract/rounded";
import { instrumentOf, ISSUERS } from "../../instruments/universe";
import { untilImport } from "../../answers/until-import";
import { type EvaluateField, type Family, type FamilyAnswer, HOUR } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { countWith, publishedRows } from "../../answers/published-rows";
import type { StoredRecord } from "../../records/record";
import type { ReportedOffering } from "../../records/filings";
import { doubted } from "../../answers/doubted";
import { firstDoubt } from "../../doubts/doubt-check";
import { OFFERING_CHECKS } from "../../doubts/offering";
import { LISTED_SINCE, LISTINGS, stockListingOf } from "./listings";
import { newestPublicDay } from "../../sample/public-rows";
import { isPublished } from "../rows";
import { sampleOfferings } from "./sample";
import { recentResults } from "../../store/recent";

type Field = FieldName<"IPO">;
type Filing = StoredRecord<ReportedOffering>;

const days = recentResults<readonly Filing[]>(2);

/** Public sample filings, oldest first, of symbols without imported ones. */
function sampleFilings(context: Context): readonly Filing[] {
  const day = newestPublicDay("offering", context.clock);
  const rows = days(day, () => sampleOfferings(day));
  return isPublished(context, "offering") ? rows.filter(({ entity }) => !isPublished(context, "offering", entity)) : rows;
}

const sampleNames = (context: Context): readonly string[] => sampleFilings(context).map(({ entity }) => entity);

const sayOf = (origin: Origin): Answering => answering(origin, MAX_AGE_S, CAVEATS);

/** The newest imported filing of a symbol, or of a company by its name, known on the service's date. */
function newestReported(context: Context, query: string): Filing | undefined {
  const { store, clock } = context;
  if (!isPublished(context, "offering")) return undefined;
  const today = clock.today();
  const [own] = store.records.latest<ReportedOffering>("offering", query.toUpperCase(), today, 1);
  return own ?? newestMatch(reportedOfferings(context), query);
}

/** All imported filings known on the service's date, oldest first. */
const reportedOfferings = untilImport(({ store, clock }): readonly Filing[] =>
  store.records.across<ReportedOffering>("offering", "0001-01-01", clock.today(), clock.today()),
);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** True if a word of a name begins with the wanted word. A wanted word shorter than three letters must match in full. */
const beginsWith = (word: string, wanted: string): boolean => word === wanted || (wanted.length >= 3 && word.startsWith(wanted));

/** The filings of a ticker, or if that is not a covered ticker, of companies whose name has every wanted word. The query is in lower case. */
function matching(rows: readonly Filing[], query: string): readonly Filing[] {
  const byTicker = rows.filter(({ body }) => body.ticker?.toLowerCase() === query);
  const wanted = wordsOf(query);
  const isTicker = byTicker.length > 0 || instrumentOf(query.toUpperCase()) !== undefined || stockListingOf(query.toUpperCase()) !== undefined;
  return isTicker || wanted.length === 0 ? byTicker : rows.filter(({ body }) => hasWords(body.company, wanted));
}

const newestMatch = (rows: readonly Filing[], query: string): Filing | undefined => matching(rows, query).at(-1);

const notPricedYet = (say: Answering, { body: f, date }: Filing, what: string): FamilyAnswer =>
  say.reasonOn(date, "not_priced_yet", {
    short: forCell`${f.company} is in registration: no ${what} yet.`,
    full: `${f.company} is in registration, and its ${f.form} states no ${what} yet. Try again after the pricing.`,
  });

const unpriced = (say: Answering, filing: Filing, { body: f, date } = filing): FamilyAnswer =>
  f.priceLow !== null || f.priceHigh !== null
    ? say.reasonOn(date, "range_not_priced", {
        short: "A range is stated; use price_low and price_high.",
        full: `The ${f.form} of ${f.company} states a price range instead of a price. Use price_low and price_high.`,
      })
    : notPricedYet(say, filing, "price");

function endOfRange(say: Answering, filing: Filing, end: number | null): FamilyAnswer {
  const { body: f, date } = filing;
  if (end !== null) return say.number(end, "USD", date);
  if (f.price !== null)
    return say.reasonOn(date, "not_stated", {
      short: "A price is stated, not a range; use price.",
      full: `The ${f.form} of ${f.company} states a price, not a range. Use price.`,
    });
  if (f.priceLow !== null || f.priceHigh !== null)
    return say.reasonOn(date, "not_stated", {
      short: "Only one end of the range is stated.",
      full: `The ${f.form} of ${f.company} states only one end of the price range. Use the other one.`,
    });
  return notPricedYet(say, filing, "range");
}

/** The fields with the figures that the checks of plausibility compare. */
const CHECKED: ReadonlySet<Field> = new Set<Field>(["price", "price_low", "price_high", "shares", "proceeds"]);

/** Why the figures of a published filing may be wrong, in one sentence. */
const doubtOf = ({ body }: Filing): string | undefined => firstDoubt(OFFERING_CHECKS, body);

function ofFiling(say: Answering, filing: Filing, field: Field): FamilyAnswer {
  const answer = FIGURES[field](say, filing);
  return doubted(answer, answer.sample || !CHECKED.has(field) ? undefined : doubtOf(filing));
}

const notStated = (say: Answering, { body: f, date }: Filing, what: string): FamilyAnswer =>
  say.reasonOn(date, "not_stated", {
    short: forCell`The ${f.form} does not state ${what}.`,
    full: `The ${f.form} of ${f.company} does not state ${what}. Field accession names the filing.`,
  });
const NO_SHARES = "the shares offered";

const FIGURES: Readonly<Record<Field, (say: Answering, filing: Filing) => FamilyAnswer>> = {
  form: (say, { body: f, date }) => say.text(f.form, date),
  company: (say, { body: f, date }) => say.text(f.company, date),
  filed: (say, of) => (of.body.filed === null ? notStated(say, of, "its filing day") : say.date(of.body.filed, of.date)),
  price: (say, of) => (of.body.price === null ? unpriced(say, of) : say.number(of.body.price, "USD", of.date)),
  price_low: (say, of) => endOfRange(say, of, of.body.priceLow),
  price_high: (say, of) => endOfRange(say, of, of.body.priceHigh),
  shares: (say, of) => (of.body.shares === null ? notStated(say, of, NO_SHARES) : say.number(of.body.shares, "shares", of.date)),
  proceeds: (say, of) => {
    const { price, shares } = of.body;
    if (price === null) return unpriced(say, of);
    return shares === null ? notStated(say, of, NO_SHARES) : say.number(rounded(price * shares, 2), "USD", of.date);
  },
  exchange: (say, of) => (of.body.exchange === null ? notStated(say, of, "the exchange") : say.text(of.body.exchange, of.date)),
  parse_confidence: (say, { body: f, date }) => say.number(f.parseConfidence, "ratio", date),
  accession: (say, of) => (of.body.accession === null ? notStated(say, of, "its accession number") : say.text(of.body.accession, of.date)),
  ipo_group_key: (say, of) => (of.body.groupKey === null ? notStated(say, of, "its registration number") : say.text(of.body.groupKey, of.date)),
};

const hasWords = (name: string, wanted: readonly string[]): boolean => wanted.every((w) => wordsOf(name).some((word) => beginsWith(word, w)));

/** The covered or listed company of a ticker, or of words that only its name has. */
function companyNamed(query: string): { readonly ticker: string; readonly name: string } | undefined {
  const own = stockListingOf(query.toUpperCase()) ?? instrumentOf(query.toUpperCase());
  if (own) return { ticker: own.ticker, name: "company" in own ? own.company : own.name };
  const wanted = wordsOf(query);
  const named = new Map([...ISSUERS, ...LISTINGS].map((c) => [c.ticker, "company" in c ? c.company : c.name]));
  const [first, ...more] = wanted.length === 0 ? [] : [...named].filter(([, name]) => hasWords(name, wanted));
  return first && more.length === 0 ? { ticker: first[0], name: first[1] } : undefined;
}

/** Why a covered or listed company has no filing; undefined if the query names no company. */
function noOfferingOf(query: string, today: IsoDate): ReasonText | undefined {
  const company = companyNamed(query);
  if (!company) return undefined;
  const { ticker, name } = company;
  const listing = stockListingOf(ticker);
  if (listing && today < listing.listed)
    return {
      short: forCell`${ticker} was not listed on ${today}.`,
      full: `${name} was listed on ${listing.listed}, so it has no offering filing on ${today}. Use a later date.`,
    };
  if (listing)
    return {
      short: forCell`${ticker} was listed directly, without an offering.`,
      full: `${name} listed its shares directly on ${listing.listed}, without an offering. Use PRICE instead.`,
    };
  if (instrumentOf(ticker)?.instrumentType === "etf")
    return {
      short: forCell`${ticker} is a fund and has no first offering.`,
      full: `${name} (${ticker}) is a fund and offers shares every day, so it has no first offering. Use a company's ticker.`,
    };
  return {
    short: forCell`${ticker}: no offering since ${LISTED_SINCE} is in the sample.`,
    full: `Sample data has offerings of well-known companies listed since ${LISTED_SINCE}, but none of ${name} (${ticker}). To load its newest filings: npm run -s data -- update sec --tickers ${ticker}`,
  };
}

const MAX_AGE_S = 12 * HOUR;
const CAVEATS: readonly CaveatId[] = ["offerings_null_is_not_zero", "offerings_one_row_one_filing", "offerings_range_not_midpoint"];

const ipo: EvaluateField<Field> = ([companyIn], context, field) => {
  const query = String(companyIn).toLowerCase();
  const ticker = query.toUpperCase();
  const newest = newestReported(context, query);
  if (newest) return offeringFigure(newest, field);
  if (isPublished(context, "offering", ticker))
    return sayOf(ofDataset("sec", "offering", ticker)).reason("no_filing", {
      short: forCell`No filing of ${ticker} was known by ${context.clock.today()}.`,
      full: `No loaded offering filing of ${ticker} was known by ${context.clock.today()}. Use a later date.`,
    });
  const filings = sampleFilings(context);
  const found = newestMatch(filings, query);
  if (found) return offeringFigure(found, field);
  const { reason } = sayOf(SAMPLE);
  const ofTicker = noOfferingOf(query, context.clock.today());
  if (ofTicker) return reason("no_filing", ofTicker);
  const names = [...new Set([...filings.map(({ entity }) => entity), ...LISTINGS.map((l) => l.ticker), ...filings.map(({ body }) => body.company)])];
  return reason("no_filing", {
    short: "No offering filing matches this name.",
    full: `No offering filing known by ${context.clock.today()} matches "${query}"${endWithNearest(query, names)}`,
  });
};

/** All known filings that match a query, or all, oldest first: the imported ones, or sample ones if none is imported. */
export const knownOfferings = (context: Context, query: string | undefined): readonly Filing[] => {
  const all = isPublished(context, "offering") ? reportedOfferings(context) : sampleFilings(context);
  return query === undefined ? all : matching(all, query.toLowerCase());
};

/** A figure of one of these filings, as IPO shows it. */
export const offeringFigure = (filing: Filing, field: Field): FamilyAnswer =>
  ofFiling(sayOf(ofDataset(filing.source, "offering", filing.entity)), filing, field);

const rows = publishedRows(["offering"]);

/** The newest offering filing of a ticker or a company. A range is not turned into a price, and an unstated figure is a reason. */
export const offerings: Family = {
  name: "offerings",
  functions: {
    IPO: {
      evaluate: ipo,
      ages: {
        fields: all(
          "event",
          ...(["form", "company", "filed", "price", "price_low", "price_high", "shares"] as const),
          ...(["proceeds", "exchange", "parse_confidence", "accession", "ipo_group_key"] as const),
        ),
      },
      universe: (context) => countWith(sampleNames(context), rows, context),
    },
  },
  rows,
};
