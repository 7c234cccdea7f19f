import { createHash } from "node:crypto";
import type { Context } from "../../answers/context";
import { lastReleaseTime } from "../../releases/releases";
import { NOW } from "../../store/publication";
import type { Versions } from "../../store/read-cache";
import { VERSION } from "../../store/version";
import type { BulkDataset } from "./dataset";

/** One state of a dataset's rows. */
export interface State {
  /** Differs if any row of the file may differ. */
  readonly version: string;
  readonly versions: Versions;
  /** Stored rows, an estimate. */
  readonly rows: number;
}

/** Counted once until an import changes the rows: a million rows take up to half a second. */
function estimateOf(dataset: BulkDataset, context: Context): number {
  const { reads } = context.store;
  return reads.cached(reads.shelf("now", "bulk estimate"), dataset.name, () => {
    reads.addRead(dataset.kinds);
    return dataset.estimate(context);
  });
}

/** The present state of a dataset, as of the context's moment. */
export function datasetStateOf(dataset: BulkDataset, context: Context): State {
  const { store, clock } = context;
  const versions = store.reads.versionsOf(dataset.kinds);
  const rows = estimateOf(dataset, context);
  // Between two release times nothing becomes public but what is imported, which changes the versions.
  const moment = store.moment === NOW ? "now" : clock.follows ? lastReleaseTime(clock.moment()) : clock.moment();
  const parts = [dataset.name, VERSION, rows, clock.today(), moment, ...[...versions].flat()];
  return { version: createHash("sha256").update(parts.join(" ")).digest("hex").slice(0, 16), versions, rows };
}
