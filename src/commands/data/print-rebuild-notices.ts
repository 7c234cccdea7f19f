import type { RebuildWarnings } from "../../service/ingest/rebuild";
import { withFullStop } from "../../service/ingest/full-stop";
import { RUN, type DataIo } from "./data-io";

/** Maximum number of notices to print; the rest are counted. */
const NAMED = 3;

/** Prints notices after rows were rebuilt: documents without the prices that they need, and unusual values in others. */
export function printRebuildNotices(io: DataIo, { incomplete, notices }: RebuildWarnings): void {
  if (incomplete.length > 0)
    io.out(
      `No rows, because prices for these days are missing: ${incomplete.join(", ")}. Import the prices (${RUN} import prices FILE), then type: ${RUN} rebuild whale`,
    );
  notices.slice(0, NAMED).forEach((notice) => io.out(withFullStop(notice)));
  if (notices.length > NAMED) io.out(`And ${notices.length - NAMED} more notices.`);
}
