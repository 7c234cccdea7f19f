import { untilImport } from "../../answers/until-import";
import type { Context } from "../../answers/context";
import { instrumentOf } from "../../instruments/universe";
import type { IsoDate } from "../../../contract/dates";
import type { PublishedShortInterest } from "../../records/equities";
import { CLASS_IN_WORDS, classNamedIn } from "../../records/symbols";
import { publishedFilerOf, symbolsOfFiler } from "../fundamentals/published-statements";

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

const names = untilImport<ReadonlyMap<string, ReadonlySet<string>>>();

/** The classes of each company by the names of the latest settlement; a name without a class counts as one. */
const classesByCompany = (context: Context): ReadonlyMap<string, ReadonlySet<string>> =>
  names(context, "", () => {
    const { clock, store } = context;
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
