import type { IsoDate } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import type { Instrument } from "../../instruments/universe";
import type { InsiderReport, ReportedTrade, ReportOwner } from "../../records/disclosed-trades";
import { companyOf, sizeOf } from "../../sample/company";
import { at, hash, seedOf } from "../../sample/random";
import { sampleRow } from "../../sample/public-rows";
import { symbolTable } from "../../sample/symbol-table";
import { yearFraction } from "../../sample/waves";
import { sessionAt, sessionIndex, sessionOnOrAfter } from "../../time/calendar";
import { samplePrice } from "../prices/sample";
import type { Report } from "./one-block";

/**
 * Approximate monthly sales by insiders of well-known companies, in millions of US dollars, rounded from public knowledge of about 2025, so that sample figures have a
 * plausible size. Founders and officers who are paid in shares sell by plan; other companies have few sales.
 */
const TABLE = `
NVDA 110|META 35|GOOGL 22|AMZN 40|TSLA 25|MSFT 12|AAPL 15|NFLX 40|PLTR 70|WMT 90|ORCL 30|CRM 10|AVGO 35|LLY 30|COIN 30|HOOD 40|ABNB 40|UBER 10
RDDT 25|APP 60|SNOW 12|NET 18|DDOG 20|CRWD 22|PANW 18|CVNA 50|RBLX 20|DELL 40|NOW 5|ADBE 3|INTU 8|AMD 10|MU 6|ANET 25|SMCI 4|V 6|MA 8|JPM 8|GS 8|MS 6
BLK 6|AXP 5|COST 4|HD 3|PG 5|KO 3|PEP 1|JNJ 2|MRK 2|ABBV 4|TMO 3|ISRG 5|UNH 2|XOM 1|CVX 3|MCD 3|SBUX 1|NKE 2|DIS .8|BA .8|CAT 4|GE 4|F .5|GM 4|INTC .2|GME .3
AMC .1|BAC .8|WFC .8|C .8|T .3|VZ .8|IBM 1|PFE .2|CSCO 3|QCOM 2|TXN 4|PYPL .4|XYZ 4|ROKU 2|SNAP 6|PINS 4|TTD 5|BX 6|KKR 5|LMT 1|RTX 3|DE 2
`;

const MILLION = 1e6;

/** US dollars a month at the start of 2025, by issuer. */
export const USUAL_SALES = symbolTable("known sellers", TABLE, ([millions]) => (Number(millions) > 0 ? Number(millions) * MILLION : undefined));

/** First day on which forms state whether a trade was made under a plan. */
const PLANS_STATED: IsoDate = "2023-04-01";
const OFFICERS = ["Chief Executive Officer", "Chief Financial Officer", "Chief Operating Officer", "General Counsel", "Executive Vice President"] as const;
const DIRECTORS = 6;
/** CIKs of sample persons begin above those of filers. */
const FIRST_SAMPLE_CIK = 9_700_000_000;
const SESSIONS_A_MONTH = 21;

/** Largest single sale in US dollars at a company worth `MIDDLE_SIZE`. It grows with the company's value, up to `MAX_OF_VALUE` of it. */
const MAX_USD = 3e6;
const MIDDLE_SIZE = 5e10;
const MAX_OF_VALUE = 4e-4;
const SIZE_EXPONENT = 0.35;
/** Amounts are spread evenly on a log scale, from the largest sale down to an eleventh of it. `MEAN_SHARE` is their mean as a part of the largest. */
const SPREAD = 2.4;
const MEAN_SHARE = (1 - Math.exp(-SPREAD)) / SPREAD;
/** Purchases are smaller than sales by this factor: insiders buy with their own money. */
const PURCHASE_FACTOR = 0.12;

function ownerOf(seed: number, person: number): ReportOwner {
  const title = OFFICERS[person] ?? null;
  return {
    cik: String(FIRST_SAMPLE_CIK + (seed % 10_000_000) * 16 + person),
    name: `Sample Insider ${person + 1}`,
    place: { director: title === null, officer: title !== null, ten_percent: false, title },
  };
}

/** Share of reports without an open-market trade. */
const NO_TRADE = 0.35;

/** Companies below this value in US dollars have few insiders, who report in some months only. */
const SMALL = 1e10;

/**
 * Trading habits of a company's insiders. At larger companies more of them sell shares received as pay, and fewer buy. `rate` is the number of reports a session in a
 * usual month, and `swing` how much a month may differ; `sales` the tendency to sell, 0 to 1: above 0.5, most open-market trades are sales; `planned` the share of
 * sales made under a plan; `largestSale` the largest single sale as a part of the company's value, undefined if only the company's size decides.
 */
function habitsOf(i: Instrument) {
  const company = companyOf(i);
  const value = company.price * company.shares;
  const usual = USUAL_SALES.get(i.issuer);
  const [some, seller] = [hash(i.issuer, "insider rate"), hash(i.issuer, "insider sellers")];
  if (usual === undefined && value < SMALL) return { rate: 0.03 + 0.07 * some, swing: 1.7, sales: 0.5 + 0.18 * seller, planned: 0.4, largestSale: undefined };
  const large = value > 1e11;
  const [rate, swing] = value > 5e11 ? [0.55 + 0.15 * some, 0.6] : [(large ? 0.3 : 0.22) + 0.15 * some, 1.4];
  const sales = value > 5e11 ? 0.98 : large ? 0.88 + 0.1 * seller : 0.6 + 0.25 * seller;
  const largestSale = usual === undefined ? undefined : usual / (rate * SESSIONS_A_MONTH * (1 - NO_TRADE) * MEAN_SHARE) / value;
  return { rate, swing, sales, planned: large ? 0.8 : 0.55, largestSale };
}

function tradeOn(
  i: Instrument,
  { largestSale }: ReturnType<typeof habitsOf>,
  seed: number,
  session: number,
  traded: IsoDate,
  side: "buy" | "sell",
): ReportedTrade {
  const price = samplePrice(i.ticker, traded);
  const value = sizeOf(i, yearFraction(traded));
  const bySize = Math.min(MAX_USD * (value / MIDDLE_SIZE) ** SIZE_EXPONENT, MAX_OF_VALUE * value);
  const usd = (side === "buy" ? PURCHASE_FACTOR * bySize : largestSale === undefined ? bySize : largestSale * value) * Math.exp(-SPREAD * at(seed, session, 4));
  const shares = Math.max(1, usd / price > 500 ? rounded(usd / price / 100) * 100 : rounded(usd / price));
  return { traded, side, shares, price, value: rounded(shares * price, 2) };
}

/** Sample reports on the sessions from `from` to `to`, oldest first. Some have no open-market trade, such as a report of a grant. */
export function sampleInsiderReports(i: Instrument, from: IsoDate, to: IsoDate): Report[] {
  if (i.instrumentType !== "common") return [];
  const habits = habitsOf(i);
  const { rate, swing, sales, planned } = habits;
  const seed = seedOf(i.issuer, "insider");
  const found: Report[] = [];
  const last = sessionIndex(to);
  for (let session = sessionIndex(sessionOnOrAfter(from)); session <= last; session++) {
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
      filed,
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
