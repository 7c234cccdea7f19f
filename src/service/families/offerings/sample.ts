import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { sessionOnOrAfter } from "../../sample/calendar";
import { between, chance, hash, integerBetween, logBetween, pick, rounded } from "../../sample/random";
import type { OfferingFiling, OfferingForm } from "./rows";

/** Symbols and names that filings are generated for, apart from the covered tickers. */
const ISSUERS =
  "RDDT Reddit|ARM Arm Holdings|CART Maplebear|KVYO Klaviyo|BIRK Birkenstock|KVUE Kenvue|CAVA CAVA Group|ODD Oddity Tech|NXT Nextracker|SN SharkNinja|ALAB Astera Labs|IBTA Ibotta|RBRK Rubrik|LOAR Loar Holdings|VIK Viking Holdings|WAY Waystar|TEM Tempus AI|OS OneStream|LINE Lineage|CON Concentra|SARO StandardAero|BKV BKV|KLC KinderCare Learning|TTAN ServiceTitan|SAIL SailPoint|CRWV CoreWeave|KLAR Klarna|FIG Figma|CRCL Circle Internet|CHYM Chime Financial|ETOR eToro|HNGE Hinge Health|MNTN MNTN|OMDA Omada Health|VOYG Voyager Technologies|SLDE Slide Insurance|AAUC Allied Gold|FLY Firefly Aerospace|BLSH Bullish|HTFL Heartflow|NIQ NIQ Global|MH McGraw Hill|STUB StubHub|NTSK Netskope|GEMI Gemini Space Station|PTRN Pattern Group|VIA Via Transportation|BLIS Black Rock Coffee|FIGR Figure Technology|WLTH Wealthfront|SNOW Snowflake|ABNB Airbnb|DASH DoorDash|RBLX Roblox|COIN Coinbase Global|HOOD Robinhood Markets|RIVN Rivian Automotive|TOST Toast|DUOL Duolingo|HCP HashiCorp|GTLB GitLab|BROS Dutch Bros|ONON On Holding|FRSH Freshworks|AMPL Amplitude|WRBY Warby Parker|BRZE Braze|EXFY Expensify|NU Nu Holdings|MBLY Mobileye|ACLX Arcellx|CRGX CARGO Therapeutics|APGE Apogee Therapeutics|SION Sionna Therapeutics|MTSR Metsera|KYTX Kyverna Therapeutics|CGON CG Oncology|ANRO Alto Neuroscience|ALMS Alumis|RAPP Rapport Therapeutics|ARDT Ardent Health|PACS PACS Group|ULS UL Solutions|CTRI Centuri Holdings|NNE Nano Nuclear Energy|ZK Zeekr|BOW Bowhead Specialty|FLYE Fly-E Group|AMTM Amentum|SPHL Springview Holdings"
    .split("|")
    .map((entry) => ({ ticker: entry.slice(0, entry.indexOf(" ")), company: entry.slice(entry.indexOf(" ") + 1) }));

/** Filings further back than this are not in the window. */
export const WINDOW_DAYS = 540;
/** The day that every issuer's rounds are counted from. */
const EPOCH: IsoDate = "1975-01-02";
const STAGES: readonly { readonly form: OfferingForm; readonly ranged: boolean; readonly priced: boolean }[] = [
  { form: "S-1", ranged: false, priced: false },
  { form: "S-1/A", ranged: false, priced: false },
  { form: "S-1/A", ranged: true, priced: false },
  { form: "424B4", ranged: false, priced: true },
];
const FIRST_SAMPLE_CIK = 9_000_000;

type Issuer = (typeof ISSUERS)[number];

function filing({ ticker, company }: Issuer, round: number, stage: number, filed: IsoDate): OfferingFiling {
  const { form, ranged, priced } = STAGES[stage] as (typeof STAGES)[number];
  const low = rounded(logBetween(8, 48, ticker, round, "price"));
  const high = low + integerBetween(2, 4, ticker, round, "range");
  const cik = FIRST_SAMPLE_CIK + integerBetween(0, 999_999, ticker, "offering cik");
  const sharesStated = stage >= 2 && !chance(0.12, ticker, round, stage, "shares unstated");
  return {
    ticker,
    company,
    form,
    filed,
    observed: filed,
    price: priced ? rounded(between(low - 1, high + 2, ticker, round, "priced") * 2) / 2 : undefined,
    priceLow: ranged ? low : undefined,
    priceHigh: ranged && !chance(0.04, ticker, round, "one end") ? high : undefined,
    shares: sharesStated ? rounded(logBetween(3e6, 6e7, ticker, round, "offered") / 1e5) * 1e5 : undefined,
    exchange:
      stage === 0 && chance(0.3, ticker, round, "exchange unstated")
        ? undefined
        : pick(["NYSE", "Nasdaq Global Select Market", "Nasdaq Global Market"], ticker, "exchange"),
    parseConfidence: rounded(between(0.72, 0.995, ticker, round, stage, "confidence"), 3),
    accession: `${String(cik).padStart(10, "0")}-${filed.slice(2, 4)}-${String(integerBetween(1, 999_999, ticker, round, stage, "accession")).padStart(6, "0")}`,
    groupKey: `${cik}-${round}`,
  };
}

/** Each issuer registers once in every window's length, so that any window holds filings of all of them. */
function filingsOf(issuer: Issuer, today: IsoDate): OfferingFiling[] {
  const phase = Math.floor(hash(issuer.ticker, "phase") * WINDOW_DAYS);
  const latest = Math.floor((daysBetween(EPOCH, today) - phase) / WINDOW_DAYS);
  return [latest - 1, latest].flatMap((round) => {
    let day = addDays(EPOCH, phase + round * WINDOW_DAYS);
    return STAGES.map((_, stage) => {
      if (stage > 0) day = addDays(day, integerBetween(14, 55, issuer.ticker, round, stage, "wait"));
      return filing(issuer, round, stage, sessionOnOrAfter(day));
    });
  });
}

/** The offering filings of the window up to `today`, oldest first. */
export function sampleOfferings(today: IsoDate): OfferingFiling[] {
  const from = addDays(today, -WINDOW_DAYS);
  return ISSUERS.flatMap((issuer) => filingsOf(issuer, today))
    .filter((f) => f.observed <= today && f.observed > from)
    .sort((a, b) => (a.observed < b.observed ? -1 : a.observed > b.observed ? 1 : 0));
}
