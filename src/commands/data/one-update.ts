import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Store } from "../../service/store/store";
import { UsageError } from "../io";
import { isRunning } from "../running";

const fileOf = (database: string): string => path.join(path.dirname(database), "updating");

/** Id of another process that is updating this data. Ignores the file of a killed process. */
export function updatingNow(database: string): number | undefined {
  if (!existsSync(fileOf(database))) return undefined;
  const pid = Number(readFileSync(fileOf(database), "utf8"));
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isRunning(pid) ? pid : undefined;
}

/**
 * Allows one update at a time per data folder: two would exceed the publishers' request limits. A removal claims it too, because an update stores the state of its feeds as
 * it was before. Returns a function that ends the claim.
 *
 * @throws UsageError while another process has it.
 */
export function claimUpdate(command: "update" | "forget", database: string, { writing }: Pick<Store, "writing">): () => void {
  const file = fileOf(database);
  // Under the write lock: if two start at once, the second sees the file of the first.
  writing(() => {
    const pid = updatingNow(database);
    if (pid !== undefined) throw new UsageError(`${command}: an update is running on this data (process ${pid}). Wait until it ends, or stop it.`);
    writeFileSync(file, String(process.pid));
  });
  return () => rmSync(file, { force: true });
}
