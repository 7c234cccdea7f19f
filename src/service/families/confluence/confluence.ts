import { answering, sampled, type Sourced } from "../answering";
import { instrumentOf, TICKERS, unknownTicker } from "../../sample/universe";
import { HOUR, type Context, type Evaluate, type Family } from "../family";
import type { ConfluenceRow } from "./rows";
import { CRYPTO, sampleConfluence } from "./sample";

const SYMBOLS: readonly string[] = [...TICKERS, ...CRYPTO];

/** What is active for a symbol at the clock's day, oldest first. */
export function confluenceFor({ clock }: Context, symbol: string): Sourced<readonly ConfluenceRow[]> {
  return sampled(sampleConfluence(symbol, clock.today()));
}

const evaluate: Evaluate = ([asked, field], context) => {
  const symbol = instrumentOf(String(asked))?.ticker ?? String(asked);
  const { rows, ...origin } = confluenceFor(context, symbol);
  const say = answering(origin, HOUR, ["confluence-not-additive-proof", "confluence-family-coverage"]);
  if (!SYMBOLS.includes(symbol)) {
    const { code, reason } = unknownTicker(symbol, SYMBOLS);
    return say.reason(code, reason);
  }
  const latest = rows[rows.length - 1];
  if (!latest) return say.reason("no_active_signal", `no confluence or divergence is active for ${symbol}; most symbols have none`, context.clock.today());
  switch (field) {
    case "families":
      return say.text(latest.legs.map((leg) => (leg.direction === latest.direction ? leg.family : `${leg.family} (${leg.direction})`)).join(", "), latest.date);
    case "direction":
      return say.text(latest.direction, latest.date);
    case "kind":
      return say.text(latest.kind, latest.date);
    case "date":
      return say.date(latest.date, latest.date);
    default:
      return say.number(latest.score, "score", latest.date);
  }
};

/** The newest active agreement or contradiction of families, for tickers and three crypto symbols. */
export const confluence: Family = {
  name: "confluence",
  functions: { CONFLUENCE: evaluate },
  universe: (context) => ({ CONFLUENCE: SYMBOLS.filter((symbol) => confluenceFor(context, symbol).rows.length > 0).length }),
};
