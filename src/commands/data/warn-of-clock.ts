import { counted } from "../../contract/counted";
import { DAY_MS } from "../../contract/dates";
import type { Store } from "../../service/store/store";
import { dataOption } from "../io";
import { RUN, type DataCall } from "./data-io";

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
