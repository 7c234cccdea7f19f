import { seriesOf, SERIES_IDS, TENOR_SERIES } from "../../contract/series";
import { PERPETUALS, RATE_KEYS, RV_METRICS, WHALE_ASSETS } from "../../contract/vocabulary";
import { isListed } from "../instruments/universe";
import { isCurrencyPair, WELL_KNOWN_NAMES, type NameKind, type WellKnown, type WellKnownName } from "../../contract/well-known-names";
import { coinNamed } from "./coins";
import { tenorNamed } from "./rates";

const BY_NAME = new Map<string, readonly WellKnownName[]>();
for (const entry of WELL_KNOWN_NAMES) for (const name of entry.names.toUpperCase().split("|")) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), entry]);

/** Strips Bloomberg's yellow keys and the prefixes of anything but shares. */
const bare = (asked: string): string =>
  asked.replace(/ (?:INDEX|CURNCY|COMDTY|GOVT|CORP|EQUITY)$/, "").replace(/^(?:INDEX\w*|CURRENCY|TVC|SP|DJ|FX|FX_IDC|OANDA):/, "");

const COIN_HERE: { readonly [K in NameKind]?: string } = { "whale asset": "a coin without whale data", perpetual: "a coin without a perpetual" };

const has = (names: readonly string[], upper: string): boolean => names.includes(upper.toLowerCase());

/** Finds the name in the vocabulary of another function. */
function elsewhere(name: string, kind: NameKind): WellKnown | undefined {
  if (kind === "metric" && has(RV_METRICS, name)) return { is: "a ratio", use: [`RV(ticker,"${name.toLowerCase()}")`] };
  if (kind === "metric" || kind === "signal type") return undefined;
  const series = seriesOf(name);
  const coin = coinNamed(name);
  const tenor = tenorNamed(name);
  const rate = (RATE_KEYS as readonly string[]).includes(name);
  if (rate && kind !== "rate") return { is: "a money-market rate", use: [`MMRATE("${name}")`] };
  if (series && kind !== "series") return { is: "a series", use: [`FRED("${name}")`] };
  if (tenor && kind !== "tenor") return { is: "a Treasury tenor", use: [kind === "series" ? `FRED("${TENOR_SERIES[tenor]}")` : `YIELD("${tenor}")`] };
  if (coin) {
    const use = [
      ...(kind !== "perpetual" && (PERPETUALS as readonly string[]).includes(coin) ? [`FUNDING("${coin}")`] : []),
      ...(kind !== "whale asset" && (WHALE_ASSETS as readonly string[]).includes(coin) ? [`WHALE("${coin}")`] : []),
    ];
    if (use.length > 0) return { is: COIN_HERE[kind] ?? "a coin", use };
  }
  if (kind !== "ticker" && isListed(name)) return { is: "a ticker", use: [`PRICE("${name}")`] };
  return undefined;
}

/** What a common name means, and which function to use for it; undefined for a name that is not well known. */
export function wellKnown(asked: string, kind: NameKind): WellKnown | undefined {
  const name = bare(asked.toUpperCase());
  const entry = BY_NAME.get(name)?.find((e) => e.for === undefined || e.for.includes(kind));
  if (entry) return entry;
  if (isCurrencyPair(name) && kind !== "metric") return { is: "an exchange rate", use: [] };
  return SERIES_IDS.includes(name) && kind === "series" ? undefined : elsewhere(name, kind);
}
