import type { Code } from "../../../contract/codes";
import type { IsoDate } from "../../../contract/dates";
import type { ReasonText } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { isStale } from "../../answers/maximum-age";
import { untilImport } from "../../answers/until-import";
import { instrumentOf } from "../../instruments/universe";
import type { PublishedShortInterest } from "../../records/equities";
import { CLASS_IN_WORDS, classNamedIn } from "../../records/symbols";
import { publishedFilerOf, publishedStatements, symbolsOfFiler } from "../fundamentals/published-statements";
import type { Statement } from "../fundamentals/rows";
import { shortInterestUncompared } from "../share-basis/doubt-in-words";
import { inShares, isDoubt, shareBasisOf } from "../share-basis/share-basis";

/**
 * What an issue is, by words of its name, if it is no common share: the first match counts. Names in files before 2022 end after 30 characters, so the last word may be
 * cut. A partnership's and a trust's units are its common shares.
 */
const OTHER_KINDS: readonly (readonly [name: RegExp, kind: string])[] = [
  [/\b(?:pfd|(?:preferred|preference)\s+(?:st|sh|sec|unit|ser)\w*)\b|\bpref(?:er\w*)?$|%.*\bpreferred\b/i, "preferred shares"],
  [/\b(?:depositary|depository|(?:un)?sponsored)\b|\bdepos\w*$|\bamerican d(?:e|ep)?$|^.{22}american$/i, "depositary shares"],
  [/\b(?:ADR|ADS|GDR|GDS)s?\b(?!-)/, "depositary shares"],
  [/\bunits?,? (?:each )?consist|\bunits?\b.*\bwarrants?\b|(?<!\b(?:common|partner|partnership|limited|lp|l\.p\.|trust|beneficial)\s)\bunits?$/i, "units"],
  [/\b(?:warrants?|wts?)\b|\bwarr\w*$/i, "warrants"],
  [/\brights\b|\bright$/i, "rights"],
  [/\b(?:notes?|debentures?|bonds?) due\b|%.*\b(?:notes?|debentures?|bonds?)\b|\b(?:senior|subordinated) (?:notes?|debentures?)\b|\bETNs?\b/i, "notes"],
];

/** Words of a share that trades as it was issued, also cut short. */
const OWN_SHARES = /\b(?:ord|ordin\w*|commo?n?|registered|registry|subordinate|class [a-z])\b/i;

/** The kind of an issue in the plural, if its name says that it is no common share. */
export const otherKindOf = (name: string): string | undefined => OTHER_KINDS.find(([of]) => of.test(name.trim()))?.[1];

/** The same for a symbol. A foreign company of the service's own list trades as receipts, unless the name says otherwise. */
export const kindOfIssue = (name: string, ticker: string): string | undefined =>
  otherKindOf(name) ?? (instrumentOf(ticker)?.instrumentType === "adr" && !OWN_SHARES.test(name) ? "depositary shares" : undefined);

/** True if an issue of a company that files 20-F may be depositary receipts: its name does not say that it is the company's own shares. */
export const mayBeReceipts = (name: string, form: string): boolean => form.startsWith("20-F") && !OWN_SHARES.test(name);

/** A company's name in that of an issue: before its class, and without the words for a share. */
const companyIn = (name: string): string =>
  name
    .slice(0, CLASS_IN_WORDS.exec(name)?.index)
    .replace(/\b(?:common|capital|ordinary)\b.*$/i, "")
    .replace(/[^a-z0-9]+/gi, " ")
    .trim()
    .toLowerCase();

/** The classes of each company by the names of the latest settlement; a name without a class counts as one. */
const classesByCompany = untilImport(({ clock, store }): ReadonlyMap<string, ReadonlySet<string>> => {
  const today = clock.today();
  const latest = store.records.newest("short_interest", today);
  const found = new Map<string, Set<string>>();
  for (const { body } of latest === undefined ? [] : store.records.across<PublishedShortInterest>("short_interest", latest, latest, today)) {
    const company = companyIn(body.name);
    if (company === "" || otherKindOf(body.name) !== undefined) continue;
    const letter = classNamedIn(body.name) ?? "";
    const letters = found.get(company);
    if (letters) letters.add(letter);
    else found.set(company, new Set([letter]));
  }
  return found;
});

/** A share class in a symbol, such as BRK.B. W, U, R and P stand for warrants, units, rights and preferred shares. */
const CLASS_SYMBOL = /\.[A-OQSTVX-Z]$/;

/** True if another class of a company's shares is known: by the symbol, by the names of the latest settlement, or by another symbol of the company. */
export function hasOtherClasses(context: Context, ticker: string, name: string, settlement: IsoDate): boolean {
  if (CLASS_SYMBOL.test(ticker) || instrumentOf(ticker)?.multiClass) return true;
  if ((classesByCompany(context).get(companyIn(name))?.size ?? 0) > 1) return true;
  const cik = publishedFilerOf(context, ticker)?.cik;
  const symbols = cik === undefined ? [] : symbolsOfFiler(context, cik);
  if (symbols.length < 2) return false;
  const { records } = context.store;
  return symbols.some((symbol) => {
    if (symbol === ticker) return false;
    const row = records.on<PublishedShortInterest>("short_interest", symbol, settlement, context.clock.today());
    return row ? otherKindOf(row.body.name) === undefined : CLASS_SYMBOL.test(symbol);
  });
}

/** Shares outstanding in shares of a settlement, or why there is no such count. */
export type SharesCounted = { readonly shares: number } | { readonly code: Code; readonly why: ReasonText };

/** A position of one symbol on one day. */
interface Position {
  readonly ticker: string;
  /** FINRA's name of the issue. */
  readonly name: string;
  readonly settlement: IsoDate;
  readonly short: number;
  /** True if another class of the company's shares is known as of the answer: an earlier settlement was not public on its own day. */
  readonly classes: () => boolean;
}

const NEXT = "Field short_interest is available.";
/** No filing is known, or none that counts shares and is new enough. */
export const NO_COUNT: SharesCounted = {
  code: "denominator_invalid",
  why: { short: "No usable count of shares outstanding is known.", full: `No usable count of shares outstanding is known. ${NEXT}` },
};
const unlike = (kind: string, name: string, filing: string): SharesCounted => ({
  code: "denominator_invalid",
  why: {
    short: `Not computed: short interest is in ${kind}.`,
    full: `The percent of shares is not computed: short interest is in ${kind}${name === "" ? "" : ` ("${name}")`}, and the filing counts ${filing}. ${NEXT}`,
  },
});
const severalClasses = (name: string): SharesCounted => ({
  code: "multi_class_unresolved",
  why: {
    short: "Not computed: the company has several share classes.",
    full: `The percent of shares is not computed: the company has several share classes, short interest is of one of them${name === "" ? "" : ` ("${name}")`}, and the filing counts shares of all or of another. ${NEXT}`,
  },
});
const typedWrong = (why: string): SharesCounted => ({
  code: "denominator_invalid",
  why: {
    short: "Not computed: the count of shares is in doubt.",
    full: `The percent of shares is not computed: ${why}. The count may be typed in thousands. ${NEXT}`,
  },
});

/** Counts that differ by this factor are in different units: new shares and buybacks change a count far less within a year. */
const OTHER_UNIT = 200;
/** More times the shares outstanding are not sold short, also if the count is a year old. */
const MOST_TIMES_SHORT = 3;
const inOtherUnit = (a: number, b: number): boolean => Math.max(a / b, b / a) >= OTHER_UNIT;

const COVER = "EntityCommonStockSharesOutstanding";

/** True if the filing of a count states no single count on its cover, which then lists the classes one by one. */
function coverListsClasses(statement: Statement, accession: string): boolean {
  const all = statement.vintagesOf?.("shares_outstanding") ?? [];
  return !all.some(([, , filing, , tag]) => filing === accession && tag === COVER);
}

/** Why a count is in another unit than it seems, compared with the weighted average of its year, or else with the count of the year before. */
function unitDoubt(count: number, stated: Statement, before: Statement | undefined): string | undefined {
  const average = stated.figure("shares_basic") ?? stated.figure("shares_diluted");
  if (average !== undefined && average > 0)
    return inOtherUnit(count, average) ? `the filing counts ${count} shares outstanding, and ${average} on average over the period` : undefined;
  const earlier = before?.figure("shares_outstanding");
  return earlier !== undefined && earlier > 0 && inOtherUnit(count, earlier)
    ? `the filing counts ${count} shares outstanding, and that of ${before?.period} counts ${earlier}`
    : undefined;
}

/** The percent's denominator: the shares outstanding by the company's newest filing, if it counts what is sold short. */
export function sharesCounted(context: Context, { ticker, name, settlement, short, classes }: Position): SharesCounted {
  const filer = publishedFilerOf(context, ticker);
  if (!filer) return NO_COUNT;
  const kind = kindOfIssue(name, ticker);
  if (kind !== undefined) return unlike(kind, name, kind === "depositary shares" ? "ordinary shares" : "common shares");
  const statements = publishedStatements(context, filer);
  const newest = statements.latestFiling();
  const stated = (newest && statements.of(newest.periodEnd)) ?? statements.latestYear();
  const figure = stated?.statedFigure?.("shares_outstanding");
  if (!stated || !figure || isStale("annual_statement", stated.periodEnd, settlement)) return NO_COUNT;
  const [, count, accession, form] = figure.served;
  if ([form, statements.latestYear()?.filing.form ?? ""].some((of) => mayBeReceipts(name, of)))
    return unlike("shares that may be depositary receipts", name, "ordinary shares: it is a 20-F");
  const letter = classNamedIn(name);
  if (classes() || (letter !== undefined && (letter !== "A" || coverListsClasses(stated, accession)))) return severalClasses(name);
  const yearBefore = statements.years(2).find(({ periodEnd }) => periodEnd < stated.periodEnd);
  const doubt = unitDoubt(count, stated, yearBefore);
  if (doubt !== undefined) return typedWrong(doubt);
  const basis = shareBasisOf(context, ticker).onDay(figure, settlement);
  if (isDoubt(basis)) return { code: "share_basis_unknown", why: shortInterestUncompared(basis) };
  const shares = inShares("shares_outstanding", count, basis);
  if (shares <= 0) return NO_COUNT;
  return short > MOST_TIMES_SHORT * shares ? typedWrong(`${short} shares are sold short, and the filing counts ${shares} shares outstanding`) : { shares };
}
