import { Type } from "@sinclair/typebox";
import { ATTRIBUTION, type SourceId } from "../../records/attribution";
import { asOfRows } from "../../evaluation/on-wire";
import type { CaveatId } from "../../../contract/caveats";
import { SAMPLE } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { isSampleOn, isSampleShown, WITHHELD } from "../../families/sample-switch";
import { datasetRows } from "../../store/freshness";
import type { Dataset } from "../../records/record";

/** `meta` of an endpoint that lists published rows. */
export const RowsMeta = Type.Object({
  caveats: Type.Array(Type.String()),
  attribution: Type.Record(Type.String(), Type.String(), { description: "The attribution to quote, by source." }),
  sample: Type.Boolean(),
  has_more: Type.Optional(Type.Boolean({ description: "True if rows follow this page." })),
  note: Type.Optional(Type.String({ description: "A note for the reader: a method, or why there are no rows." })),
});

/** Builds the `meta` of these rows. */
export const rowsMeta = (rows: readonly { readonly source: SourceId }[], note?: string, caveats: readonly CaveatId[] = []) => ({
  caveats: [...caveats],
  attribution: Object.fromEntries([...new Set(rows.map((r) => r.source))].map((s) => [s, ATTRIBUTION[s]])),
  sample: rows.some((r) => r.source === SAMPLE.source),
  ...(note === undefined ? {} : { note }),
});

/** When these rows were last confirmed: the oldest of several. The clock's time if none is published. */
export const asOfEntities = (context: Context, dataset: Dataset, rows: readonly { readonly source: SourceId; readonly entity: string }[]): string =>
  asOfRows(context, [...new Set(rows.filter((r) => r.source !== SAMPLE.source).map(({ source, entity }) => datasetRows(source, dataset, entity)))]);

interface ShownRows<T> {
  readonly rows: readonly T[];
  /** Says that sample data is off. */
  readonly whyEmpty?: string;
}

/** Why there are no rows: sample data is off, or this reason. */
export const whyNone = ({ store }: Pick<Context, "store">, reason: string): string => (isSampleOn(store.feeds) ? reason : WITHHELD.full);

/** Rows that are read unless they are sample rows that cells do not show, either. */
export const shownRows = <T>(context: Context, isPublished: boolean, read: () => readonly T[]): ShownRows<T> =>
  isPublished || isSampleShown(context) ? { rows: read() } : { rows: [], ...(isSampleOn(context.store.feeds) ? {} : { whyEmpty: WITHHELD.full }) };

/** The same of sample rows only. */
export const shownSampleRows = <T>(context: Context, read: () => readonly T[]): ShownRows<T> => shownRows(context, false, read);

/** The same of rows that take long to read. */
export async function readShownRows<T>(context: Context, isPublished: boolean, read: () => Promise<readonly T[]>): Promise<ShownRows<T>> {
  const rows = isPublished || isSampleShown(context) ? await read() : [];
  return shownRows(context, isPublished, () => rows);
}
