import { seriesOf } from "../../contract/series";
import type { Question } from "../../core/question";

/** Figures of these functions, by field, that are a rate in percent a year. */
const RATES: Readonly<Record<string, readonly string[]>> = {
  CBRATE: ["rate", "superseded_rate_pct"],
  MMRATE: ["rate", "percentile_1", "percentile_99", "target_lower", "target_upper"],
};

/** True if a figure in percent is an interest rate, whose changes are stated in basis points. All curated series in percent are such rates. */
export function isInterestRate({ cell }: Question): boolean {
  if (!("fn" in cell)) return false;
  const { fn, args } = cell;
  if (fn === "YIELD") return true;
  if (fn === "FRED" || fn === "FREDH") return seriesOf(String(args[0]))?.unit === "%" && !args.includes("change_pct");
  const rates = RATES[fn];
  return rates !== undefined && rates.includes(String(args[1] ?? rates[0]));
}
