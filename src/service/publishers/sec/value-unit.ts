import type { IsoDate } from "../../../contract/dates";

type ValueUnit = "dollars" | "thousands";

/** Tables filed from this day on are in dollars, earlier ones in thousands; that goes by the day of filing, not by the quarter. */
const DOLLARS_FROM: IsoDate = "2023-01-03";
/** Middles of a table's prices a share between these are those of shares; a table in the other unit would be off by a thousand. */
const PLAUSIBLE = { least: 3, most: 1500 };
/** Fewer lines than this say too little of a middle. */
const ENOUGH = 3;

/**
 * The unit of a table's values: by the rule of the day on which it was filed, unless the prices a share that follow from it are out of all reason and those of
 * the other unit are not: filers disobey both ways. Berkshire Hathaway's class A is left out by its price.
 */
export function valueUnit(rows: readonly { readonly issuer: string; readonly shares: number; readonly raw: number }[], filed: IsoDate): ValueUnit {
  const byRule: ValueUnit = filed >= DOLLARS_FROM ? "dollars" : "thousands";
  const ratios = rows
    .filter((r) => r.shares > 0 && r.raw > 0 && !/^BERKSHIRE/i.test(r.issuer))
    .map((r) => r.raw / r.shares)
    .sort((a, b) => a - b);
  if (ratios.length < ENOUGH) return byRule;
  const middle = ratios[Math.floor(ratios.length / 2)] ?? 0;
  const plausible = (factor: number): boolean => middle * factor >= PLAUSIBLE.least && middle * factor <= PLAUSIBLE.most;
  if (plausible(1) === plausible(1000)) return byRule;
  return plausible(1) ? "dollars" : "thousands";
}
