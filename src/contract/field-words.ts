import { isFunctionName } from "./functions";
import { listingOf } from "./functions/listing";
import { SERIES_SEARCH } from "./listed/series-search";
import { SCREENER_FIELDS } from "./screener";
import type { RegistryRow } from "./wire";

/** Words besides identifier and description by which people search a row of the registry, such as "yield" for DGS10. Empty for most rows. */
export function fieldWords({ kind, field }: Pick<RegistryRow, "kind" | "field">): string {
  if (kind === "series") return SERIES_SEARCH[field]?.words ?? "";
  if (kind === "screener") {
    const { label = "", words = "" } = SCREENER_FIELDS.find(({ name }) => name === field) ?? {};
    return `${label} ${words}`;
  }
  const fn = field.replace(/^SERVICE\./, "");
  if (kind !== "function" || !isFunctionName(fn)) return "";
  const { title, search } = listingOf(fn);
  return `${title} ${search}`;
}
