import type { IsoDate } from "../../../contract/dates";
import { sessionAt, sessionIndex, sessionOnOrAfter } from "../../time/calendar";
import { companyOf, sizeOf } from "../../sample/company";
import { sampleRow } from "../../sample/kept";
import { at, hash, rounded, seedOf } from "../../sample/random";
import type { Instrument } from "../../instruments/universe";
import { yearsOf } from "../../sample/waves";
import { samplePrice } from "../prices/sample";
import { USUAL_SALES } from "./known-sellers";
import type { InsiderReport, ReportedTrade, ReportOwner } from "../../records/insider-report";
import type { Report } from "./effective-reports";

/** From when on forms say whether a trade was made under a plan. */
const PLANS_STATED: IsoDate = "2023-04-01";
const OFFICERS = ["Chief Executive Officer", "Chief Financial Officer", "Chief Operating Officer", "General Counsel", "Executive Vice President"] as const;
const DIRECTORS = 6;
/** Persons are numbered from a number that is no filer's. */
const FIRST_SAMPLE_CIK = 9_700_000_000;
const SESSIONS_A_MONTH = 21;

/** What an insider sells at most at once: of a company of the middle size this much, of a larger one more, but of none more than this part of its value. */
const MAX_USD = 3e6;
const MIDDLE_SIZE = 5e10;
const MAX_OF_VALUE = 4e-4;
const BY_SIZE = 0.35;
/** Amounts fall from the most to an eleventh of it, evenly by their logarithm; the mean is this part of the most. */
const SPREAD = 2.4;
const MEAN_OF_MOST = (1 - Math.exp(-SPREAD)) / SPREAD;
/** A purchase is with one's own money. */
const PURCHASE = 0.12;

function ownerOf(seed: number, person: number): ReportOwner {
  const title = OFFICERS[person] ?? null;
  return {
    cik: String(FIRST_SAMPLE_CIK + (seed % 10_000_000) * 16 + person),
    name: `Sample Insider ${person + 1}`,
    place: { director: title === null, officer: title !== null, ten_percent: false, title },
  };
}

interface Habits {
  /** Reports a session in a usual month, and how much a month may differ from it. */
  readonly rate: number;
  readonly swing: number;
  /** Above half, most open-market trades are sales. */
  readonly sales: number;
  /** Part of sales that are made under a plan. */
  readonly planned: number;
  /** The most that is sold at once in US dollars, as a part of the company's value then; undefined where the size alone decides. */
  readonly most: number | undefined;
}

/** Part of the reports without an open-market trade. */
const NO_TRADE = 0.35;

/** Companies below this value have few insiders, who report in some months only. */
const SMALL = 1e10;

/** How insiders of a company trade: the larger it is, the more of them sell what they were paid with, and the fewer buy. */
function habitsOf(i: Instrument): Habits {
  const company = companyOf(i);
  const value = company.price * company.shares;
  const usual = USUAL_SALES.get(i.issuer);
  const [some, seller] = [hash(i.issuer, "insider rate"), hash(i.issuer, "insider sellers")];
  if (!company.known || (usual === undefined && value < SMALL))
    return { rate: 0.03 + 0.07 * some, swing: 1.7, sales: 0.5 + 0.18 * seller, planned: 0.4, most: undefined };
  const large = value > 1e11;
  const [rate, swing] = value > 5e11 ? [0.55 + 0.15 * some, 0.6] : [(large ? 0.3 : 0.22) + 0.15 * some, 1.4];
  const sales = value > 5e11 ? 0.98 : large ? 0.88 + 0.1 * seller : 0.6 + 0.25 * seller;
  const most = usual === undefined ? undefined : usual / (rate * SESSIONS_A_MONTH * (1 - NO_TRADE) * MEAN_OF_MOST) / value;
  return { rate, swing, sales, planned: large ? 0.8 : 0.55, most };
}

function tradeOn(i: Instrument, { most }: Habits, seed: number, session: number, traded: IsoDate, side: "buy" | "sell"): ReportedTrade {
  const price = samplePrice(i.ticker, traded);
  const value = sizeOf(i, yearsOf(traded));
  const bySize = Math.min(MAX_USD * (value / MIDDLE_SIZE) ** BY_SIZE, MAX_OF_VALUE * value);
  const usd = (side === "buy" ? PURCHASE * bySize : most === undefined ? bySize : most * value) * Math.exp(-SPREAD * at(seed, session, 4));
  const shares = Math.max(1, usd / price > 500 ? rounded(usd / price / 100) * 100 : rounded(usd / price));
  return { traded, side, shares, price, value: rounded(shares * price, 2) };
}

/** The reports of insiders whose trades fall on the sessions from `from` to `to`, oldest first; some hold no trade in the open market, such as of a grant. */
export function sampleInsiderReports(i: Instrument, from: IsoDate, to: IsoDate): Report[] {
  if (i.instrumentType !== "common") return [];
  const habits = habitsOf(i);
  const { rate, swing, sales, planned } = habits;
  const seed = seedOf(i.issuer, "insider");
  const found: Report[] = [];
  const last = sessionIndex(to);
  for (let session = sessionIndex(sessionOnOrAfter(from)); session <= last; session++) {
    // Insiders may trade in some months and not in others.
    const busy = 1 + swing * (at(seed, Math.floor(session / SESSIONS_A_MONTH), 9) - 0.5);
    if (at(seed, session, 1) >= rate * busy) continue;
    const traded = sessionAt(session);
    const side = at(seed, Math.floor(session / SESSIONS_A_MONTH), 8) * 0.5 + at(seed, session, 2) * 0.5 < sales ? "sell" : "buy";
    // Form 4 is due on the second business day after the trade.
    const filed = sessionAt(session + 1 + Math.floor(2 * at(seed, session, 3)));
    const owner = ownerOf(seed, Math.floor((OFFICERS.length + DIRECTORS) * at(seed, session, 5)));
    const title = owner.place?.title ?? null;
    const body: InsiderReport = {
      form: "4",
      period: traded,
      owners: [owner],
      role: title ?? "director",
      isChief: title === OFFICERS[0] || title === OFFICERS[1],
      plan10b5_1: filed < PLANS_STATED ? null : at(seed, session, 6) < (side === "sell" ? planned : 0),
      trades: at(seed, session, 7) < NO_TRADE ? [] : [tradeOn(i, habits, seed, session, traded, side)],
    };
    found.push(sampleRow(i.ticker, traded, filed, `sample ${owner.cik}-${traded}`, body));
  }
  return found;
}
