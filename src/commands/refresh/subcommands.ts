import { existsSync } from "node:fs";
import path from "node:path";
import type { Io } from "../io";

type Run = (argv: string[], io: Io) => Promise<number>;

/** The first word of a command line that does something else than refreshing books. */
const SUBCOMMANDS: Readonly<Record<string, () => Promise<Run>>> = {
  verify: async () => (await import("./verify")).verify,
};

/** The subcommand that the first word names, unless there is a book of that name. */
export async function subcommandOf(word: string | undefined, { cwd }: Io): Promise<Run | undefined> {
  if (word === undefined || !Object.hasOwn(SUBCOMMANDS, word) || existsSync(path.resolve(cwd, word))) return undefined;
  return SUBCOMMANDS[word]!();
}
