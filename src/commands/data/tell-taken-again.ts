import type { TakenAgain } from "../../service/ingest/rebuild";
import { dot } from "../../service/ingest/update-feed";
import { RUN, type DataIo } from "./data-io";

/** So many odd documents are named; the rest are counted. */
const NAMED = 3;

/** Documents that bring nothing for now because what values them is not there any more, with what to do; and what looks odd in others. */
export function tellTakenAgain(io: DataIo, { incomplete, notices }: TakenAgain): void {
  if (incomplete.length > 0)
    io.out(
      `Without a price of its day, and so without any row now: ${incomplete.join(", ")}. Import the prices (${RUN} import prices FILE), then: ${RUN} rebuild whale`,
    );
  notices.slice(0, NAMED).forEach((notice) => io.out(dot(notice)));
  if (notices.length > NAMED) io.out(`And ${notices.length - NAMED} notices more.`);
}
