import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import { CURRENCIES, type Currency } from "../../../contract/units";
import type { Vintage } from "../../records/statement";
import { dayIn, isObject, requiredNumber, textIn, type JsonObject } from "../reading/read-json";
import { NothingServed, RefusedFile } from "../reading/refused-file";
import { standingOf } from "../../records/forms";

export const TITLE = "the SEC's company facts";

/** One value of one tag as stated by one filing. Without a start it is a value at one moment. */
export interface Fact {
  readonly tag: string;
  readonly start: IsoDate | undefined;
  readonly end: IsoDate;
  readonly unit: string;
  readonly vintage: Vintage;
}

const MEMBERS: ReadonlySet<string> = new Set(["start", "end", "val", "accn", "fy", "fp", "form", "filed", "frame"]);

/** All values of a tag, in any unit, except those that never count as the company's figures. */
export function factsOf(taxonomy: JsonObject, tag: string): Fact[] {
  const concept = taxonomy[tag];
  if (concept === undefined) return [];
  if (!isObject(concept) || !isObject(concept["units"]))
    throw new RefusedFile(`expected units of ${tag} in ${TITLE}; the SEC may have changed the format: update the service`);
  return Object.entries(concept["units"]).flatMap(([unit, list]) => {
    if (!Array.isArray(list) || !list.every(isObject))
      throw new RefusedFile(`expected a list of facts as ${tag} in ${shown(unit)} of ${TITLE}; fetch it again`);
    const facts = list.map((row): Fact => {
      const odd = Object.keys(row).find((name) => !MEMBERS.has(name));
      if (odd !== undefined)
        throw new RefusedFile(`${shown(odd)} is not a member of ${TITLE} that this service knows; update the service if the SEC has added or renamed one`);
      const start = row["start"] === undefined ? undefined : dayIn(row, "start", TITLE);
      const filed = dayIn(row, "filed", TITLE);
      return {
        tag,
        unit,
        start,
        end: dayIn(row, "end", TITLE),
        vintage: [filed, requiredNumber(row, "val", TITLE), textIn(row, "accn", TITLE), textIn(row, "form", TITLE), tag],
      };
    });
    return facts.filter(({ vintage: [, , , form] }) => standingOf(form) !== "never");
  });
}

/** The currency of most facts. A filer may state a few lines in others. */
export function currencyOf(facts: readonly Fact[]): Currency {
  const counts = new Map<string, number>();
  for (const { unit } of facts) if (/^[A-Z]{3}$/.test(unit)) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (most === undefined) throw new NothingServed("it has no statement line that this service serves; the filer may file none");
  const currency = CURRENCIES.find((c) => c === most);
  if (!currency) throw new NothingServed(`the filer reports in ${most}, a currency that this service does not serve`);
  return currency;
}
