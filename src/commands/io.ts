import { accessSync, constants, existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** What a command may touch besides files: where it writes, the folder that relative names start from, the environment, real time. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  now(): number;
}

/** The installation: two folders up from this file, compiled (dist/commands) or not (src/commands). */
export const ROOT = path.resolve(__dirname, "..", "..");
/** True in the commands that `npm run build` has made, false where they run from the sources. */
export const BUILT = __filename === path.join(ROOT, "dist", "commands", "run.js");
export const WEB = path.join(ROOT, "dist", "web");
export const DEFAULT_DATA = ".service";

/** A command that cannot be carried out as typed, with what to type instead. Exit status 2. */
export class Mistyped extends Error {}

type Typed = Pick<Io, "cwd"> & Partial<Pick<Io, "env">>;

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where data is kept if nobody names a folder: in the installation, or in the user's own folder if the installation cannot be written. */
function defaultFolder({ env }: Typed): string {
  const beside = path.join(ROOT, DEFAULT_DATA);
  if (existsSync(beside) || isWritable(ROOT)) return beside;
  if (process.platform === "win32") return path.join(env?.LOCALAPPDATA?.trim() || homedir(), "service-addin");
  return path.join(env?.XDG_STATE_HOME?.trim() || path.join(homedir(), ".local", "state"), "service-addin");
}

/** The data folder as it was named: by --data, else by the variable SERVICE_DATA. */
export const namedFolder = (option: string | undefined, { env }: Typed): string | undefined => option ?? (env?.SERVICE_DATA?.trim() || undefined);

/** Data folders are named from where the person stands. */
export function dataFolder(option: string | undefined, io: Typed): string {
  if (option?.trim() === "") throw new Mistyped("--data: expected the name of a folder, got a blank.");
  const named = namedFolder(option, io);
  const folder = named === undefined ? defaultFolder(io) : path.resolve(io.cwd, named);
  const from = option === undefined ? "SERVICE_DATA" : "--data";
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) throw new Mistyped(`${from}: expected a folder, and ${folder} is a file.`);
  return folder;
}

/** What a printed command needs so that it reads the same folder. */
export function dataWords(option: string | undefined): string {
  if (option === undefined || option === DEFAULT_DATA) return "";
  return ` --data ${/^[\w./\\:-]+$/.test(option) ? option : JSON.stringify(option)}`;
}
