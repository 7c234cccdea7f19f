import { isFunctionName, type FunctionName } from "../../contract/functions";
import { listingOf } from "../../contract/functions/listing";
import { sheetPath } from "../../contract/paths";
import type { RegistryRow } from "../../contract/wire";
import { counted, withSeparators } from "../../contract/counted";

/** One-line title of a sheet path. */
export function pathTitle(fn: FunctionName, field: string | undefined): string {
  const { title, fields } = listingOf(fn);
  const found = fields.find((f) => f.name === field);
  return found ? `${title}: ${found.about}` : title;
}

/** What a function's first argument names, by the id of its vocabulary. */
const NAMED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  SeriesId: ["series", "series"], Tenor: ["tenor", "tenors"], MoneyRate: ["rate", "rates"], CentralBank: ["central bank", "central banks"],
  Country: ["economy", "economies"], Asset: ["coin", "coins"], Perpetual: ["perpetual", "perpetuals"], SignalType: ["signal type", "signal types"],
}; // prettier-ignore
const NAMED_BY: { readonly [F in FunctionName]?: readonly [one: string, many: string] } = {
  NETLIQ: ["block", "blocks"],
  ODDS: ["market", "markets"],
  IPO: ["company", "companies"],
  FUNDING: ["perpetual", "perpetuals"],
};
const TICKERS = ["ticker", "tickers"] as const;

/** What the count of a row counts. */
function namedBy({ kind, field }: RegistryRow): readonly [one: string, many: string] {
  const fn = kind === "path" ? sheetPath(field)?.fn : field.replace(/^SERVICE\./, "");
  if (kind === "screener" || fn === undefined || !isFunctionName(fn)) return TICKERS;
  return NAMED_BY[fn] ?? NAMED[listingOf(fn).parameters[0]?.vocabulary?.id ?? ""] ?? TICKERS;
}

/** Coverage: how many tickers, series or other names, or time span of a series. */
export function universeWords(row: RegistryRow): string {
  if (row.kind === "series")
    return [row.last_observation ? `to ${row.last_observation}` : "", row.observations === undefined ? "" : `${withSeparators(row.observations)} observations`]
      .filter(Boolean)
      .join(", ");
  // One is the figure itself, such as net liquidity.
  return row.universe === null || row.universe === 1 || row.kind === "caveat" ? "" : `for ${counted(row.universe, ...namedBy(row))}`;
}
