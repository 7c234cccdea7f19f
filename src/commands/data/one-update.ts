import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Store } from "../../service/store/store";
import { UsageError } from "../io";

function alive(pid: number): boolean {
  try {
    // Signal 0 only asks whether the process is there.
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === "EPERM";
  }
}

const fileOf = (database: string): string => path.join(path.dirname(database), "updating");

/** The process that updates this data now, where another one does. One that was killed leaves its note behind, and does not count. */
export function updatingNow(database: string): number | undefined {
  if (!existsSync(fileOf(database))) return undefined;
  const pid = Number(readFileSync(fileOf(database), "utf8"));
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && alive(pid) ? pid : undefined;
}

/**
 * Lets one update at a time into a data folder: two would ask a publisher twice as often as it is polite to. Gives what ends it.
 *
 * @throws UsageError while another one is at work.
 */
export function claimUpdate(database: string, { writing }: Pick<Store, "writing">): () => void {
  const file = fileOf(database);
  // Under the write lock: of two that start at once, the second sees the note of the first.
  writing(() => {
    const pid = updatingNow(database);
    if (pid !== undefined) throw new UsageError(`update: another update is running on this data (process ${pid}). Wait until it is done, or stop it.`);
    writeFileSync(file, String(process.pid));
  });
  return () => rmSync(file, { force: true });
}
