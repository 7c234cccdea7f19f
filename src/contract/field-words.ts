import { isFunctionName } from "./functions";
import { listingOf } from "./functions/listing";
import { SCREENER_FIELDS } from "./screener";
import { TENOR_SERIES } from "./series";
import type { RegistryRow } from "./wire";

const TREASURY = new Set<string>(Object.values(TENOR_SERIES));

/** Words besides identifier and description by which people search a row of the registry, such as "yield" for DGS10. Empty for most rows. */
export function fieldWords({ kind, field }: Pick<RegistryRow, "kind" | "field">): string {
  if (kind === "series")
    return TREASURY.has(field) ? "yield rate bond government" : /CPI/.test(field) ? "inflation" : /VIX/.test(field) ? "vix volatility" : "";
  if (kind === "screener") return `${SCREENER_FIELDS.find(({ name }) => name === field)?.label ?? ""} ${field === "market_cap" ? "market value" : ""}`;
  const fn = field.replace(/^SERVICE\./, "");
  if (kind !== "function" || !isFunctionName(fn)) return "";
  const { title, search } = listingOf(fn);
  return `${title} ${search}`;
}
