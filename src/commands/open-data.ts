import path from "node:path";
import { openStore, type Store } from "../service/store/store";
import { updatingNow } from "./data/one-update";
import { UsageError } from "./io";
import { readRunning } from "./running";

type Options = Omit<Parameters<typeof openStore>[0], "earlier" | "readOnly" | "recreate">;

/**
 * Opens the database of a command that writes. One of an earlier version is upgraded only if that was asked for, and if nothing else uses it.
 *
 * @throws OtherVersion for a database of another version; nothing was changed.
 */
export function openData(options: Options, upgrade: boolean): Store {
  const earlier = (refusal: Error): void => {
    if (!upgrade) throw refusal;
    const folder = path.dirname(options.path);
    const pid = readRunning(folder)?.pid ?? updatingNow(options.path);
    if (pid !== undefined)
      throw new UsageError(`Process ${pid} is using the data in ${folder}, which is of an earlier version. Stop it, then make a backup and upgrade.`);
  };
  return openStore({ ...options, earlier });
}
