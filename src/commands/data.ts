import { shown } from "../contract/arguments";
import { endWithNearest } from "../contract/nearest";
import { PUBLISHERS } from "../service/publishers/all";
import { withFullStop } from "../contract/counted";
import { RefusedFile } from "../service/publishers/reading/text";
import { RefusedBackup } from "../service/store/backup";
import { databaseFault } from "../service/sqlite/sql";
import { OtherVersion } from "../service/ledger/schema";
import { DamagedDatabase } from "../service/store/open-database";
import { fileFault } from "./file-fault";
import { callOf, type DataCall, type DataIo, NotReadable, RUN } from "./data/data-io";
import { activate } from "./data/activate";
import { backup, restore } from "./data/backup";
import { disable, enable } from "./data/enable";
import { checkCommand } from "./data/check";
import { forgetCommand } from "./data/forget";
import { importCommand } from "./data/import";
import { rebuildCommand } from "./data/rebuild";
import { statusCommand } from "./data/status";
import { updateCommand } from "./data/update";
import { DEFAULT_DATA, UsageError } from "./io";
import { parseOptions } from "./options";
import { printableLines } from "./terminal-words";

const HELP = `Manages the published data in the service's database.

  ${RUN} update [PUBLISHER…]        fetches the data that is due from the publishers
  ${RUN} import treasury FILE…      Treasury yields: the Treasury's daily par yield curve, or the Board's H.15, as CSV
  ${RUN} import PUBLISHER FILE…     a publisher's own documents; PUBLISHER is one of ${PUBLISHERS.filter((p) => !p.live)
    .map((p) => p.id)
    .join(", ")}
  ${RUN} import series ID FILE      one curated series: two columns, date and value, for example DGS10 dgs10.csv
  ${RUN} status                     last fetch of each publisher, failures and their reasons, stored data
  ${RUN} enable PUBLISHER           prints a publisher's terms; with --accept turns it on
  ${RUN} disable PUBLISHER          turns a publisher off; its fetched data stays
  ${RUN} disable sample             turns sample data off: cells without published data show a reason
  ${RUN} backup FILE                copies database, ledger, documents and this machine's key into one file, also while the service runs
  ${RUN} restore FILE               replaces the data of the folder by a backup; the previous data is kept beside it
  ${RUN} activate                   after a restore: lets a service deliver webhooks and fetch data in the background again
  ${RUN} rebuild [PUBLISHER…]       rebuilds the rows from the archived documents, without the network; also repairs a damaged or lost database
  ${RUN} check                      lists stored values that are hardly plausible, each with its document
  ${RUN} forget SERIES… or FILE…    removes an import: a whole series, or a file by its name or number in status
  ${RUN} help                       this text

  --data DIR      the data folder; default: SERVICE_DATA, else ${DEFAULT_DATA}
  --upgrade       upgrades a database of an earlier version, which no version can undo: make a backup first. Without it, such a database is refused
  --json          status: as JSON for monitoring. Exit status 0: fresh, 3: a feed is late or failed, 1: all failed or nothing can be read
                  update: as lines of JSON, one for each step
  --all           update: everything now, due or not
  --contact WHO   update: your contact for publishers that require one; default: SERVICE_CONTACT
  --tickers LIST  update: only these companies, for publishers fetched by company, for example AAPL,MSFT
  --ca FILE       update: additional certificates to trust, in PEM; HTTPS_PROXY and NO_PROXY are used
  --bulk          update sec: all companies' facts in one archive of 1.4 GB, instead of company by company
  --keywords LIST update gdelt: only these keywords, for example oil,trade war; keywords used in cells are fetched without it

If one file is refused, no file of the command is imported. Where to download files: docs/data.md.`;

const COMMANDS: Readonly<Record<string, (call: DataCall) => void | number | Promise<number | void>>> = {
  update: updateCommand,
  import: importCommand,
  status: statusCommand,
  enable,
  disable,
  rebuild: rebuildCommand,
  check: checkCommand,
  forget: forgetCommand,
  backup,
  restore,
  activate,
};

async function run(argv: readonly string[], io: DataIo): Promise<number> {
  const { values, positionals } = parseOptions("data", argv);
  const [command, ...words] = positionals;
  if (values.help || command === "help") {
    io.out(HELP);
    return 0;
  }
  if (command === undefined) throw new UsageError(`Expected a command.\n\n${HELP}`);
  const subcommand = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!subcommand)
    throw new UsageError(`${shown(command)} is not a command${endWithNearest(command, [...Object.keys(COMMANDS), "help"], 1)} Type: ${RUN} help`);
  return (await subcommand(callOf(words, values, io))) ?? 0;
}

/**
 * `npm run data`: imports, fetches and lists published data.
 *
 * An import reads all files first and imports them in one transaction; an update imports each document on its own.
 *
 * @returns the exit status: 0 success; 1 a file was refused, or a feed or the database failed; 2 invalid command line.
 */
export async function data(argv: string[], terminal: DataIo): Promise<number> {
  // Output quotes names and lines of documents, so control characters are made visible.
  const io: DataIo = { ...terminal, out: (text) => terminal.out(printableLines(text)), err: (text) => terminal.err(printableLines(text)) };
  try {
    return await run(argv, io);
  } catch (e) {
    if ([UsageError, RefusedBackup, DamagedDatabase, OtherVersion, NotReadable].some((own) => e instanceof own)) io.err((e as Error).message);
    else if (e instanceof RefusedFile) io.err(`Refused. Nothing was imported. ${withFullStop(e.sentence)}`);
    else io.err(`Failed: ${databaseFault(e) ?? fileFault(e) ?? (e instanceof Error ? e.message : String(e))}. Earlier imports are unchanged.`);
    return e instanceof UsageError ? 2 : 1;
  }
}
