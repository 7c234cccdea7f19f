import { statSync } from "node:fs";
import path from "node:path";

/** What a command may touch besides files: where it writes, the folder that relative names start from, the environment, real time. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  now(): number;
}

/** The checkout: two folders up from this file, compiled (dist/commands) or not (src/commands). */
export const ROOT = path.resolve(__dirname, "..", "..");
export const WEB = path.join(ROOT, "dist", "web");
export const DEFAULT_DATA = ".service";

/** A command that cannot be carried out as typed, with what to type instead. Exit status 2. */
export class Mistyped extends Error {}

/** Data folders are named from where the person stands; the default one stands in the checkout. */
export function dataFolder(option: string | undefined, io: Pick<Io, "cwd">): string {
  if (option?.trim() === "") throw new Mistyped("--data: expected the name of a folder, got a blank.");
  const folder = option === undefined ? path.join(ROOT, DEFAULT_DATA) : path.resolve(io.cwd, option);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) throw new Mistyped(`--data: expected a folder, and ${folder} is a file.`);
  return folder;
}

/** What a printed command needs so that it reads the same folder. */
export function dataWords(option: string | undefined): string {
  if (option === undefined || option === DEFAULT_DATA) return "";
  return ` --data ${/^[\w./\\:-]+$/.test(option) ? option : JSON.stringify(option)}`;
}
