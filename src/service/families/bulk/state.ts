import { createHash } from "node:crypto";
import type { Context } from "../../answers/context";
import { lastReleaseTime } from "../../releases/releases";
import { NOW } from "../../store/publication";
import type { Versions } from "../../store/reads";
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

const estimates = new WeakMap<Context["store"]["reads"], Map<string, { readonly of: Versions; readonly rows: number }>>();

/** Counted once until an import changes the rows: a million rows take up to half a second. */
function estimateOf(dataset: BulkDataset, context: Context, versions: Versions): number {
  const { reads } = context.store;
  const known = estimates.get(reads) ?? new Map<string, { readonly of: Versions; readonly rows: number }>();
  estimates.set(reads, known);
  const before = known.get(dataset.name);
  if (before && [...versions].every(([kind, n]) => before.of.get(kind) === n)) return before.rows;
  const rows = dataset.estimate(context);
  known.set(dataset.name, { of: versions, rows });
  return rows;
}

/** The present state of a dataset, as of the context's moment. */
export function stateOf(dataset: BulkDataset, context: Context): State {
  const { store, clock } = context;
  const { versions } = store.reads.watch(() => store.reads.addRead(dataset.kinds));
  const rows = estimateOf(dataset, context, versions);
  // Between two release times nothing becomes public but what is imported, which changes the versions.
  const moment = store.moment === NOW ? "now" : clock.follows ? lastReleaseTime(clock.moment()) : clock.moment();
  const parts = [dataset.name, VERSION, rows, clock.today(), moment, ...[...versions].flat()];
  return { version: createHash("sha256").update(parts.join(" ")).digest("hex").slice(0, 16), versions, rows };
}
