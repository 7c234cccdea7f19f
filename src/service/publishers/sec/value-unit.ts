import type { IsoDate } from "../../../contract/dates";

type ValueUnit = "dollars" | "thousands";

/** Tables filed from this day on are in dollars, earlier ones in thousands. The filing day counts, not the quarter. */
const DOLLARS_FROM: IsoDate = "2023-01-03";
/** Plausible median prices of a table's shares. In the wrong unit the median is off by a thousand. */
const PLAUSIBLE = { least: 3, most: 1500 };
/** With fewer lines the median is not reliable. */
const ENOUGH = 3;

/**
 * Determines the unit of a table's values: by the rule for its filing day, unless the prices per share are plausible only in the other unit, because filers
 * break the rule both ways. Berkshire Hathaway's class A is left out because of its price.
 */
export function valueUnit(rows: readonly { readonly issuer: string; readonly shares: number; readonly raw: number }[], filed: IsoDate): ValueUnit {
  const byRule: ValueUnit = filed >= DOLLARS_FROM ? "dollars" : "thousands";
  const ratios = rows
    .filter((r) => r.shares > 0 && r.raw > 0 && !/^BERKSHIRE/i.test(r.issuer))
    .map((r) => r.raw / r.shares)
    .sort((a, b) => a - b);
  if (ratios.length < ENOUGH) return byRule;
  const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
  const plausible = (factor: number): boolean => median * factor >= PLAUSIBLE.least && median * factor <= PLAUSIBLE.most;
  if (plausible(1) === plausible(1000)) return byRule;
  return plausible(1) ? "dollars" : "thousands";
}
