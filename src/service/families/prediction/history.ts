import { addDays, isoOf } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import type { PublishedMarket } from "../../records/prediction";
import { endOfDay } from "../../time/time-zone";
import { newestSampleDay, marketStateOf, type AnyMarket } from "./markets";
import { sampleMarket } from "./sample";

/** The state of a market from a moment on, in milliseconds since 1970. */
interface MarketPoint {
  readonly at: number;
  readonly yes_probability: number | null;
  readonly volume_usd: number | null;
}

function sampleHistory(market: AnyMarket, after: number, context: Context): MarketPoint[] {
  const points: MarketPoint[] = [];
  const today = newestSampleDay(context);
  const last = market.closed !== null && market.closed < today ? market.closed : today;
  const from = isoOf(after);
  for (let day = addDays(from, -1) > market.opened ? addDays(from, -1) : market.opened; day <= last; day = addDays(day, 1)) {
    const at = endOfDay(day);
    const state = at > after ? sampleMarket(market.id, day) : undefined;
    if (state) points.push({ at, yes_probability: state.yes_probability, volume_usd: state.volume_usd });
  }
  return points;
}

/** The states of a market that became public after a moment, oldest first. A sample market has one a day, public at the end of the day. */
export function marketHistory(market: AnyMarket, after: number, context: Context): readonly MarketPoint[] {
  if (!marketStateOf(market)) return sampleHistory(market, after, context);
  return context.store.records
    .versions<PublishedMarket>("market", market.id)
    .filter((version) => version.public > after)
    .map(({ public: at, body: { yes_probability, volume_usd } }) => ({ at, yes_probability, volume_usd }));
}
