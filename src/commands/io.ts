import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** A command's environment: output, working folder, variables and clock. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
  /** The terminal that shows `err`, for a line that is written again; undefined for a file or a pipe. */
  readonly terminal?: { readonly columns: number; write(text: string): void } | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  now(): number;
}

/** The installation folder: two up from this file, in dist/commands and in src/commands. */
export const ROOT = path.resolve(__dirname, "..", "..");
/** True in commands built by `npm run build`, false when they run from source. */
export const BUILT = __filename === path.join(ROOT, "dist", "commands", "run.js");
export const WEB = path.join(ROOT, "dist", "web");
export const DEFAULT_DATA = ".service";

/** Invalid command line; the message says what to type instead. Exit status 2. */
export class UsageError extends Error {}

/** The lines of a text file that was named with an option. @throws UsageError if it cannot be read */
export function linesOfFile(option: string, file: string, { cwd }: Pick<Io, "cwd">): readonly string[] {
  let text: string;
  try {
    text = readFileSync(path.resolve(cwd, file), "utf8");
  } catch {
    throw new UsageError(`--${option}: cannot read ${file}. Check the name; relative names start from ${cwd}.`);
  }
  return text.replace(/^\uFEFF/, "").split(/\r?\n/);
}

/** What was typed after an option, else the value of its variable: `--log-level`, `SERVICE_LOG_LEVEL`; and which of both it is. */
export function typedOrSet(option: string, typed: string | undefined, env: Io["env"]): { readonly text: string | undefined; readonly from: string } {
  if (typed !== undefined) return { text: typed, from: `--${option}` };
  const variable = `SERVICE_${option.replaceAll("-", "_").toUpperCase()}`;
  return { text: env[variable]?.trim() || undefined, from: variable };
}

type Typed = Pick<Io, "cwd"> & Partial<Pick<Io, "env">>;

/** The code of the system's refusal to access a file or a folder; undefined if the access is allowed. */
export function accessFault(file: string, mode: number): string | undefined {
  try {
    accessSync(file, mode);
    return undefined;
  } catch (e) {
    return (e as NodeJS.ErrnoException).code;
  }
}

/** Default data folder: in the installation, or in the user's home if the installation is read-only. */
function defaultFolder({ env }: Typed): string {
  const inInstallation = path.join(ROOT, DEFAULT_DATA);
  if (existsSync(inInstallation) || accessFault(ROOT, constants.W_OK) === undefined) return inInstallation;
  if (process.platform === "win32") return path.join(env?.LOCALAPPDATA?.trim() || homedir(), "service-addin");
  return path.join(env?.XDG_STATE_HOME?.trim() || path.join(homedir(), ".local", "state"), "service-addin");
}

/** The data folder as typed: `--data`, else `SERVICE_DATA`. */
export const namedFolder = (option: string | undefined, { env }: Typed): string | undefined => option ?? (env?.SERVICE_DATA?.trim() || undefined);

/** Resolves the data folder; relative names start from the user's working folder. */
export function dataFolder(option: string | undefined, io: Typed): string {
  if (option?.trim() === "") throw new UsageError("--data: expected a folder, got a blank.");
  const named = namedFolder(option, io);
  const folder = named === undefined ? defaultFolder(io) : path.resolve(io.cwd, named);
  const from = option === undefined ? "SERVICE_DATA" : "--data";
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) throw new UsageError(`${from}: expected a folder, but ${folder} is a file.`);
  return folder;
}

/** The database of a data folder. */
export const databaseOf = (folder: string): string => path.join(folder, "service.db");

/** The `--data` option to add to a printed command, so that it uses the same folder. */
export function dataOption(option: string | undefined): string {
  if (option === undefined || option === DEFAULT_DATA) return "";
  return ` --data ${/^[\w./\\:-]+$/.test(option) ? option : JSON.stringify(option)}`;
}
