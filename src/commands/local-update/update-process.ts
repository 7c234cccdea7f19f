import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { UpdateEvent } from "../data/update-events";
import { BUILT, ROOT } from "../io";

/** The script that runs commands: the built one, or the one that compiles the sources. */
const COMMANDS = BUILT ? path.join(ROOT, "dist", "commands", "run.js") : path.join(ROOT, "scripts", "run.mjs");

/** How an update ended: its exit status, and the last line that it wrote to stderr. */
export interface UpdateExit {
  readonly status: number;
  readonly message?: string;
}

/** What an update in another process reports, and what it is given. */
export interface UpdateProcess {
  readonly stop: AbortSignal;
  /** Your contact for publishers that require one. */
  readonly contact?: string | undefined;
  /** Receives each event of `data -- update --json`. */
  readonly on?: (event: UpdateEvent) => void;
}

/** Runs one update and resolves when it has ended. Never rejects. */
export type RunUpdate = (options: UpdateProcess) => Promise<UpdateExit>;

const eventIn = (line: string): UpdateEvent | undefined => {
  try {
    return JSON.parse(line) as UpdateEvent;
  } catch {
    // Not a line of this command: a warning of Node, for example.
    return undefined;
  }
};

/** Runs `npm run data -- update` in a separate process, because parsing a large document must not delay answers. */
export const updateProcess =
  (folder: string, env: NodeJS.ProcessEnv, options: readonly string[] = []): RunUpdate =>
  ({ stop, contact, on }) =>
    new Promise((resolve) => {
      // An update needs no keys.
      const { SERVICE_API_KEY: _key, SERVICE_FRED_KEY: _fred, ...rest } = env;
      const child = spawn(process.execPath, [COMMANDS, "data", "update", ...(on ? ["--json"] : []), "--data", folder, ...options], {
        stdio: on ? ["ignore", "pipe", "pipe"] : "ignore",
        // The contact is in the environment, so that lists of processes do not show it.
        env: contact === undefined ? rest : { ...rest, SERVICE_CONTACT: contact },
      });
      let last = "";
      if (child.stdout) createInterface(child.stdout).on("line", (line) => void ((event) => event && on?.(event))(eventIn(line)));
      if (child.stderr) createInterface(child.stderr).on("line", (line) => void (line.trim() !== "" && (last = line)));
      const end = (): void => void child.kill("SIGTERM");
      const over = (status: number, message: string): void => {
        stop.removeEventListener("abort", end);
        resolve({ status, ...(message === "" ? {} : { message }) });
      };
      // After `close`, nothing more comes through its pipes.
      child.once("close", (status) => over(status ?? 1, last));
      child.once("error", (e) => over(1, `The update did not start: ${e.message}.`));
      if (stop.aborted) end();
      stop.addEventListener("abort", end);
    });
