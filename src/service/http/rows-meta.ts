import { Type } from "@sinclair/typebox";
import { ATTRIBUTION, type SourceId } from "../attribution";
import { asOfRows } from "../evaluate";
import type { Context } from "../families/family";
import { datasetRows } from "../store/freshness";
import type { Dataset } from "../store/records";

/** `meta` of an endpoint that lists published rows. */
export const RowsMeta = Type.Object({
  caveats: Type.Array(Type.String()),
  attribution: Type.Record(Type.String(), Type.String(), { description: "What must be said when quoting, by source." }),
  sample: Type.Boolean(),
  has_more: Type.Optional(Type.Boolean({ description: "True when rows follow after this page." })),
  note: Type.Optional(Type.String({ description: "What must be known of these rows, in words." })),
});

/** The `meta` of these rows; published rows are never samples. */
export const rowsMeta = (rows: readonly { readonly source: SourceId }[], note?: string) => ({
  caveats: [],
  attribution: Object.fromEntries([...new Set(rows.map((r) => r.source))].map((s) => [s, ATTRIBUTION[s]])),
  sample: false,
  ...(note === undefined ? {} : { note }),
});

/** The moment as of which records are what their publishers say: of several the oldest. The clock's where there is none. */
export const asOfEntities = (context: Context, dataset: Dataset, rows: readonly { readonly source: SourceId; readonly entity: string }[]): string =>
  asOfRows(context, [...new Set(rows.map(({ source, entity }) => datasetRows(source, dataset, entity)))]);
