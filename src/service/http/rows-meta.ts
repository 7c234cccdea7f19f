import { Type } from "@sinclair/typebox";
import { ATTRIBUTION, type SourceId } from "../records/attribution";
import { asOfRows } from "../evaluation/on-wire";
import type { CaveatId } from "../../contract/caveats";
import { SAMPLE } from "../answers/answering";
import type { Context } from "../answers/context";
import { isSampleOn, WITHHELD } from "../families/sample-switch";
import { isInSampleYears } from "../families/sample-years";
import { datasetRows } from "../store/freshness";
import type { Dataset } from "../records/record";

/** `meta` of an endpoint that lists published rows. */
export const RowsMeta = Type.Object({
  caveats: Type.Array(Type.String()),
  attribution: Type.Record(Type.String(), Type.String(), { description: "What must be said when quoting, by source." }),
  sample: Type.Boolean(),
  has_more: Type.Optional(Type.Boolean({ description: "True when rows follow after this page." })),
  note: Type.Optional(Type.String({ description: "What must be known of these rows, in words." })),
});

/** The `meta` of these rows. */
export const rowsMeta = (rows: readonly { readonly source: SourceId }[], note?: string, caveats: readonly CaveatId[] = []) => ({
  caveats: [...caveats],
  attribution: Object.fromEntries([...new Set(rows.map((r) => r.source))].map((s) => [s, ATTRIBUTION[s]])),
  sample: rows.some((r) => r.source === SAMPLE.source),
  ...(note === undefined ? {} : { note }),
});

/** The moment as of which records are what their publishers say: of several the oldest. The clock's where there is none. */
export const asOfEntities = (context: Context, dataset: Dataset, rows: readonly { readonly source: SourceId; readonly entity: string }[]): string =>
  asOfRows(context, [...new Set(rows.filter((r) => r.source !== SAMPLE.source).map(({ source, entity }) => datasetRows(source, dataset, entity)))]);

/** Generated rows where cells show them too, else why there are none: `of` is what makes them, where nothing published is loaded. */
export function sampleRows<T>(context: Context, of: () => readonly T[]): { readonly rows: readonly T[]; readonly withheld?: string } {
  if (!isSampleOn(context.store.feeds)) return { rows: [], withheld: WITHHELD.full };
  return { rows: isInSampleYears(context.clock.today()) ? of() : [] };
}
