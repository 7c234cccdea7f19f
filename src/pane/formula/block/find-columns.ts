import { findOfCompanies } from "../search/find";
import { otherSpan } from "../search/start";
import { partsOf, severalIn } from "../search/several";
import { columnOfFigure, type FigureColumn } from "./figure-columns";

interface FoundColumns {
  readonly columns: readonly FigureColumn[];
  /** True if the text names all of them: they are added together. */
  readonly together: boolean;
  /** What was not found, and what to do. */
  readonly remark: string | undefined;
}

const notFound = (text: string): string => `No figure of a company for “${text}”. Try fewer words, such as free cash flow.`;

function columnsFor(text: string): FoundColumns {
  const { hits, none } = findOfCompanies(text);
  const found = hits.flatMap((hit) => (hit.kind === "figure" ? (columnOfFigure(hit.figure) ?? []) : []));
  const columns = [...new Map(found.map((column) => [column.key, column])).values()];
  const period = hits[0]?.kind === "figure" ? hits[0].period : undefined;
  const latest = period === undefined ? undefined : `The columns show latest values, not those of ${period}. Choose one function for its period.`;
  return { columns, together: false, remark: none?.message ?? (columns.length === 0 ? notFound(text) : (latest ?? otherSpan(hits[0]))) };
}

/** The figures of companies that a text means, best first, as Build's search finds them; or all that it lists, such as `p/e, revenue, days to cover`. */
export function findColumns(typed: string): FoundColumns {
  const parts = partsOf(typed);
  const named = severalIn(typed);
  if (named && named.tickers.length === 0 && named.figures.length > 1)
    return { columns: named.figures.flatMap((figure) => columnOfFigure(figure) ?? []), together: true, remark: undefined };
  if (parts.length < 2) return columnsFor(parts[0] ?? "");
  const each = parts.map(columnsFor);
  const columns = each.flatMap((found) => found.columns.slice(0, 1));
  return { columns: [...new Set(columns)], together: true, remark: each.find((found) => found.remark)?.remark };
}
