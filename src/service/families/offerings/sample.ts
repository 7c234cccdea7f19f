import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { sessionOnOrAfter } from "../../time/calendar";
import { sampleRow } from "../../sample/public-rows";
import { between, chance, hash, integerBetween, logBetween, pick } from "../../sample/random";
import { rounded } from "../../../contract/rounded";
import type { Instrument } from "../../instruments/universe";
import type { StoredRecord } from "../../records/record";
import { LISTINGS, type StockListing, stockListingOf } from "./listings";
import type { OfferingForm, ReportedOffering } from "../../records/filings";

const companiesIn = (entries: string) =>
  entries.split("|").map((entry) => ({ ticker: entry.slice(0, entry.indexOf(" ")), company: entry.slice(entry.indexOf(" ") + 1) }));

/** Sample companies, in various stages of an offering. */
const REGISTERING = companiesIn(
  "SMPA Sample Aerospace Holdings|SMPB Sample Biotech|SMPC Sample Cloud Systems|SMPD Sample Diagnostics|SMPE Sample Energy Partners|SMPF Sample Financial Technology|SMPG Sample Grid Storage|SMPH Sample Health Holdings|SMPI Sample Industrial Robotics|SMPL Sample Logistics|SMPM Sample Materials|SMPN Sample Nuclear|SMPO Sample Optics|SMPR Sample Restaurants|SMPS Sample Semiconductor|SMPT Sample Therapeutics|SMPU Sample Utilities Software|SMPW Sample Water",
);

/** Older filings of sample companies are left out. */
const WINDOW_DAYS = 540;
/** Days between an issuer's offerings, so that the window always has a priced one. */
const ROUND_DAYS = 360;
/** The day from which rounds are counted. */
const EPOCH: IsoDate = "1975-01-02";
const STAGES: readonly { readonly form: OfferingForm; readonly ranged: boolean; readonly priced: boolean }[] = [
  { form: "S-1", ranged: false, priced: false },
  { form: "S-1/A", ranged: false, priced: false },
  { form: "S-1/A", ranged: true, priced: false },
  { form: "424B4", ranged: false, priced: true },
];
const FIRST_SAMPLE_CIK = 9_000_000;

type Issuer = (typeof REGISTERING)[number];
type Filed = StoredRecord<ReportedOffering>;
const filedOn = (day: IsoDate, body: Omit<ReportedOffering, "filed"> & { readonly ticker: string }): Filed =>
  sampleRow(body.ticker, day, day, body.accession ?? "", { ...body, filed: day });

const cikOf = (ticker: string): number => FIRST_SAMPLE_CIK + integerBetween(0, 999_999, ticker, "offering cik");
const accessionOf = (cik: number, ticker: string, round: number, stage: number, filed: IsoDate): string =>
  `${String(cik).padStart(10, "0")}-${filed.slice(2, 4)}-${String(integerBetween(1, 999_999, ticker, round, stage, "accession")).padStart(6, "0")}`;
const offeredShares = (ticker: string, round: number): number => Math.max(1e5, rounded(logBetween(3e6, 6e7, ticker, round, "offered") / 1e5) * 1e5);

function filing({ ticker, company }: Issuer, round: number, stage: number, filed: IsoDate): Filed {
  const { form, ranged, priced } = STAGES[stage] as (typeof STAGES)[number];
  const low = rounded(logBetween(8, 48, ticker, round, "price"));
  const high = low + integerBetween(2, 4, ticker, round, "range");
  const cik = cikOf(ticker);
  const sharesStated = stage >= 2 && !chance(0.12, ticker, round, stage, "shares unstated");
  return filedOn(filed, {
    ticker,
    company,
    form,
    price: !priced ? null : rounded(between(low - 1, high + 2, ticker, round, "priced") * 2) / 2,
    priceLow: ranged ? low : null,
    priceHigh: ranged && !chance(0.04, ticker, round, "one end") ? high : null,
    shares: sharesStated ? offeredShares(ticker, round) : null,
    exchange:
      stage === 0 && chance(0.3, ticker, round, "exchange unstated")
        ? null
        : pick(["NYSE", "Nasdaq Global Select Market", "Nasdaq Global Market"], ticker, "exchange"),
    parseConfidence: rounded(between(0.72, 0.995, ticker, round, stage, "confidence"), 3),
    accession: accessionOf(cik, ticker, round, stage, filed),
    groupKey: `${cik}-${round}`,
  });
}

const PRICED = STAGES.length - 1;

/** The filings of an issuer's last rounds. */
function filingsOf(issuer: Issuer, today: IsoDate): Filed[] {
  const phase = Math.floor(hash(issuer.ticker, "phase") * ROUND_DAYS);
  const latest = Math.floor((daysBetween(EPOCH, today) - phase) / ROUND_DAYS);
  return [latest - 2, latest - 1, latest].flatMap((round) => {
    let day = addDays(EPOCH, phase + round * ROUND_DAYS);
    return STAGES.map((_, stage) => {
      if (stage > 0) day = addDays(day, integerBetween(14, 55, issuer.ticker, round, stage, "wait"));
      return filing(issuer, round, stage, sessionOnOrAfter(day));
    });
  });
}

/** The final prospectus of a listed company, at the offering price; empty for a direct listing. */
function prospectusOf({ ticker, company, listed, exchange, price, shares }: StockListing): Filed[] {
  if (price === undefined || shares === undefined) return [];
  const cik = cikOf(ticker);
  return [
    filedOn(listed, {
      ticker,
      company,
      form: STAGES[PRICED]!.form,
      price,
      priceLow: null,
      priceHigh: null,
      shares,
      exchange,
      parseConfidence: rounded(between(0.9, 0.995, ticker, "confidence"), 3),
      accession: accessionOf(cik, ticker, 0, PRICED, listed),
      groupKey: `${cik}-0`,
    }),
  ];
}

const byDay = (a: Filed, b: Filed): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

/** Sample filings up to `today`, oldest first: the final prospectus of every listed company, and recent filings of sample companies. */
export function sampleOfferings(today: IsoDate): Filed[] {
  const from = addDays(today, -WINDOW_DAYS);
  return [...LISTINGS.flatMap(prospectusOf), ...REGISTERING.flatMap((i) => filingsOf(i, today)).filter((f) => f.date > from)]
    .filter((f) => f.date <= today)
    .sort(byDay);
}

/** The same for one covered symbol. */
export function listedOfferings({ ticker }: Instrument, today: IsoDate): Filed[] {
  const listing = stockListingOf(ticker);
  return listing ? prospectusOf(listing).filter((f) => f.date <= today) : [];
}
