import { daysBetween, msOf, type IsoDate } from "../../../contract/dates";
import { between, chance, logBetween } from "../../sample/random";
import { wave } from "../../sample/waves";
import { previousSession } from "../../time/calendar";
import { HOUR_MS } from "../../time/durations";
import { sampleCoinPrice } from "../prices/sample-coins";
import type { EtfProduct } from "./products";

/** Share of days on which a fund does not report. */
const UNREPORTED_SHARE = 0.02;
/** Funds create and redeem shares in such units. */
const UNIT = 10_000;
/** Days over which a new fund gathers most of its assets. */
const GROWTH_DAYS = 45;
/** The funds' values are of the close in New York. */
const CLOSE_MS = 21 * HOUR_MS;

/** Net asset value of a share at the close of a session, in US dollars. */
const navOn = ({ ticker }: EtfProduct, date: IsoDate): number => between(0.09, 0.2, "sol a share", ticker) * sampleCoinPrice("SOL", msOf(date) + CLOSE_MS);

function sharesOn({ ticker, since }: EtfProduct, date: IsoDate): number {
  if (date < since) return 0;
  const usual = logBetween(300, 3_000, "etf size", ticker);
  const grown = 0.2 + 0.8 * (1 - Math.exp(-daysBetween(since, date) / GROWTH_DAYS));
  return UNIT * Math.round(usual * grown * Math.exp(0.12 * wave(`etf ${ticker}`, date, 60)));
}

/** Assets of a fund after the close of a session, in US dollars. Undefined if it does not report them. */
export function sampleAum(fund: EtfProduct, date: IsoDate): number | undefined {
  if (date > fund.since && chance(UNREPORTED_SHARE, "etf report", fund.ticker, date)) return undefined;
  return Math.round(sharesOn(fund, date) * navOn(fund, date));
}

/** Net flow of a fund on a session: the change of its assets without the change of its net asset value. Undefined if the assets of either day are not reported. */
export function sampleFlow(fund: EtfProduct, date: IsoDate): number | undefined {
  const session = previousSession(date);
  if (sampleAum(fund, date) === undefined || (session >= fund.since && sampleAum(fund, session) === undefined)) return undefined;
  return Math.round((sharesOn(fund, date) - sharesOn(fund, session)) * navOn(fund, date));
}
