import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { previousSession, sessionOnOrAfter } from "../../sample/calendar";
import { sampleShares } from "../../sample/company";
import { sampleRow } from "../../sample/kept";
import { between, chance, hash, integerBetween, logBetween, pick, rounded } from "../../sample/random";
import { instrumentOf, type Instrument } from "../../sample/universe";
import type { Kept } from "../../store/records";
import { samplePrice } from "../prices/sample";
import type { OfferingFiling, OfferingForm, ReportedOffering } from "./rows";

const read = (entries: string) =>
  entries.split("|").map((entry) => ({ ticker: entry.slice(0, entry.indexOf(" ")), company: entry.slice(entry.indexOf(" ") + 1) }));

/** Companies that are known to be listed: only priced offerings are generated for them, for an open registration of one would look like a fault. */
const LISTED = read(
  "RDDT Reddit|ARM Arm Holdings|CART Maplebear|KVYO Klaviyo|BIRK Birkenstock|KVUE Kenvue|CAVA CAVA Group|ODD Oddity Tech|NXT Nextracker|SN SharkNinja|ALAB Astera Labs|IBTA Ibotta|RBRK Rubrik|LOAR Loar Holdings|VIK Viking Holdings|WAY Waystar|TEM Tempus AI|OS OneStream|LINE Lineage|CON Concentra|SARO StandardAero|BKV BKV|KLC KinderCare Learning|TTAN ServiceTitan|SAIL SailPoint|CRWV CoreWeave|KLAR Klarna|FIG Figma|CRCL Circle Internet|CHYM Chime Financial|ETOR eToro|HNGE Hinge Health|MNTN MNTN|OMDA Omada Health|VOYG Voyager Technologies|SLDE Slide Insurance|AAUC Allied Gold|FLY Firefly Aerospace|BLSH Bullish|HTFL Heartflow|NIQ NIQ Global|MH McGraw Hill|STUB StubHub|NTSK Netskope|GEMI Gemini Space Station|PTRN Pattern Group|VIA Via Transportation|BLIS Black Rock Coffee|FIGR Figure Technology|WLTH Wealthfront|SNOW Snowflake|ABNB Airbnb|DASH DoorDash|RBLX Roblox|COIN Coinbase Global|HOOD Robinhood Markets|RIVN Rivian Automotive|TOST Toast|DUOL Duolingo|HCP HashiCorp|GTLB GitLab|BROS Dutch Bros|ONON On Holding|FRSH Freshworks|AMPL Amplitude|WRBY Warby Parker|BRZE Braze|EXFY Expensify|NU Nu Holdings|MBLY Mobileye|ACLX Arcellx|CRGX CARGO Therapeutics|APGE Apogee Therapeutics|SION Sionna Therapeutics|MTSR Metsera|KYTX Kyverna Therapeutics|CGON CG Oncology|ANRO Alto Neuroscience|ALMS Alumis|RAPP Rapport Therapeutics|ARDT Ardent Health|PACS PACS Group|ULS UL Solutions|CTRI Centuri Holdings|NNE Nano Nuclear Energy|ZK Zeekr|BOW Bowhead Specialty|FLYE Fly-E Group|AMTM Amentum|SPHL Springview Holdings",
);

/** Invented companies, in whatever stage of an offering. */
const REGISTERING = read(
  "SMPA Sample Aerospace Holdings|SMPB Sample Biotech|SMPC Sample Cloud Systems|SMPD Sample Diagnostics|SMPE Sample Energy Partners|SMPF Sample Financial Technology|SMPG Sample Grid Storage|SMPH Sample Health Holdings|SMPI Sample Industrial Robotics|SMPL Sample Logistics|SMPM Sample Materials|SMPN Sample Nuclear|SMPO Sample Optics|SMPR Sample Restaurants|SMPS Sample Semiconductor|SMPT Sample Therapeutics|SMPU Sample Utilities Software|SMPW Sample Water",
);

/** Filings further back than this are not in the window. */
export const WINDOW_DAYS = 540;
/** Days from one offering of an issuer to its next: one of them is always priced within the window. */
const ROUND_DAYS = 360;
/** The day that every issuer's rounds are counted from. */
const EPOCH: IsoDate = "1975-01-02";
const STAGES: readonly { readonly form: OfferingForm; readonly ranged: boolean; readonly priced: boolean }[] = [
  { form: "S-1", ranged: false, priced: false },
  { form: "S-1/A", ranged: false, priced: false },
  { form: "S-1/A", ranged: true, priced: false },
  { form: "424B4", ranged: false, priced: true },
];
const FIRST_SAMPLE_CIK = 9_000_000;

type Issuer = (typeof LISTED)[number];

/** What a share is offered at: of a symbol with a price, a little less than its last close. */
function lowOf(ticker: string, round: number, filed: IsoDate): number {
  const close = samplePrice(ticker, previousSession(filed));
  return Number.isNaN(close) ? rounded(logBetween(8, 48, ticker, round, "price")) : rounded(close * between(0.94, 0.98, ticker, round, "discount"), 2);
}

function filing({ ticker, company }: Issuer, round: number, stage: number, filed: IsoDate): OfferingFiling {
  const { form, ranged, priced } = STAGES[stage] as (typeof STAGES)[number];
  const isTraded = instrumentOf(ticker) !== undefined;
  const low = lowOf(ticker, round, filed);
  const high = low + integerBetween(2, 4, ticker, round, "range");
  const cik = FIRST_SAMPLE_CIK + integerBetween(0, 999_999, ticker, "offering cik");
  const sharesStated = stage >= 2 && !chance(0.12, ticker, round, stage, "shares unstated");
  const offered = isTraded ? sampleShares(ticker, filed) * between(0.01, 0.05, ticker, round, "offered") : logBetween(3e6, 6e7, ticker, round, "offered");
  return {
    ticker,
    company,
    form,
    filed,
    observed: filed,
    price: !priced ? undefined : isTraded ? low : rounded(between(low - 1, high + 2, ticker, round, "priced") * 2) / 2,
    priceLow: ranged ? low : undefined,
    priceHigh: ranged && !chance(0.04, ticker, round, "one end") ? high : undefined,
    shares: sharesStated ? Math.max(1e5, rounded(offered / 1e5) * 1e5) : undefined,
    exchange:
      stage === 0 && chance(0.3, ticker, round, "exchange unstated")
        ? undefined
        : pick(["NYSE", "Nasdaq Global Select Market", "Nasdaq Global Market"], ticker, "exchange"),
    parseConfidence: rounded(between(0.72, 0.995, ticker, round, stage, "confidence"), 3),
    accession: `${String(cik).padStart(10, "0")}-${filed.slice(2, 4)}-${String(integerBetween(1, 999_999, ticker, round, stage, "accession")).padStart(6, "0")}`,
    groupKey: `${cik}-${round}`,
  };
}

const PRICED = STAGES.length - 1;

/** The filings of an issuer's last rounds. Of a listed company, the priced ones alone. */
function filingsOf(issuer: Issuer, today: IsoDate, isListed: boolean): OfferingFiling[] {
  const phase = Math.floor(hash(issuer.ticker, "phase") * ROUND_DAYS);
  const latest = Math.floor((daysBetween(EPOCH, today) - phase) / ROUND_DAYS);
  return [latest - 2, latest - 1, latest].flatMap((round) => {
    let day = addDays(EPOCH, phase + round * ROUND_DAYS);
    const days = STAGES.map((_, stage) => {
      if (stage > 0) day = addDays(day, integerBetween(14, 55, issuer.ticker, round, stage, "wait"));
      return sessionOnOrAfter(day);
    });
    return days.flatMap((filed, stage) => (isListed && stage !== PRICED ? [] : [filing(issuer, round, stage, filed)]));
  });
}

const byDay = (a: OfferingFiling, b: OfferingFiling): number => (a.observed < b.observed ? -1 : a.observed > b.observed ? 1 : 0);

/** The offering filings of the window up to `today`, oldest first. */
export function sampleOfferings(today: IsoDate): OfferingFiling[] {
  const from = addDays(today, -WINDOW_DAYS);
  return [...LISTED.flatMap((i) => filingsOf(i, today, true)), ...REGISTERING.flatMap((i) => filingsOf(i, today, false))]
    .filter((f) => f.observed <= today && f.observed > from)
    .sort(byDay);
}

const listedBySymbol = new Map(LISTED.map((issuer) => [issuer.ticker, issuer]));

/** The same of one covered symbol, as imported rows. */
export function listedOfferings({ ticker }: Instrument, today: IsoDate): Kept<ReportedOffering>[] {
  const issuer = listedBySymbol.get(ticker);
  if (!issuer) return [];
  return filingsOf(issuer, today, true)
    .filter((f) => f.observed <= today)
    .map(({ observed, ...f }) => sampleRow(ticker, observed, observed, f.accession ?? "", rowOf(f)));
}

const rowOf = (f: Omit<OfferingFiling, "observed">): ReportedOffering => ({
  ...f,
  filed: f.filed ?? null,
  price: f.price ?? null,
  priceLow: f.priceLow ?? null,
  priceHigh: f.priceHigh ?? null,
  shares: f.shares ?? null,
  exchange: f.exchange ?? null,
  accession: f.accession ?? null,
  groupKey: f.groupKey ?? null,
});
