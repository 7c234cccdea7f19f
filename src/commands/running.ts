import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { storeIdOf } from "../service/store/store-id";

/** A started service leaves a note in its data folder, so that other commands ask it instead of starting another. */
export interface Running {
  readonly url: string;
  /** Where Excel reaches it. */
  readonly httpsPort: number;
  readonly pid: number;
  /** Identifies the database that it answers from: a copy of the folder copies this note too. */
  readonly store: string;
}

const file = (folder: string): string => path.join(folder, "running.json");

export const noteRunning = (folder: string, running: Running): void => writeFileSync(file(folder), JSON.stringify(running));

export function forgetRunning(folder: string, pid: number): void {
  if (readRunning(folder)?.pid === pid) rmSync(file(folder), { force: true });
}

export function readRunning(folder: string): Running | undefined {
  if (!existsSync(file(folder))) return undefined;
  try {
    const noted = JSON.parse(readFileSync(file(folder), "utf8")) as Partial<Running>;
    // Only an address of this machine: the local key is sent to it.
    if (typeof noted.url !== "string" || !/^http:\/\/localhost:\d+$/.test(noted.url) || typeof noted.pid !== "number") return undefined;
    if (typeof noted.store !== "string" || noted.store !== storeIdOf(path.join(folder, "service.db"))) return undefined;
    // A service that was killed leaves its note behind: signal 0 only asks whether the process is there.
    process.kill(noted.pid, 0);
    return { url: noted.url, httpsPort: Number(noted.httpsPort), pid: noted.pid, store: noted.store };
  } catch {
    // Half-written, or its process is gone: as good as none.
    return undefined;
  }
}
