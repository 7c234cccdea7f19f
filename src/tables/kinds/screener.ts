import { SCREENER_FIELDS } from "../../contract/screener";
import { LAYOUT, TableRefusal, type Asked } from "../kind";
import { listKind, mostRows } from "../list-kind";
import { formatOf } from "../number-formats";
import { given, type ListColumn } from "../read-body";

/** The filters as parameters: `sector=eq:Energy&market_cap=gte:1e9`. */
function filtersOf(asked: Asked): Record<string, string> {
  const filters: Record<string, string> = {};
  for (const part of given(asked, "filters").split(/[&\n;]/)) {
    const text = part.trim();
    if (text === "") continue;
    const [name, ...rest] = text.split("=");
    const known = SCREENER_FIELDS.find((field) => field.name === name?.trim());
    if (!known || rest.length === 0)
      throw new TableRefusal(`Filters: expected a field, an equals sign and a condition, such as market_cap=gte:1e9, got ${text.slice(0, 60)}.`);
    // The field for several conditions on one name is `between`.
    if (filters[known.name] !== undefined) throw new TableRefusal(`Filters: ${known.name} occurs twice. Use between, such as ${known.name}=between:1,2.`);
    filters[known.name] = rest.join("=").trim();
  }
  return filters;
}

const COLUMNS: readonly ListColumn[] = SCREENER_FIELDS.map((field) => ({
  id: field.name,
  heading: field.unit === "USD" ? `${field.label}, USD` : field.label,
  ...(field.type === "number" ? { format: field.isWhole ? "#,##0" : formatOf(field.unit ?? "ratio") } : { as: "text" as const }),
}));

/** The names that meet conditions. */
export const SCREENER = listKind({
  id: "screener",
  title: "Screener results",
  about: "Names that meet all conditions, as on the screener page.",
  fields: [
    { id: "filters", label: "Filters", hint: "as in the screener's address: sector=eq:Energy&market_cap=gte:1e9", example: "sector=eq:Energy" },
    {
      id: "sort",
      label: "Sort by",
      choices: [["market_cap", "Market cap"], ...SCREENER_FIELDS.flatMap(({ name, label }) => (name === "market_cap" ? [] : [[name, label] as const]))],
    },
    {
      id: "direction",
      label: "Direction",
      choices: [
        ["desc", "Largest first"],
        ["asc", "Smallest first"],
      ],
    },
    mostRows(50, 2000),
    LAYOUT,
  ],
  titleOf: (asked) => `Screener${given(asked, "filters") ? `: ${given(asked, "filters")}` : ""}`,
  path: () => "/v1/screen",
  parameters: (asked) => ({ ...filtersOf(asked), sort: given(asked, "sort"), order: given(asked, "direction") }),
  page: 500,
  offset: true,
  columns: [{ id: "ticker", heading: "Ticker", as: "text", key: true }, { id: "name", heading: "Name", as: "text" }, ...COLUMNS],
});
