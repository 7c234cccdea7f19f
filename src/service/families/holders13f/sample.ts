import { addDays, isoOf, type IsoDate } from "../../../contract/dates";
import { lastQuarterEnd, quarterBefore, sessionOnOrBefore } from "../../time/calendar";
import { classShare, sampleShares } from "../../sample/company";
import { isPublicQuarter } from "../../sample/public-rows";
import { between, hash } from "../../sample/random";
import { rounded } from "../../../contract/rounded";
import type { Instrument } from "../../instruments/universe";
import { samplePrice } from "../prices/sample";
import { sampleFloat } from "../short-interest/sample";
import type { HoldersQuarter } from "./reported-holders";

/** Number of institutions that report; no class has more holders. */
export const FILERS = 8_000;
/** Share of quarters in which many institutions come or go. */
const TURBULENT_SHARE = 0.06;

/** Number of holders of a class by its market value in US dollars: some 5,000 for the largest, 1,600 at 100 billion, 250 at one billion. */
const holdersOf = (marketValue: number): number => 0.85 * FILERS * (1 - Math.exp((-260 * (marketValue / 1e9) ** 0.42) / (0.85 * FILERS)));

function countAt(i: Instrument, end: IsoDate, marketValue: number): number {
  return Math.max(25, rounded(holdersOf(marketValue) * between(0.85, 1.15, i.ticker, "breadth") * between(0.98, 1.02, i.ticker, end, "breadth")));
}

const valueAt = (i: Instrument, end: IsoDate): number => samplePrice(i.ticker, sessionOnOrBefore(end)) * sampleShares(i.issuer, end) * classShare(i);

function quarter(i: Instrument, end: IsoDate): HoldersQuarter {
  const marketValue = valueAt(i, end);
  // Institutions hold a part of the float.
  const heldShare = i.instrumentType === "adr" ? between(0.03, 0.2, i.issuer, "held") : between(0.5, 0.85, i.issuer, "held") * sampleFloat(i);
  const count = countAt(i, end, marketValue);
  const before = lastQuarterEnd(addDays(end, -1));
  const gone = hash(i.ticker, end, "turbulent") < TURBULENT_SHARE ? between(0.15, 0.25, i.ticker, end, "gone") : between(0.04, 0.12, i.ticker, end, "gone");
  const compared = rounded(Math.min(count, countAt(i, before, valueAt(i, before))) * (1 - gone));
  const moving = between(0.5, 0.8, i.ticker, end, "moving");
  const adding = 0.5 + 0.14 * (hash(i.ticker, end, "adding") * 2 - 1);
  const accumulating = rounded(compared * moving * adding);
  return {
    quarterEnd: end,
    count,
    value: rounded(marketValue * heldShare * between(0.97, 1.03, i.ticker, end, "held"), -3),
    accumulating,
    reducing: rounded(compared * moving) - accumulating,
    compared,
  };
}

/** The last quarters whose reports are public at a moment, oldest first. */
export function sampleHolders(i: Instrument, moment: number, quarters: number): HoldersQuarter[] {
  const rows: HoldersQuarter[] = [];
  let end = lastQuarterEnd(isoOf(moment));
  while (!isPublicQuarter(end, moment)) end = quarterBefore(end);
  for (let n = 0; n < quarters; n++) {
    rows.unshift(quarter(i, end));
    end = quarterBefore(end);
  }
  return rows;
}
