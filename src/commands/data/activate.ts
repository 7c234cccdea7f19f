import { shown } from "../../contract/arguments";
import { isoOf } from "../../contract/dates";
import { RESTORED, restoredOn } from "../../service/store/feeds";
import type { Store } from "../../service/store/store";
import { dataOption, UsageError } from "../io";
import { noDatabase, readingStore, RUN, withStore, type DataCall } from "./data-io";

/**
 * Why a restored copy delivers and fetches nothing, and what to type; undefined for other data.
 *
 * @param folder the data folder as typed
 */
export function restoredWords({ feeds }: Pick<Store, "feeds">, folder: string | undefined): string | undefined {
  const day = restoredOn(feeds);
  if (day === undefined) return undefined;
  return `This data was restored from a backup on ${day}: webhooks and background updates wait. If no other service uses it any more, type: ${RUN} activate${dataOption(folder)}`;
}

/** `data -- activate`: ends the state of a restored copy. */
export function activate(call: DataCall): void {
  const { words, database, io } = call;
  if (words.length > 0) throw new UsageError(`activate takes no arguments, got ${shown(words[0])}.`);
  const none = noDatabase(database);
  if (none !== undefined) throw new UsageError(`${none} Name the restored data with --data or SERVICE_DATA.`);
  if (readingStore(database, ({ feeds }) => restoredOn(feeds)) === undefined) return io.out("This data is active already: nothing was changed.");
  withStore(call, (store) => store.writing(() => store.feeds.decide(RESTORED, false, isoOf(io.now()))));
  io.out("Activated: from now on a running service delivers webhooks and, with --live, fetches due data.");
}
