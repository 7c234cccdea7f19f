import type { Context } from "../../answers/context";
import { publishedRows } from "../../answers/published-rows";
import type { Filer } from "../../records/statement";

/** Tickers of companies with an imported statement or filing. */
function tickers({ store: { records } }: Context): string[] {
  // The entity of statements and filings is the CIK, with a suffix for quarters and other forms.
  const filed = new Set((["statement", "filing"] as const).flatMap((dataset) => records.entities(dataset).map((e) => /^\d+/.exec(e)?.[0] ?? "")));
  if (filed.size === 0) return [];
  const filers = records.across<Filer>("filer", "0001-01-01", "9999-12-31", "9999-12-31");
  return filers.filter((f) => filed.has(f.body.cik)).map((f) => f.entity);
}

/** Statements and filings by company. */
export const publishedFilers = publishedRows(["statement", "filing"], tickers);
