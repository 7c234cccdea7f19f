import type { Code } from "../../contract/codes";
import { memoizedByObject } from "../../contract/memoized";
import { nearest, orList } from "../../contract/nearest";
import { firstThatFits, shortened } from "../../contract/reason";
import { SERIES_IDS, seriesOf, TENOR_SERIES } from "../../contract/series";
import { PERPETUALS, RATE_KEYS, RV_METRICS, WHALE_ASSETS } from "../../contract/vocabulary";
import { isCurrencyPair, WELL_KNOWN_NAMES, type WellKnown, type WellKnownKind, type WellKnownName } from "../../contract/well-known-names";
import type { ReasonText } from "../answers/answering";
import type { Context } from "../answers/context";
import { isListed, TICKERS } from "../instruments/universe";
import { coinNamed } from "./coins";
import { companiesNamed } from "./companies";
import { tenorNamed } from "./rates";

const BY_NAME = new Map<string, readonly WellKnownName[]>();
for (const entry of WELL_KNOWN_NAMES) for (const name of entry.names.toUpperCase().split("|")) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), entry]);

/** Strips Bloomberg's yellow keys and the prefixes of anything but shares. */
const bare = (asked: string): string =>
  asked.replace(/ (?:INDEX|CURNCY|COMDTY|GOVT|CORP|EQUITY)$/, "").replace(/^(?:INDEX\w*|CURRENCY|TVC|SP|DJ|FX|FX_IDC|OANDA):/, "");

const COIN_HERE: { readonly [K in WellKnownKind]?: string } = { "whale asset": "a coin without whale data", perpetual: "a coin without a perpetual" };

const has = (names: readonly string[], upper: string): boolean => names.includes(upper.toLowerCase());

/** Finds the name in the vocabulary of another function. */
function elsewhere(name: string, kind: WellKnownKind): WellKnown | undefined {
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
function wellKnown(asked: string, kind: WellKnownKind): WellKnown | undefined {
  const name = bare(asked.toUpperCase());
  const entry = BY_NAME.get(name)?.find((e) => e.for === undefined || e.for.includes(kind));
  if (entry) return entry;
  if (isCurrencyPair(name) && kind !== "metric") return { is: "an exchange rate", use: [] };
  return SERIES_IDS.includes(name) && kind === "series" ? undefined : elsewhere(name, kind);
}

/** The noun for each kind of name, and what to do if no similar name is known. */
const KINDS: Readonly<Record<WellKnownKind, { readonly code: Code; readonly noun: string; readonly todo: string }>> = {
  ticker: { code: "unknown_ticker", noun: "ticker", todo: "Check the spelling, or import published data for it." },
  series: { code: "unknown_series", noun: "series", todo: "Only the curated series are served: search for one in the Build tab." },
  country: { code: "unknown_country", noun: "country", todo: "Type a country's name or its two-letter code." },
  bank: { code: "unknown_country", noun: "central bank", todo: "Type the country's name or two-letter code, or XM for the euro area." },
  tenor: { code: "unknown_tenor", noun: "tenor", todo: "Nothing is interpolated." },
  rate: { code: "unknown_rate", noun: "money-market rate", todo: "" },
  "whale asset": { code: "unknown_asset", noun: "whale asset", todo: "" },
  perpetual: { code: "unknown_asset", noun: "perpetual", todo: "Type the coin, such as BTC." },
  "risk asset": { code: "unknown_asset", noun: "on-chain asset", todo: "" },
  metric: { code: "unknown_metric", noun: "metric", todo: "Search for one in the Build tab." },
  "signal type": { code: "unknown_signal_type", noun: "signal type", todo: "Search for one in the Build tab." },
};

/** A list of at most this many names is shown whole. */
const FEW = 12;
/** Maximum number of characters of an unknown name that a cell shows. */
const MOST_SHOWN = 24;
const clipped = (name: string): string => shortened(name, MOST_SHOWN);

/** A suggested name, with its function if that differs from the one that was called. */
function suggested(name: string, kind: WellKnownKind): string {
  if (kind === "series") return isListed(name) ? `PRICE("${name}")` : (/^FRED\("(\w+)"\)$/.exec(name)?.[1] ?? name);
  return kind !== "ticker" && isListed(name) ? `PRICE("${name}")` : name;
}
const isFund = (name: string, kind: WellKnownKind): boolean => kind === "ticker" && !name.includes("(");

function belongsElsewhere(asked: string, kind: WellKnownKind, { is, use, how }: WellKnown): ReasonText {
  const { noun } = KINDS[kind];
  const name = clipped(asked);
  if (use.length === 0)
    return {
      short: firstThatFits([`${name} is ${is}, which is not covered.`, `${name} is not covered.`]),
      full: `${asked} is ${is}. It is not covered, and no covered name can replace it.`,
    };
  const fund = is === "an index" || is === "a metal" || is === "a commodity";
  const names = use.map((name) => suggested(name, kind));
  if (how === "sum" || how === "product") {
    const parts = names.join(" and ");
    const verb = how === "sum" ? "add" : "multiply";
    return {
      short: firstThatFits([`${name} is ${is}; ${verb} ${parts}.`, `${name}: ${verb} ${parts}.`, `Unknown ${noun}: ${verb} ${parts}.`]),
      full: `${asked} is ${is}: it is the ${how} of ${parts}. Get both and ${verb} them.`,
    };
  }
  if (how === "difference") {
    const todo = `subtract ${names.toReversed().join(" from ")}`;
    return {
      short: firstThatFits([`${name} is ${is}; ${todo}.`, `${name}: ${todo}.`, `Unknown ${noun}: ${todo}.`]),
      full: `${asked} is ${is}. Get both and ${todo}.`,
    };
  }
  if (how === "nearest")
    return {
      short: firstThatFits([`${name} is not served; the nearest is ${orList(names)}.`, `${name}: the nearest is ${names[0]}.`]),
      full: `${asked} is ${is}, which is not served. The nearest is ${orList(names)}.`,
    };
  const instead = fund && isFund(use[0]!, kind) ? `the fund ${orList(names)}` : orList(names);
  return {
    short: firstThatFits([
      `${name} is ${is}; use ${instead}.`,
      `${name} is ${is}; use ${names[0]}.`,
      `${name}: use ${instead}.`,
      `${name}: use ${names[0]}.`,
      `Unknown ${noun}: use ${names[0]}.`,
    ]),
    full: `${asked} is ${is}${/^called|^stated|^in no|^no |^not |without/.test(is) ? "" : `, not a ${noun === "series" ? "series id" : noun} that is covered`}. Use ${instead}${fund ? ", which follows it" : ""}.`,
  };
}

interface Unknown {
  readonly code: Code;
  readonly text: ReasonText;
}

const nearText = (kind: WellKnownKind, asked: string, near: readonly string[], known: readonly string[]): ReasonText => {
  const { noun, todo } = KINDS[kind];
  const unknown = `Unknown ${noun} ${clipped(asked)}`;
  const shorter = near.map((_, i) => `${unknown}; did you mean ${orList(near.slice(0, near.length - i))}?`);
  const all = known.length <= FEW ? `Known are ${orList(known).replace(/ or (?=\S+$)/, " and ")}.` : "";
  return {
    short: firstThatFits([...shorter, `${unknown}.`, `Unknown ${noun}.`]),
    full: [`No ${noun} ${asked} is covered.`, near.length > 0 ? `Did you mean ${orList(near)}?` : "", all, near.length > 0 ? "" : todo]
      .filter((part) => part !== "")
      .join(" "),
  };
};

/**
 * Why a name is unknown: the right function if the name is well known, else similar known names, if any. Every "unknown …" reason of the service
 * is made here.
 */
export function whyUnknown(kind: WellKnownKind, asked: string, known: readonly string[]): Unknown {
  const belongs = wellKnown(asked, kind);
  return { code: KINDS[kind].code, text: belongs ? belongsElsewhere(asked, kind, belongs) : nearText(kind, asked, nearest(asked, known), known) };
}

const LIKE_A_TICKER = /^[A-Z]{1,5}(?:\.[A-Z])?$/;

/** A listed share may be missing from the sample, so "unknown" would be wrong. */
const notInSample = (ticker: string): ReasonText => ({
  short: `${ticker} is not in the sample data.`,
  full: `${ticker} is not in the sample data. Import published data for it, or check the spelling.`,
});

const setOf = memoizedByObject((known: readonly string[]): ReadonlySet<string> => new Set(known));

/** Like `whyUnknown` for tickers, with suggestions by company name too. `known` are the tickers that the family covers. */
export function unknownTicker(asked: string, known: readonly string[] = TICKERS, context?: Context): Unknown {
  const belongs = wellKnown(asked, "ticker");
  if (belongs) return { code: "unknown_ticker", text: belongsElsewhere(asked, "ticker", belongs) };
  const named = companiesNamed(asked, setOf(known), context);
  const near = named.length > 0 ? named : nearest(asked, known);
  const onlySample = near.length === 0 && known.length <= TICKERS.length && LIKE_A_TICKER.test(asked);
  return { code: "unknown_ticker", text: onlySample ? notInSample(asked) : nearText("ticker", asked, near, known) };
}
