import type { LargeDocument } from "../../service/records/large-document";
import type { Receiver } from "../../service/store/archive";
import type { DataCall } from "./data-io";

const COPIED_AT_ONCE = 8 * 1024 * 1024;

/** Copies a document into the archive. Returns its SHA-256. */
export function keepDocument(receiver: Receiver, { read, size }: Pick<LargeDocument, "read" | "size">): string {
  try {
    for (let at = 0; at < size; at += COPIED_AT_ONCE) receiver.write(read(at, COPIED_AT_ONCE));
  } catch (e) {
    receiver.drop();
    throw e;
  }
  return receiver.keep();
}

/** Interval of progress lines. */
const PROGRESS_EVERY_MS = 5_000;

/** Prints how much of a long import is done, in bytes of all `of`, at intervals. */
export function progressLines(io: Pick<DataCall["io"], "now" | "out">, of: number): (done: number) => void {
  let lastLine = io.now();
  return (done) => {
    if (io.now() - lastLine < PROGRESS_EVERY_MS) return;
    lastLine = io.now();
    io.out(`  ${Math.floor((100 * done) / Math.max(1, of))} % …`);
  };
}
