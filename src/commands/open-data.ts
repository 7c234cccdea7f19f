import path from "node:path";
import { withFullStop } from "../contract/counted";
import { completeImports } from "../service/ingest/rebuild";
import { openStore, type Store } from "../service/store/store";
import { updatingNow } from "./data/one-update";
import { UsageError } from "./io";
import { readRunning } from "./running";

type Options = Omit<Parameters<typeof openStore>[0], "earlier" | "readOnly" | "recreate" | "waiting">;

const WAITING = "(Another command is writing to the database: an import, an update, a rebuild or an upgrade. Waiting until it has ended.)";
/** How long a command waits before it says so. */
const SILENT_MS = 1_000;

/**
 * Opens the database of a command that writes. One of an earlier version is upgraded only if that was asked for, and if nothing else uses it.
 *
 * @param say prints a line if the command has to wait for another one, which it then does without a limit. Not for a command that handles signals
 * @throws OtherVersion for a database of another version; nothing was changed.
 */
export function openData(options: Options, upgrade: boolean, say?: (line: string) => void): Store {
  const earlier = (refusal: Error): void => {
    if (!upgrade) throw refusal;
    const folder = path.dirname(options.path);
    const pid = readRunning(folder)?.pid ?? updatingNow(options.path);
    if (pid !== undefined)
      throw new UsageError(`Process ${pid} is using the data in ${folder}, which is of an earlier version. Stop it, then make a backup and upgrade.`);
  };
  let isSaid = false;
  const waiting = (): void => {
    if (!isSaid) say?.(WAITING);
    isSaid = true;
  };
  return openStore({ ...options, earlier, ...(say ? { busyMs: SILENT_MS, waiting } : {}) });
}

/** The same for a command that imports, and for the service: imports that were interrupted are completed first. */
export function openCompleted(options: Options, upgrade: boolean, say?: (line: string) => void): Store {
  const store = openData(options, upgrade, say);
  try {
    const { documents, refused } = completeImports(store);
    if (documents.length > 0) options.notice?.(`(The import of ${documents.map(({ file }) => file).join(", ")} was interrupted before. It is complete now.)`);
    for (const { document, why } of refused)
      options.notice?.(
        `The import of ${document.file} was interrupted before and cannot be completed: ${withFullStop(why)} Type: npm run -s data -- forget ${document.id}, and import it again.`,
      );
    return store;
  } catch (e) {
    store.close();
    throw e;
  }
}
