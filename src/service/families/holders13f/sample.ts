import { addDays, type IsoDate } from "../../../contract/dates";
import { lastQuarterEnd, quarterEnd, sessionOnOrBefore } from "../../sample/calendar";
import { between, hash, rounded } from "../../sample/random";
import type { Instrument } from "../../sample/universe";
import { samplePrice, sampleShares } from "../prices/sample";
import type { HoldersQuarter } from "./rows";

/** Reports are due 45 days after the quarter. */
export const DUE_DAYS = 45;

function quarter(i: Instrument, end: IsoDate): HoldersQuarter {
  const price = samplePrice(i.ticker, sessionOnOrBefore(end));
  const marketValue = price * sampleShares(i.issuer, end);
  const held = i.instrumentType === "adr" ? between(0.03, 0.2, i.issuer, "held") : between(0.45, 0.88, i.issuer, "held");
  const shareOfClass = i.multiClass ? between(0.35, 0.6, i.ticker, "class share") : 1;
  const count = Math.max(25, rounded(9 * (marketValue / 1e6) ** 0.5 * between(0.8, 1.25, i.ticker, "breadth") * between(0.97, 1.03, i.ticker, end, "breadth")));
  const moving = between(0.5, 0.8, i.ticker, end, "moving");
  const adding = Math.max(0.2, Math.min(0.8, 0.5 + 0.12 * (hash(i.ticker, end, "adding") * 2 - 1)));
  const accumulating = rounded(count * moving * adding);
  return {
    quarterEnd: end,
    count,
    value: rounded(marketValue * held * shareOfClass * between(0.97, 1.03, i.ticker, end, "held"), -3),
    accumulating,
    reducing: rounded(count * moving) - accumulating,
  };
}

/** The last quarters whose reports were due by `today`, oldest first. */
export function sampleHolders(i: Instrument, today: IsoDate, quarters: number): HoldersQuarter[] {
  const made: HoldersQuarter[] = [];
  let end = lastQuarterEnd(addDays(today, -DUE_DAYS));
  for (let n = 0; n < quarters; n++) {
    made.unshift(quarter(i, end));
    end = lastQuarterEnd(addDays(quarterEnd(end), -1));
  }
  return made;
}
