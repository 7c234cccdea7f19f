import { endWithNearest } from "../contract/nearest";
import { databaseFault } from "../service/store/database-fault";
import { data } from "./data";
import { evalCommand } from "./eval";
import { excel } from "./excel";
import { Mistyped, type Io } from "./io";
import { key } from "./key";
import { manifest } from "./manifest";
import { swallowedOption } from "./options";
import { start } from "./start";
import { truth } from "./verification/truth";
import { validate } from "./validate";

const COMMANDS: Readonly<Record<string, (argv: string[], io: Io) => Promise<number>>> = {
  start,
  eval: evalCommand,
  data,
  key,
  excel,
  manifest,
  truth,
  validate,
};

const io: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  // npm runs scripts in the package's folder; people name files from where they stand.
  cwd: process.env.INIT_CWD ?? process.cwd(),
  env: process.env,
  now: Date.now,
};

// A reader that has seen enough (head, a closed pager) is no fault.
process.stdout.on("error", (e: NodeJS.ErrnoException) => {
  if (e.code === "EPIPE") process.exit(0);
  throw e;
});

/** Runs one command by name; the exit status is 0, or 2 where it was mistyped, or 1 where it failed. */
export async function main([name = "", ...argv]: string[]): Promise<number> {
  const command = COMMANDS[name];
  if (!command) {
    io.err(`There is no command "${name}"${endWithNearest(name, Object.keys(COMMANDS), 1)}`);
    return 2;
  }
  const swallowed = swallowedOption(io.env);
  if (swallowed) {
    io.err(`npm took --${swallowed} for itself. Options of a command stand after --, for example: npm run -s ${name} -- --${swallowed} …`);
    return 2;
  }
  try {
    return await command(argv, io);
  } catch (e) {
    const error = e as Error;
    if (e instanceof Mistyped) {
      io.err(error.message);
      return 2;
    }
    const fault = databaseFault(e);
    io.err(`npm run ${name} failed: ${fault === undefined ? error.message : `${fault}.`}`);
    return 1;
  }
}
