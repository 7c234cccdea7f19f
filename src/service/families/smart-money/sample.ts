import type { IsoDate } from "../../../contract/dates";
import { lastSessions } from "../../sample/calendar";
import { between, hash, rounded } from "../../sample/random";
import type { Instrument } from "../../sample/universe";
import { sampleShares } from "../prices/sample";
import type { ShortVolumeRow } from "./rows";

/** The few symbols whose short volume is read. */
const COVERED: ReadonlySet<string> = new Set(
  "SPY QQQ IWM NVDA AAPL MSFT AMZN GOOGL META TSLA AMD INTC GME AMC PLTR COIN MSTR SMCI NFLX BABA JPM BAC XOM BA DIS F SOFI RIVN UBER".split(" "),
);

/** The last `sessions` days, oldest first; undefined for a symbol that is not covered. */
export function sampleShortVolume(i: Instrument, today: IsoDate, sessions: number): ShortVolumeRow[] | undefined {
  if (!COVERED.has(i.ticker)) return undefined;
  return lastSessions(today, sessions).map((date) => {
    const totalVolume = rounded(sampleShares(i.issuer, date) * 0.004 * between(0.6, 1.5, i.ticker, date, "volume"));
    const usual = between(0.38, 0.55, i.ticker, "short volume") + 0.05 * (hash(i.ticker, date.slice(0, 7), "short volume") * 2 - 1);
    return { date, totalVolume, shortVolume: rounded(totalVolume * (usual + 0.04 * (hash(i.ticker, date, "short") * 2 - 1))) };
  });
}
