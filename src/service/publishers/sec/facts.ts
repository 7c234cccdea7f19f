import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import { CURRENCIES, type Currency } from "../../../contract/units";
import { standingOf, type Vintage } from "../../records/filings";
import { dayIn, isObject, type JsonObject, requiredNumber, textIn } from "../reading/read-json";
import { NothingServed, refuseFile } from "../reading/text";
import { filingOf } from "./filing-order";

export const FACTS_TITLE = "the SEC's company facts";

/** One value of one tag as stated by one filing. Without a start it is a value at one moment. */
export interface Fact {
  readonly tag: string;
  readonly start: IsoDate | undefined;
  readonly end: IsoDate;
  readonly unit: string;
  readonly vintage: Vintage;
  /** True if the filing is a report, whose figures are those of the period. */
  readonly isReport: boolean;
}

const MEMBERS: ReadonlySet<string> = new Set(["start", "end", "val", "accn", "fy", "fp", "form", "filed", "frame"]);

/** All values of a tag, in any unit, except those that never count as the company's figures. */
export function factsOf(taxonomy: JsonObject, tag: string): Fact[] {
  const concept = taxonomy[tag];
  if (concept === undefined) return [];
  if (!isObject(concept) || !isObject(concept["units"]))
    refuseFile(`expected units of ${tag} in ${FACTS_TITLE}; the SEC may have changed the format: update the service`);
  return Object.entries(concept["units"]).flatMap(([unit, list]) => {
    if (!Array.isArray(list) || !list.every(isObject)) refuseFile(`expected a list of facts as ${tag} in ${shown(unit)} of ${FACTS_TITLE}; fetch it again`);
    return list.flatMap((row): Fact[] => {
      const odd = Object.keys(row).find((name) => !MEMBERS.has(name));
      if (odd !== undefined)
        refuseFile(`${shown(odd)} is not a member of ${FACTS_TITLE} that this service knows; update the service if the SEC has added or renamed one`);
      const start = row["start"] === undefined ? undefined : dayIn(row, "start", FACTS_TITLE);
      const filed = dayIn(row, "filed", FACTS_TITLE);
      const form = textIn(row, "form", FACTS_TITLE);
      const vintage: Vintage = [filed, requiredNumber(row, "val", FACTS_TITLE), textIn(row, "accn", FACTS_TITLE), form, tag];
      const standing = standingOf(form);
      return standing === "never" ? [] : [{ tag, unit, start, end: dayIn(row, "end", FACTS_TITLE), vintage, isReport: standing === "report" }];
    });
  });
}

/** The unit of an amount or a figure per share names a currency. */
const currencyIn = (unit: string): string | undefined => /^([A-Z]{3})(?:\/shares)?$/.exec(unit)?.[1];

/**
 * The reporting currency of each filing: that of most of its facts, because a filer may state a few lines, or its newest year, in another one too. Of two with as
 * many facts, the one with more in the whole file.
 *
 * @throws NothingServed if no filing is in a served currency
 */
export function reportingCurrencies(facts: readonly Fact[]): ReadonlyMap<string, Currency> {
  const counts = new Map<string, Map<string, number>>();
  const all = new Map<string, number>();
  for (const { unit, vintage } of facts) {
    const currency = currencyIn(unit);
    if (currency === undefined) continue;
    const filing = filingOf(vintage);
    const of = counts.get(filing) ?? new Map<string, number>();
    counts.set(filing, of.set(currency, (of.get(currency) ?? 0) + 1));
    all.set(currency, (all.get(currency) ?? 0) + 1);
  }
  const most = (of: ReadonlyMap<string, number>): string | undefined =>
    [...of.keys()].sort((a, b) => (of.get(b) ?? 0) - (of.get(a) ?? 0) || (all.get(b) ?? 0) - (all.get(a) ?? 0) || (a < b ? -1 : 1))[0];
  const found = new Map<string, Currency>();
  for (const [filing, of] of counts) {
    const currency = CURRENCIES.find((c) => c === most(of));
    if (currency) found.set(filing, currency);
  }
  if (counts.size === 0) throw new NothingServed("it has no statement line that this service serves; the filer may file none");
  if (found.size === 0) throw new NothingServed(`the filer reports in ${most(all)}, a currency that this service does not serve`);
  return found;
}
