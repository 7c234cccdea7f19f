import { shown } from "../../contract/arguments";
import type { Store } from "../../service/store/store";
import { dataOption, UsageError } from "../io";
import { noDatabase, readingStore, RUN, withStore, type DataCall } from "./data-io";

/**
 * Why a restored copy delivers and fetches nothing, and what to type; undefined for other data.
 *
 * @param folder the data folder as typed
 */
export async function restoredWords({ ledger }: Pick<Store, "ledger">, folder: string | undefined): Promise<string | undefined> {
  const day = await ledger.restoredOn();
  if (day === undefined) return undefined;
  return `This data was restored from a backup on ${day}: webhooks and background updates wait. If no other service uses it any more, type: ${RUN} activate${dataOption(folder)}`;
}

/** `data -- activate`: ends the state of a restored copy. */
export async function activate(call: DataCall): Promise<void> {
  const { words, database, io } = call;
  if (words.length > 0) throw new UsageError(`activate takes no arguments, got ${shown(words[0])}.`);
  const none = noDatabase(database);
  if (none !== undefined) throw new UsageError(`${none} Name the restored data with --data or SERVICE_DATA.`);
  if ((await readingStore(database, ({ ledger }) => ledger.restoredOn())) === undefined) return io.out("This data is active already: nothing was changed.");
  await withStore(call, ({ ledger }) => ledger.activate());
  io.out("Activated: from now on a running service delivers webhooks and, with --live, fetches due data.");
}
