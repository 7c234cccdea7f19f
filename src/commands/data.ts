import { shown } from "../contract/arguments";
import { endWithNearest } from "../contract/nearest";
import { PUBLISHERS } from "../service/publishers/all";
import { dot } from "../service/ingest/update-feed";
import { RefusedFile } from "../service/publishers/reading/refused-file";
import { databaseFault } from "../service/store/database-fault";
import { DamagedDatabase } from "../service/store/open-database";
import { callOf, NotReadable, RUN, type DataCall, type DataIo } from "./data/data-io";
import { disable, enable } from "./data/enable";
import { forget } from "./data/forget";
import { importCommand } from "./data/import";
import { rebuild } from "./data/rebuild";
import { status } from "./data/status";
import { update } from "./data/update";
import { DEFAULT_DATA, Mistyped } from "./io";
import { typed } from "./options";

const HELP = `Brings published figures into the service's database.

  ${RUN} update [PUBLISHER…]        asks the publishers for what is due, and only that
  ${RUN} import treasury FILE…      Treasury yields: the Treasury's daily par yield curve, or the Board's H.15, as CSV
  ${RUN} import PUBLISHER FILE…     a publisher's own documents; PUBLISHER is one of ${PUBLISHERS.filter((p) => !p.live)
    .map((p) => p.id)
    .join(", ")}
  ${RUN} import series ID FILE      one curated series: two columns, date and value, for example DGS10 dgs10.csv
  ${RUN} status                     when each publisher was asked, what failed and why, what is kept
  ${RUN} enable PUBLISHER           prints a publisher's terms; with --accept it is on
  ${RUN} disable PUBLISHER          the publisher is not asked any more; what was fetched stays
  ${RUN} disable sample             no generated data: where nothing published is loaded, cells show the reason
  ${RUN} rebuild [PUBLISHER…]       makes the rows again from the documents in the archive, without asking anybody; also after the database was damaged or lost
  ${RUN} forget SERIES… or FILE…    takes an import back: all of a series, or a file by the name or number that status shows
  ${RUN} help                       this text

  --data DIR      the folder of the database; SERVICE_DATA, or ${DEFAULT_DATA}, if left out
  --all           update: everything now, due or not
  --contact WHO   update: how a publisher that wants it can reach you; the variable SERVICE_CONTACT if left out
  --tickers LIST  update: these companies only, for publishers that go by company, for example AAPL,MSFT
  --ca FILE       update: certificates to trust beside the public ones, in PEM; HTTPS_PROXY and NO_PROXY are followed
  --bulk          update sec: all companies' facts in one archive of 1.4 GB, in place of company by company
  --keywords LIST update gdelt: these keywords only; cells that ask for one have it fetched, too, for example oil,trade war

A file that does not fit is refused whole, and then no file of the command is imported. Where to download: docs/data.md.`;

const COMMANDS: Readonly<Record<string, (call: DataCall) => void | number | Promise<number>>> = {
  update,
  import: importCommand,
  status,
  enable,
  disable,
  rebuild,
  forget,
};

async function run(argv: readonly string[], io: DataIo): Promise<number> {
  const { values, positionals } = typed("data", argv);
  const [command, ...words] = positionals;
  if (values.help || command === "help") {
    io.out(HELP);
    return 0;
  }
  if (command === undefined) throw new Mistyped(`Say what to do.\n\n${HELP}`);
  const carryOut = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!carryOut) throw new Mistyped(`${shown(command)} is not a command${endWithNearest(command, [...Object.keys(COMMANDS), "help"], 1)} Type: ${RUN} help`);
  return (await carryOut(callOf(words, values, io))) ?? 0;
}

/**
 * `npm run data`: brings published figures into the service's database, and says what it holds.
 *
 * Every file of an import is read before any is imported, and all are imported in one transaction; an update takes document by document.
 *
 * @returns the exit status: 0 done, 1 a file is refused, a feed or the database fails, 2 the command cannot be carried out as typed.
 */
export async function data(argv: string[], io: DataIo): Promise<number> {
  try {
    return await run(argv, io);
  } catch (e) {
    if (e instanceof Mistyped) io.err(e.message);
    else if (e instanceof DamagedDatabase || e instanceof NotReadable) io.err(e.message);
    else if (e instanceof RefusedFile) io.err(`Refused, nothing was imported. ${dot(e.sentence)}`);
    else io.err(`It failed: ${databaseFault(e) ?? (e instanceof Error ? e.message : String(e))}. What had been imported before is as it was.`);
    return e instanceof Mistyped ? 2 : 1;
  }
}
