import { statSync } from "node:fs";
import path from "node:path";
import type { Io } from "../io";
import type { Machine } from "./machine";

type Run = (argv: string[], io: Io, machine: Machine) => Promise<number>;

/** The first word of a command line that does something else than refreshing books. */
const SUBCOMMANDS: Readonly<Record<string, () => Promise<Run>>> = {
  diff: async () => (await import("./diff/diff")).diff,
  find: async () => (await import("./find/find")).findCommand,
  trace: async () => (await import("./trace")).trace,
  verify: async () => (await import("./verify")).verify,
};

/** The subcommand that the first word names, unless a file has that name. */
export async function subcommandOf(word: string | undefined, { cwd }: Io): Promise<Run | undefined> {
  if (word === undefined || !Object.hasOwn(SUBCOMMANDS, word) || statSync(path.resolve(cwd, word), { throwIfNoEntry: false })?.isFile()) return undefined;
  return SUBCOMMANDS[word]!();
}
