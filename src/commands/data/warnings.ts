import { counted, withFullStop } from "../../contract/counted";
import { DAY_MS } from "../../contract/dates";
import { outdated, type RebuildWarnings } from "../../service/ingest/rebuild";
import type { LoggedFile } from "../../service/store/document-log";
import type { Store } from "../../service/store/store";
import { dataOption } from "../io";
import { type DataCall, type DataIo, RUN } from "./data-io";

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

/** Warns of documents that were imported when the clock of this machine was ahead: their values count as not public until that time. */
export function warnOfClock(store: Store, { io, folder }: Pick<DataCall, "io" | "folder">): void {
  // Of the oldest imports only the day is known, which counts to its end.
  const ahead = store.imports.files().filter((f) => Date.parse(f.seen) > io.now() + DAY_MS);
  const last = ahead.at(-1);
  if (!last) return;
  const others = ahead.length > 1 ? ` and ${counted(ahead.length - 1, "other document")}` : "";
  io.err(
    `${last.file} (no. ${last.id})${others} was imported when this machine's clock showed ${last.seen.slice(0, 10)}. Until then its values count as not public. If the clock is right now, type: ${RUN} forget ${last.id}${dataOption(folder)}, and import it again.`,
  );
}

/** The documents that the log has, and the database does not. */
export const lostDocuments = (store: Pick<Store, "lostEntries">): readonly LoggedFile[] => store.lostEntries().filter(({ sha256 }) => sha256 !== "");

/** That the database lacks documents that its log names, and what to do; undefined if it has all. */
export function lostWords(store: Pick<Store, "lostEntries">): string | undefined {
  const lost = lostDocuments(store);
  const [first] = lost;
  if (!first) return undefined;
  const others = lost.length > 1 ? ` and ${counted(lost.length - 1, "other document")}` : "";
  return `The import of ${first.file}${others} was interrupted, or lost when the power failed: no rows are stored of it yet. The next data command that writes completes it, and so does npm start. If this line comes again then, import the file again.`;
}

/**
 * That some rows were read by earlier rules of the service, and what to type; undefined if none were.
 *
 * @param folder the data folder as typed
 */
export function outdatedWords(store: Pick<Store, "imports">, folder: string | undefined): string | undefined {
  const publishers = outdated(store);
  if (publishers.length === 0) return undefined;
  return `Documents of ${publishers.join(", ")} were read by rules that this version corrects. To read them again, without the network, type: ${RUN} rebuild ${publishers.join(" ")}${dataOption(folder)}`;
}
