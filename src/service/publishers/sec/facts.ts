import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import { CURRENCIES, type Currency } from "../../../contract/units";
import type { Vintage } from "../../records/statement";
import { dayIn, isObject, requiredNumber, textIn, type JsonObject } from "../reading/read-json";
import { NothingServed, RefusedFile } from "../reading/refused-file";

export const TITLE = "the SEC's company facts";

/** One value of one tag as one filing stated it; without a start it is of a moment. */
export interface Fact {
  readonly tag: string;
  readonly start: IsoDate | undefined;
  readonly end: IsoDate;
  readonly unit: string;
  readonly vintage: Vintage;
}

const MEMBERS: ReadonlySet<string> = new Set(["start", "end", "val", "accn", "fy", "fp", "form", "filed", "frame"]);

/** Every value of a tag, in whatever unit. */
export function factsOf(taxonomy: JsonObject, tag: string): Fact[] {
  const concept = taxonomy[tag];
  if (concept === undefined) return [];
  if (!isObject(concept) || !isObject(concept["units"]))
    throw new RefusedFile(`expected units of ${tag} in ${TITLE}; the SEC may have changed the form: update the service`);
  return Object.entries(concept["units"]).flatMap(([unit, list]) => {
    if (!Array.isArray(list) || !list.every(isObject))
      throw new RefusedFile(`expected a list of facts as ${tag} in ${shown(unit)} of ${TITLE}; fetch it again`);
    return list.map((row): Fact => {
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
  });
}

/** The currency that most facts of the document are in: a filer may state a few lines in others. */
export function currencyOf(facts: readonly Fact[]): Currency {
  const counts = new Map<string, number>();
  for (const { unit } of facts) if (/^[A-Z]{3}$/.test(unit)) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (most === undefined) throw new NothingServed("no line of a statement that this service knows is in it; the filer may file none");
  const currency = CURRENCIES.find((c) => c === most);
  if (!currency) throw new NothingServed(`the filer reports in ${most}, which is not among the currencies that this service serves`);
  return currency;
}
