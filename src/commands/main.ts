import { endWithNearest } from "../contract/nearest";
import { databaseFault } from "../service/sqlite/sql";
import { OtherVersion } from "../service/ledger/schema";
import { BUILD } from "../service/store/version";
import { data } from "./data";
import { evalCommand } from "./eval";
import { excel } from "./excel";
import { fileFault } from "./file-fault";
import { UsageError, type Io } from "./io";
import { key } from "./key";
import { manifest } from "./manifest/manifest";
import { mcpCommand } from "./mcp";
import { swallowedOption } from "./options";
import { start } from "./start/start";
import { REFRESH } from "./terminal-words";
import { truthCommand } from "./verification/truth";
import { validate } from "./manifest/validate";

const COMMANDS: Readonly<Record<string, (argv: string[], io: Io) => Promise<number>>> = {
  start,
  eval: evalCommand,
  data,
  key,
  excel,
  manifest,
  mcp: mcpCommand,
  // Loads the formula engine, which takes longer than most commands run.
  refresh: async (argv, io) => (await import("./refresh/refresh")).refreshCommand(argv, io),
  truth: truthCommand,
  validate,
};

const io: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  terminal: process.stderr.isTTY ? process.stderr : undefined,
  // npm runs scripts in the package folder; users name files relative to their own.
  cwd: process.env.INIT_CWD ?? process.cwd(),
  env: process.env,
  now: Date.now,
};

// A reader that closes early (head, a pager) is not an error.
process.stdout.on("error", (e: NodeJS.ErrnoException) => {
  if (e.code === "EPIPE") process.exit(0);
  throw e;
});

/** Runs a command by name. Returns the exit status: 0 success, 1 failure, 2 invalid command line. */
export async function main([name = "", ...argv]: string[]): Promise<number> {
  // `manifest` has an option of this name, which takes a version.
  const asksVersion = name === "--version" || (name !== "manifest" && argv.length === 1 && argv[0] === "--version");
  if (asksVersion) {
    io.out(BUILD);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    io.err(`There is no command "${name}"${endWithNearest(name, Object.keys(COMMANDS), 1)}`);
    return 2;
  }
  const swallowed = swallowedOption(io.env);
  if (swallowed) {
    io.err(`npm itself used --${swallowed}. Put options after --, for example: npm run -s ${name} -- --${swallowed} …`);
    return 2;
  }
  try {
    return await command(argv, io);
  } catch (e) {
    const error = e as Error;
    if (e instanceof UsageError || e instanceof OtherVersion) {
      io.err(error.message);
      return e instanceof UsageError ? 2 : 1;
    }
    const fault = databaseFault(e) ?? fileFault(e);
    const typed = name === "refresh" && !REFRESH.startsWith("npm") ? REFRESH : `npm run ${name}`;
    io.err(`${typed} failed: ${fault === undefined ? error.message : `${fault}.`}`);
    return 1;
  }
}
