import type { IsoDate } from "../../../contract/dates";
import { sessionAt, sessionIndex, sessionOnOrAfter } from "../../sample/calendar";
import { companyOf, sizeOf } from "../../sample/company";
import { sampleRow } from "../../sample/kept";
import { at, hash, rounded, seedOf } from "../../sample/random";
import type { Instrument } from "../../sample/universe";
import { yearsOf } from "../../sample/waves";
import { samplePrice } from "../prices/sample";
import type { InsiderReport, ReportedTrade, ReportOwner } from "./rows";
import type { Report } from "./standing-reports";

/** From when on forms say whether a trade was made under a plan. */
const PLANS_STATED: IsoDate = "2023-04-01";
const OFFICERS = ["Chief Executive Officer", "Chief Financial Officer", "Chief Operating Officer", "General Counsel", "Executive Vice President"] as const;
const DIRECTORS = 6;
/** Persons are numbered from a number that is no filer's. */
const FIRST_SAMPLE_CIK = 9_700_000_000;
const SESSIONS_A_MONTH = 21;

/** Shares of a large company that its insiders sell at most at once, in US dollars, and of any company as a part of its value. */
const MOST_USD = 9e6;
const MOST_OF_VALUE = 4e-4;

function ownerOf(seed: number, person: number): ReportOwner {
  const title = OFFICERS[person] ?? null;
  return {
    cik: String(FIRST_SAMPLE_CIK + (seed % 10_000_000) * 16 + person),
    name: `Sample Insider ${person + 1}`,
    place: { director: title === null, officer: title !== null, ten_percent: false, title },
  };
}

/** Reports a session, by company: large ones have more insiders who sell what they were paid with. */
function habitsOf(i: Instrument): { readonly rate: number; readonly sales: number; readonly none: number } {
  const { known } = companyOf(i);
  const large = known && companyOf(i).price * companyOf(i).shares > 1e11;
  const rate = (large ? 0.3 : known ? 0.22 : 0.03) + (known ? 0.15 : 0.07) * hash(i.issuer, "insider rate");
  return { rate, sales: (large ? 0.8 : 0.5) + 0.18 * hash(i.issuer, "insider sellers"), none: 0.35 };
}

function tradeOn(i: Instrument, seed: number, session: number, traded: IsoDate, side: "buy" | "sell"): ReportedTrade {
  const price = samplePrice(i.ticker, traded);
  const most = Math.min(MOST_USD, MOST_OF_VALUE * sizeOf(i, yearsOf(traded))) * (side === "buy" ? 0.12 : 1);
  const usd = most * Math.exp(-3.2 * at(seed, session, 4));
  const shares = Math.max(1, usd / price > 500 ? rounded(usd / price / 100) * 100 : rounded(usd / price));
  return { traded, side, shares, price, value: rounded(shares * price, 2) };
}

/** The reports of insiders whose trades fall on the sessions from `from` to `to`, oldest first; some hold no trade in the open market, such as of a grant. */
export function sampleInsiderReports(i: Instrument, from: IsoDate, to: IsoDate): Report[] {
  if (i.instrumentType !== "common") return [];
  const { rate, sales, none } = habitsOf(i);
  const seed = seedOf(i.issuer, "insider");
  const found: Report[] = [];
  const last = sessionIndex(to);
  for (let session = sessionIndex(sessionOnOrAfter(from)); session <= last; session++) {
    // Insiders may trade in some months and not in others.
    const busy = 0.15 + 1.7 * at(seed, Math.floor(session / SESSIONS_A_MONTH), 9);
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
      plan10b5_1: filed < PLANS_STATED ? null : at(seed, session, 6) < (side === "sell" ? 0.5 : 0),
      trades: at(seed, session, 7) < none ? [] : [tradeOn(i, seed, session, traded, side)],
    };
    found.push(sampleRow(i.ticker, traded, filed, `sample ${owner.cik}-${traded}`, body));
  }
  return found;
}
