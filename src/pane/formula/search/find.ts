import { isIsoDate } from "../../../contract/dates";
import { nearest } from "../../../contract/nearest";
import { searchWords } from "../../../contract/search-words";
import { withIsoDates } from "../../words/values-in-words";
import type { FoundCompany } from "./companies";
import { type Figure, keyOf } from "./figure";
import { type Fit, index, type Index, nameKey, nearlyNoFigure, noFigure, type NoFigure, openedCall, search } from "./figure-index";
import { functionFigures } from "./figures";
import { type Several, severalIn } from "./several";
import { POPULAR } from "./topics";

/** A time span that a query asks for, besides a fiscal year. */
type Span = "twelve months" | "quarter";

const SPANS: Readonly<Record<string, Span>> = {
  ttm: "twelve months", ltm: "twelve months", trailing: "twelve months", quarterly: "quarter", quarter: "quarter",
}; // prettier-ignore

/** Words that ask for any figure. Some are a part of a name, too, such as `last close`, so they are left out only if that finds more. */
const EXTRA: ReadonlySet<string> = new Set([
  ..."latest last newest recent most current currently today todays now value figure data annual yearly please tell give find whats".split(" "),
  ...Object.keys(SPANS),
]);

/** `last 12 months` in one word. */
const inShort = (typed: string): string => typed.replace(/\b(?:trailing|last) (?:twelve|12)[ -]months?\b/gi, "ttm");

const isExtra = (word: string): boolean => searchWords(word).every((one) => EXTRA.has(one));

/** Most extra words whose combinations are tried; of more, all are left out. */
const MOST_TRIED = 3;

/** The text without some of its extra words, the fewest left out first. Empty if it has none, or nothing else. */
function withoutExtraWords(typed: string): readonly string[] {
  const words = inShort(typed).trim().split(/\s+/);
  const extra = words.flatMap((word, at) => (isExtra(word) ? [at] : []));
  if (extra.length === 0 || extra.length === words.length) return [];
  const without = (out: readonly number[]): string => words.filter((_, at) => !out.includes(at)).join(" ");
  if (extra.length > MOST_TRIED) return [without(extra)];
  const sets = Array.from({ length: 2 ** extra.length - 1 }, (_, i) => extra.filter((_at, bit) => (i + 1) & (1 << bit)));
  return sets.sort((a, b) => a.length - b.length).map(without);
}

/** The span that a text asks for. */
const spanIn = (typed: string): Span | undefined =>
  inShort(typed)
    .split(/\s+/)
    .map((word) => SPANS[word.toLowerCase()])
    .find((span) => span !== undefined);

/** What the results can be limited to. Screener fields and caveats are listed only then, or under their exact names. */
export type Kind = "function" | "series" | "screener" | "caveat";

/** One line of the results. */
export type Hit =
  | {
      readonly kind: "figure";
      readonly figure: Figure;
      /** Fills the first argument. */ readonly company?: FoundCompany;
      /** Fills the argument for a period or a day. */ readonly period?: string;
      /** What the query asks for that may be another span than the figure's. */ readonly span?: Span;
      /** What was searched for, if this is only the nearest figure. */ readonly instead?: string;
    }
  | { readonly kind: "company"; readonly company: FoundCompany }
  /** A block of formulas for tickers and figures, of which some may be named. */
  | ({ readonly kind: "block" } & Several);

interface FoundFigures {
  readonly hits: readonly Hit[];
  /** Why the first hit is only near what was asked. */
  readonly none: NoFigure | undefined;
}

/** What was found, and how sure it is: 0 by name, 1 all words whole, 2 by the beginnings of words or with a typing error, 3 some words, 4 nothing. */
interface Found extends FoundFigures {
  readonly doubt: number;
}

/** A year, a fiscal year, a quarter or a day: `2023`, `FY2023`, `2023Q3`, `2024-06-19`. */
const PERIOD = /(?<![\w-])(?:FY)?(?:19|20)\d\d(?:Q[1-4]|-\d\d-\d\d)?(?![\w-])/i;

type PairHit = Hit & { readonly kind: "figure" };

/** Figures of a company that the query names besides another figure: `Apple eps`, `eps apple`. */
function combined(
  words: readonly string[],
  companies: readonly FoundCompany[],
  fits: (fit: Fit) => boolean,
): { readonly hit: PairHit; readonly named: boolean }[] {
  return companies.flatMap((company) => {
    const rest = words.filter((word) => !company.matched.includes(word));
    if (!company.whole || rest.length === 0 || rest.length === words.length) return [];
    const { byName } = index();
    const named = fits(0) ? (byName.get(nameKey(rest)) ?? []).filter((figure) => figure.ofTicker) : [];
    const found = search(rest, (figure) => figure.ofTicker).filter(({ fit }) => fits(fit));
    const best = [...new Set([...named, ...found.map(({ figure }) => figure)])].slice(0, 8);
    return best.map((figure) => ({ hit: { kind: "figure", figure, company }, named: named.includes(figure) }));
  });
}

/** What a company has no figure for, although the query names it: `AAPL market cap`. */
function missingOfCompany(query: string, companies: readonly FoundCompany[]): { readonly company: FoundCompany; readonly none: NoFigure } | undefined {
  for (const company of companies.filter((c) => c.whole)) {
    const rest = query.split(/\s+/).filter((part) => !searchWords(part).every((word) => company.matched.includes(word)));
    const none = noFigure(rest.join(" "));
    if (none?.ofCompany) return { company, none };
  }
  return undefined;
}

/** Drops the marks of other terminals and of formulas: `USGG10YR Index`, `=SERVICE.FRED("DGS10")`, `FRED:DGS10`, `TR.EPS`. */
const bareQuery = (typed: string): string =>
  typed
    .trim()
    .replace(/^=/, "")
    .replace(/\(.*$/s, "")
    .replace(/^SERVICE[._]/i, "")
    .replace(/^FRED[:/]\s*/i, "")
    .replace(/ (?:index|curncy|comdty|govt|corp)$/i, "");

/** The name whose words are these but for typing errors: `core inflation` is not `co inflation`. */
function nearestName(words: readonly string[]): string | undefined {
  return nearest(nameKey(words), index().names, 3).find((name) => {
    const own = name.split(" ");
    return (
      own.length === words.length && words.every((word) => own.includes(word) || (word.length > 3 && !/\d/.test(word) && nearest(word, own, 1).length > 0))
    );
  });
}

/** A ticker that only the service could confirm. */
const likelyTicker = (query: string): FoundCompany[] =>
  /^[A-Z]{1,5}(?:\.[A-Z])?$/.test(query) ? [{ ticker: query, name: query, matched: searchWords(query), whole: true }] : [];

/** The default list: functions, the most used first. */
function defaultFigures(): readonly Figure[] {
  const rank = ({ key }: Figure): number => POPULAR.findIndex((fn) => key === `${fn}()`);
  const ordered = functionFigures().map((figure, at) => ({ figure, at: rank(figure) < 0 ? POPULAR.length + at : rank(figure) }));
  return ordered.sort((a, b) => a.at - b.at).map(({ figure }) => figure);
}

const rowKind = ({ opens }: Figure): "screener" | "caveat" | undefined => (opens.kind === "row" ? opens.row : undefined);

const isOf = (kind: Kind, figure: Figure): boolean => (kind === "function" ? figure.isFunction : figure.row.startsWith(`${kind} `));

/**
 * Finds figures and companies, best first: exact names, then all words whole, words begun, typing errors. Without a query, the functions.
 *
 * @param companies What the service found for this query; undefined if it has not answered. Then a text that looks like a ticker is offered as one.
 * @param kind Screener fields or caveats instead of figures.
 */
export function find(typed: string, companies?: readonly FoundCompany[], kind?: Kind): FoundFigures {
  const { hits, none } = findAll(typed, companies, kind);
  return { hits: kind ? hits : hits.slice(0, MOST), none };
}

/** Finds figures of any company, as `find` does. */
export function findOfCompanies(typed: string): FoundFigures {
  const { hits, none } = findAll(typed, []);
  return { hits: hits.filter((hit) => hit.kind === "figure" && hit.figure.ofTicker), none };
}

/** What the text finds; without its extra words, such as `latest`, if that is more sure. */
function findAll(typed: string, companies?: readonly FoundCompany[], kind?: Kind): FoundFigures {
  let best = findTyped(typed, companies, kind);
  if (kind) return best;
  for (const text of best.doubt === 0 ? [] : withoutExtraWords(typed)) {
    const found = findTyped(text, companies);
    if (found.doubt < best.doubt) best = found;
    if (best.doubt === 0) break;
  }
  const span = spanIn(typed);
  return span === undefined ? best : { ...best, hits: best.hits.map((hit) => (hit.kind === "figure" ? { ...hit, span } : hit)) };
}

function findTyped(typed: string, companies?: readonly FoundCompany[], kind?: Kind): Found {
  const bare = withIsoDates(bareQuery(typed));
  const period = kind ? undefined : PERIOD.exec(bare)?.[0];
  const without = period === undefined ? bare : bare.replace(period, " ").trim();
  const query = without === "" ? bare : without;
  const words = searchWords(query);
  const of = (list: readonly Figure[]): Hit[] => list.map((figure) => ({ kind: "figure", figure }));
  if (words.length === 0 && (kind === undefined || kind === "function")) return { hits: of(defaultFigures()), none: undefined, doubt: 0 };
  const { byName, figures } = index();
  if (kind) {
    const all = [...figures.values()].filter((figure) => isOf(kind, figure));
    const named = all.filter((figure) => byName.get(nameKey(words))?.includes(figure));
    const found = words.length === 0 ? all : [...named, ...search(words, (figure) => isOf(kind, figure)).map(({ figure }) => figure)];
    return { hits: of([...new Set(found)]), none: undefined, doubt: 0 };
  }
  const shown = (figure: Figure): boolean => rowKind(figure) === undefined;
  const exactIn = (key: string): Figure[] => (byName.get(key) ?? []).filter(shown);
  const ids = (byName.get(nameKey(words)) ?? []).filter((figure) => !shown(figure));
  const exact = [...new Set([...exactIn(nameKey(words)), ...exactIn(words.join(""))])];
  const ranked = search(words, shown);
  const named = (companies ?? likelyTicker(query)).filter((c) => words.every((word) => c.matched.includes(word)));
  const pairs = combined(words, companies ?? [], (fit) => fit < 2);
  const whole = ranked.filter(({ fit }) => fit === 0);
  const known = exact.length > 0 || whole.length > 0 || named.some((c) => c.whole) || pairs.length > 0;
  const typing = known ? undefined : nearestName(words);
  const several = severalIn(typed);
  const block = several && (several.sure || exact.length + whole.length === 0) ? several : undefined;
  const ofCompany = block || exact.length + whole.length > 0 ? undefined : missingOfCompany(query, companies ?? []);
  const missing = block || exact.length > 0 ? undefined : (noFigure(typed) ?? ofCompany?.none);
  const none = missing ?? (block || known ? undefined : nearlyNoFigure(typed));
  const nearestFigures = (none?.calls ?? []).flatMap((call) => figureOfCall(call) ?? []);
  const ranks = (fits: (fit: Fit) => boolean): Hit[] => of(ranked.filter(({ fit }) => fits(fit)).map(({ figure }) => figure));
  const asHits = (list: readonly FoundCompany[]): Hit[] => list.map((company) => ({ kind: "company", company }));
  const ofPairs = new Set(pairs.map(({ hit }) => hit.company));
  const hits: Hit[] = [
    ...(block ? [{ kind: "block" as const, ...block }] : []),
    ...nearestFigures.map((figure): Hit => ({
      kind: "figure",
      figure,
      ...(none ? { instead: none.instead } : {}),
      ...(ofCompany?.none === none && ofCompany && figure.ofTicker ? { company: ofCompany.company } : {}),
    })),
    ...of(exact),
    ...asHits(named.filter((c) => c.whole)),
    ...of(whole.map(({ figure }) => figure)),
    ...pairs.map(({ hit }) => hit),
    ...(typing === undefined ? [] : of(exactIn(typing))),
    ...ranks((fit) => fit === 1),
    ...asHits(named.filter((c) => !c.whole)),
    // A guess beside a sure result is noise.
    ...(known ? [] : [...combined(words, companies ?? [], (fit) => fit === 2).map(({ hit }) => hit), ...ranks((fit) => fit > 1)]),
    ...asHits((companies ?? []).filter((c) => c.whole && (ofPairs.has(c) || c.matched.length * 2 > words.length))),
    ...of(ids),
  ];
  // A ticker of another exchange: its company may have a listing in the US.
  const all = hits.length === 0 && !none ? asHits((companies ?? []).filter((c) => c.whole)) : hits;
  const seen = new Set<string>();
  const distinct = all.filter((hit) => !seen.has(hitKey(hit)) && seen.add(hitKey(hit)));
  const isNamed = block || missing || exact.length > 0 || named.some((c) => c.whole) || pairs.some((pair) => pair.named);
  const begun = typing !== undefined || ranked.some(({ fit }) => fit === 1);
  return {
    hits: period === undefined ? distinct : distinct.map((hit) => withPeriod(hit, period.toUpperCase(), figures)),
    none,
    doubt: isNamed ? 0 : known ? 1 : begun ? 2 : distinct.length > 0 ? 3 : 4,
  };
}

/** Most results: a longer list is not read. */
const MOST = 60;

/** The hit with a period or a day. The latest value of a series becomes that of the day. */
function withPeriod(hit: Hit, period: string, figures: Index["figures"]): Hit {
  if (hit.kind !== "figure") return hit;
  const past = isIsoDate(period) ? figures.get(hit.figure.key.replace(/^FRED\(("\w+")\)$/, "FREDH($1)")) : undefined;
  return { ...hit, period, ...(past ? { figure: past } : {}) };
}

/** Identifies a hit among others. */
export const hitKey = (hit: Hit): string =>
  hit.kind === "block" ? "block" : hit.kind === "company" ? `company ${hit.company.ticker}` : `${hit.company?.ticker ?? ""} ${hit.figure.key}`;

/** The figure of a call as synonyms write it; a fund's price with its ticker. */
function figureOfCall(call: string): Figure | undefined {
  const opened = openedCall(call);
  if (!opened) return undefined;
  const key = keyOf(opened.spec.id, opened.inputs);
  const known = index().figures.get(key);
  if (known) return known;
  const [first, ...rest] = opened.inputs;
  const base = index().figures.get(keyOf(opened.spec.id, [{ mode: "value", text: "" }, ...rest]));
  return base && first
    ? { ...base, key, title: `${first.text}: ${base.title}`, opens: { kind: "form", id: opened.spec.id, inputs: opened.inputs } }
    : undefined;
}
