import { smallest } from "../../../contract/lists";
import { addDays, type IsoDate, isoOf, msOf } from "../../../contract/dates";
import { companyOf } from "../../sample/company";
import { at, logBetween, seedOf } from "../../sample/random";
import { isPublicRecord, sampleRow } from "../../sample/public-rows";
import { ISSUERS } from "../../instruments/universe";
import { wave } from "../../sample/waves";
import type { StoredRecord } from "../../records/record";
import type { ReportHour } from "../../records/report-counts";
import { HOUR_MS } from "../../time/durations";

const atRate = (perDay: number, words: string): Record<string, number> => Object.fromEntries(words.split(" ").map((word) => [word, perDay]));

/** Common words, with their approximate reports a day. */
const COMMON: Readonly<Record<string, number>> = {
  oil: 420,
  bank: 500,
  rate: 380,
  inflation: 350,
  election: 460,
  bitcoin: 260,
  gold: 240,
  tariff: 210,
  semiconductor: 130,
  energy: 400,
  china: 620,
  trade: 430,
  dollar: 300,
  recession: 120,
  sanctions: 190,
  drought: 60,
  strike: 160,
  earnings: 330,
  crypto: 220,
  war: 700,
  shipping: 90,
  copper: 55,
  wheat: 40,
  lithium: 35,
  uranium: 22,
  refinery: 30,
  ...atRate(900, "usa us president government trump"),
  ...atRate(
    600,
    "federal house white state security minister law company tech russia ukraine israel iran ai police court climate stock market economy fed tax health",
  ),
  ...atRate(
    300,
    "reserve interest senate supreme central union investor profit price growth wage immigration border musk putin weather storm gaza india japan germany france britain uk europe eu mexico canada brazil korea nato congress tesla nvidia apple google amazon microsoft meta housing jobs unemployment debt budget flood earthquake wildfire hurricane cyber missile drone",
  ),
  ...atRate(
    150,
    "powell biden wall street hedge fund regulator sec ftc doj fda imf epa dividend buyback guidance outage strike hack data cloud battery solar wind rail airline hotel restaurant retail insurance pension swift hollywood taiwan spain italy turkey australia poland egypt pakistan indonesia argentina venezuela lebanon syria yemen openai boeing intel samsung toyota ford disney netflix walmart exxon chevron treasury ecb opec yen euro yuan ethereum stablecoin bond mortgage gas coal nuclear chip merger ipo layoff bankruptcy default lawsuit antitrust vaccine pandemic heatwave supply",
  ),
  ...atRate(
    60,
    "saudi qatar kuwait iraq afghanistan greece portugal sweden norway denmark finland netherlands belgium switzerland austria ireland hungary romania czech thailand vietnam philippines malaysia singapore chile colombia peru nigeria kenya sudan ethiopia jpmorgan goldman citigroup hsbc barclays ubs tsmc amd pfizer moderna volkswagen bmw airbus shell bp alibaba tencent coinbase binance solana dogecoin silver cotton coffee cocoa sugar soybean corn rice steel aluminum aluminium nickel platinum palladium lng diesel gasoline grain cattle",
  ),
};
/** Reports a day of other words: at most about one a month. */
const RARE_PER_DAY = [0.002, 0.04] as const;

/** First words of company names that do not identify a company. */
const GENERIC = new Set(
  "american first general global international national united southern northern western eastern royal standard public general new".split(" "),
);
const USUAL_SIZE = 1e11;
const [MIN_PER_COMPANY, USUAL_PER_COMPANY, MAX_PER_COMPANY] = [5, 25, 300];
/** Share of a company's reports that use its ticker. */
const TICKER_SHARE = 0.15;

/** Reports a day on companies, by the first word of the name and by the ticker. Larger companies have more. */
function companyRates(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const i of ISSUERS) {
    const { price, shares } = companyOf(i);
    if (i.instrumentType === "etf") continue;
    const rate = Math.min(MAX_PER_COMPANY, Math.max(MIN_PER_COMPANY, USUAL_PER_COMPANY * Math.sqrt((price * shares) / USUAL_SIZE)));
    const word = i.name.toLowerCase().split(/[\s,]/)[0] ?? "";
    if (word.length > 3 && !GENERIC.has(word)) found.set(word, Math.max(rate, found.get(word) ?? 0));
    if (i.ticker.length > 2) found.set(i.ticker.toLowerCase(), rate * TICKER_SHARE);
  }
  return found;
}
let rates: ReadonlyMap<string, number> | undefined;
const companyRate = (word: string): number | undefined => (rates ??= companyRates()).get(word);

const wordRate = (word: string): number =>
  COMMON[word] ?? COMMON[word.replace(/s$/, "")] ?? companyRate(word) ?? logBetween(RARE_PER_DAY[0], RARE_PER_DAY[1], "reports of", word);

/** Reports a day that match all words: each further word keeps a part of those with the rarest word. */
const dailyRate = (keyword: string): number => {
  const words = keyword.split(" ");
  return smallest(words.map(wordRate)) * 0.3 ** (words.length - 1);
};

/** The last hour up to `now`, counted from 1970, whose count is public at a moment. */
function newestHour(now: number, moment: number): number {
  let hour = Math.floor(now / HOUR_MS);
  const isPublic = (of: number): boolean => {
    const date = isoOf(of * HOUR_MS);
    return isPublicRecord("report_count", sampleRow("", date, date, "", { hour_ms: of * HOUR_MS }), moment);
  };
  while (!isPublic(hour)) hour--;
  return hour;
}

/** The part of a row that is counted. */
export type Counted = Pick<ReportHour, "hour_ms" | "reports">;

/** Sample counts of the public hours of the days from `from` to `to`, up to `now`. A row is dated by the day of its hour. */
export function sampleReportCounts(keyword: string, from: IsoDate, to: IsoDate, now: number, moment: number): StoredRecord<Counted>[] {
  const perHour = dailyRate(keyword) / 24;
  const seed = seedOf("reports", keyword);
  const first = msOf(from) / HOUR_MS;
  const last = Math.min(newestHour(now, moment), msOf(addDays(to, 1)) / HOUR_MS - 1);
  let day = "";
  let attention = 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const hour = first + i;
    const date = isoOf(hour * HOUR_MS);
    if (date !== day) [day, attention] = [date, 1 + 0.5 * wave(`attention ${keyword}`, date, 60)];
    const timeOfDay = 0.3 * Math.sin((2 * Math.PI * (hour - 8)) / 24);
    // Rounds randomly to whole reports, so that the mean equals the rate.
    const reports = Math.floor(Math.max(0, perHour * (attention + timeOfDay)) + at(seed, hour));
    return sampleRow(keyword, date, date, String(hour), { hour_ms: hour * HOUR_MS, reports });
  });
}
