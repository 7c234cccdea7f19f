import type { ReportedOffering } from "../records/offering";
import type { RecordRow } from "../records/record";
import type { ShortVolume } from "../records/short-volume";
import type { StatedPeriod } from "../records/statement";
import { congressDoubt } from "./congress";
import { firstDoubt, type StoredBefore } from "./doubt-check";
import { OFFERING_CHECKS } from "./offering";
import { statementDoubts } from "./served-figure";
import { SHORT_VOLUME_CHECKS } from "./short-volume";

/** A row as imported or stored. */
export type CheckedRow = Pick<RecordRow, "dataset" | "entity" | "date" | "key" | "known" | "body">;

/** The doubts about one row, each in a sentence. `stored` finds rows to compare with. */
type DoubtsOf = (row: CheckedRow, stored: StoredBefore) => readonly (string | undefined)[];

/** The checks of each dataset. The same ones run at import, in `data -- check`, and at the answer. */
const BY_DATASET: { readonly [D in RecordRow["dataset"]]?: DoubtsOf } = {
  congress_trade: (row) => [congressDoubt(row)],
  offering: ({ body }) => [firstDoubt(OFFERING_CHECKS, body as ReportedOffering)],
  statement: ({ body }) => statementDoubts(body as StatedPeriod, "9999-12-31"),
  short_volume: ({ body }) => [firstDoubt(SHORT_VOLUME_CHECKS, body as ShortVolume)],
};

/** The datasets with checks. */
export const CHECKED_DATASETS = Object.keys(BY_DATASET) as readonly RecordRow["dataset"][];

/** All doubts about one row. */
export const doubtsOf = (row: CheckedRow, stored: StoredBefore): readonly string[] =>
  (BY_DATASET[row.dataset]?.(row, stored) ?? []).filter((one) => one !== undefined);
