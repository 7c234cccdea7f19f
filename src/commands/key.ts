import { shown } from "../contract/arguments";
import { DAY_MS } from "../contract/dates";
import { PLAN_IDS, PLANS, type Plan } from "../contract/plans";
import { orList } from "../contract/nearest";
import { isValid, type ListedKey } from "../service/ledger/keys";
import { HOUR_MS, MINUTE_MS } from "../service/time/durations";
import { counted, withSeparators } from "../contract/counted";
import type { Ledger } from "../service/ledger/ledger";
import { LOCAL_OWNER, newKey, openLocalService, renewLocalKey } from "./local-service";
import { closing, noDatabase, readingStore } from "./data/data-io";
import { tableOf } from "./terminal-words";
import { openData } from "./open-data";
import { databaseOf, dataFolder, dataOption, DEFAULT_DATA, linesOfFile, namedFolder, UsageError, type Io } from "./io";
import { defineCommand } from "./options";
import { ownFolder } from "./own-folder";

const RUN = "npm run -s key --";

const HELP = `Prints this machine's key and manages the keys that the service accepts.

  npm run -s key                prints this machine's key
  ${RUN} create NAME creates a key with its own quota for a person or program, and prints it once; add does the same
  ${RUN} create --from FILE  creates a key for each name in a file, one on each line, or none; prints them as CSV
  ${RUN} list        lists all keys: name, plan, requests of this month, last request, days of creation and revocation
  ${RUN} revoke NAME revokes the key of that name
  ${RUN} renew NAME  replaces the key of that name, and prints the new one once. The requests of this month stay counted
  ${RUN} renew       replaces this machine's key; the previous one stops working at once

  --plan PLAN    create: ${PLAN_IDS.join(" or ")}; default: developer. renew NAME: another plan for the new key
  --overlap TIME renew NAME: both keys work for this time, such as 30m, 24h or 7d; default: the previous one stops working at once
  --upgrade      upgrades a database of an earlier version, which no version can undo: make a backup first
  --data DIR     the data folder; default: SERVICE_DATA, else ${DEFAULT_DATA}

${PLAN_IDS.map((id) => `A ${PLANS[id].title} key has ${withSeparators(PLANS[id].perMinute)} requests a minute and ${withSeparators(PLANS[id].perMonth)} a month.`).join("\n")}`;

/** A key that is replaced should not stay forever. */
const MOST_OVERLAP_MS = 90 * DAY_MS;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,59}$/u;

interface KeyCall {
  /** The command as typed: create or its other name, add. */
  readonly typed: string;
  readonly name: string | undefined;
  readonly plan: Plan | undefined;
  /** A file of names. */
  readonly from: string | undefined;
  /** For how long both keys work, in milliseconds. */
  readonly overlapMs: number | undefined;
  /** Upgrades a database of an earlier version. */
  readonly upgrade: boolean;
  readonly folder: string;
  /** True if the folder has no database. */
  readonly isNew: boolean;
  /** The folder as it was named, with --data or SERVICE_DATA; undefined for the default one. */
  readonly namedFolder: string | undefined;
  readonly io: Io;
}

function nameOf({ name }: KeyCall, command: string): string {
  if (name === undefined || !NAME.test(name))
    throw new UsageError(`${command}: expected a name of up to 60 letters and digits, such as ann or "desk 2". Type: ${RUN} ${command} NAME`);
  if (name === LOCAL_OWNER) throw new UsageError(`${command}: "${LOCAL_OWNER}" is the name of this machine's own key. To replace it, type: ${RUN} renew`);
  return name;
}

const announceNew = ({ folder, isNew, io }: KeyCall): void => {
  if (isNew) io.err(`(There was no database in ${folder}: a new one is made.)`);
};

function withLedger<T>(call: KeyCall, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const { folder, upgrade, io } = call;
  announceNew(call);
  return closing(openData({ path: databaseOf(folder), notice: io.err }, upgrade, io.err), ({ ledger }) => work(ledger));
}

async function show(call: KeyCall): Promise<void> {
  const { folder, upgrade, io } = call;
  announceNew(call);
  const local = await openLocalService(folder, undefined, { ...io, upgrade });
  local.store.close();
  io.out(local.key);
  io.err("(This key works only with the service on this machine. Do not put it into a workbook or a message.)");
}

const momentOf = (ms: number): string => new Date(ms).toISOString();

/** Reads `--overlap`. */
function overlapOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = ""] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * ({ m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }[unit] ?? 0);
  if (!(ms > 0 && ms <= MOST_OVERLAP_MS)) throw new UsageError(`--overlap: expected a time such as 30m, 24h or 7d, at most 90d, got ${JSON.stringify(text)}.`);
  return ms;
}

async function renewNamed(call: KeyCall): Promise<void> {
  const name = nameOf(call, "renew");
  const made = newKey();
  const now = call.io.now();
  const ends = call.overlapMs === undefined ? undefined : momentOf(now + call.overlapMs);
  const plan = await withLedger(call, ({ keys }) => keys.renew(name, made, momentOf(now), { plan: call.plan, ends }));
  if (plan === undefined) throw new UsageError(`renew: no valid key is named "${name}". To list the names, type: ${RUN} list`);
  call.io.out(made);
  const previous = ends === undefined ? "The previous one no longer works." : `The previous one works until ${ends.slice(0, 16).replace("T", " ")} UTC.`;
  call.io.err(`(The new ${PLANS[plan].title} key of ${name}. Copy it now: only its hash is stored. ${previous})`);
}

async function renew(call: KeyCall): Promise<void> {
  if (call.name !== undefined) return renewNamed(call);
  if (call.overlapMs !== undefined || call.plan !== undefined)
    throw new UsageError(`renew: this machine's key is replaced at once and keeps its plan. For the key of a person, type: ${RUN} renew NAME`);
  const key = await withLedger(call, (ledger) => renewLocalKey(call.folder, ledger, call.io.now()));
  call.io.out(key);
  call.io.err("(The new key of this machine. The previous one no longer works. In a pane that stored it, click Use the local service.)");
}

async function add(call: KeyCall): Promise<void> {
  if (call.from !== undefined) return addAll(call, call.from);
  const name = nameOf(call, call.typed);
  const key = newKey();
  if ((await withLedger(call, ({ keys }) => keys.addNamed([[name, key]], call.plan ?? "developer", momentOf(call.io.now())))) !== undefined)
    throw new UsageError(`${call.typed}: a key named "${name}" exists. Choose another name, or replace its key: ${RUN} renew ${JSON.stringify(name)}`);
  call.io.out(key);
  call.io.err(
    `(The key of ${name}${call.namedFolder === undefined ? `, for the service on ${call.folder}` : ""}. Copy it now: only its hash is stored. To revoke it, type: ${RUN} revoke ${JSON.stringify(name)}${dataOption(call.namedFolder)})`,
  );
}

/** The names in a file, one on each line. @throws UsageError for the first line that is no name, or is there twice. */
function namesIn(call: KeyCall, file: string): string[] {
  const seen = new Set<string>();
  for (const [i, line] of linesOfFile("from", file, call.io).entries()) {
    const name = line.trim();
    if (name === "") continue;
    const where = `${file}, line ${i + 1}`;
    if (!NAME.test(name) || name === LOCAL_OWNER)
      throw new UsageError(`${where}: expected a name of up to 60 letters and digits, such as ann or desk 2, got ${shown(name)}. No key was created.`);
    if (seen.has(name)) throw new UsageError(`${where}: ${shown(name)} is there twice. No key was created.`);
    seen.add(name);
  }
  if (seen.size === 0) throw new UsageError(`--from: ${file} has no names. Write one on each line.`);
  return [...seen];
}

/** `create --from FILE`: creates a key for each name, or none. */
async function addAll(call: KeyCall, file: string): Promise<void> {
  if (call.name !== undefined) throw new UsageError(`${call.typed}: expected a name or --from, got both.`);
  const made = namesIn(call, file).map((name) => [name, newKey()] as const);
  const taken = await withLedger(call, ({ keys }) => keys.addNamed(made, call.plan ?? "developer", momentOf(call.io.now())));
  if (taken !== undefined) throw new UsageError(`${call.typed}: a key named "${taken}" exists. Remove it from ${file}. No key was created.`);
  call.io.out("name,key");
  for (const [name, key] of made) call.io.out(`${name},${key}`);
  call.io.err(`(${counted(made.length, "key")} of the ${PLANS[call.plan ?? "developer"].title} plan. Copy them now: only their hashes are stored.)`);
}

async function list(call: KeyCall): Promise<void> {
  const now = momentOf(call.io.now());
  const revoked = (k: ListedKey): string =>
    k.revoked ?? (k.ends === null ? "–" : isValid(k, now) ? `works until ${k.ends.slice(0, 16).replace("T", " ")} UTC` : k.ends.slice(0, 10));
  const rows = await readingStore(databaseOf(call.folder), async ({ ledger: { keys, usage } }) =>
    Promise.all(
      (await keys.list()).map(async (k) => {
        const [[used = 0], last] = await Promise.all([usage.used(k.account, [`month:${now.slice(0, 7)}`]), usage.lastUse(k.account)]);
        return [k.label, k.plan, k.created, withSeparators(used), last?.replace("T", " ") ?? "–", revoked(k)];
      }),
    ),
  );
  tableOf(["name", "plan", "created", "requests this month", "last request (UTC)", "revoked"], rows).forEach((line) => call.io.out(line));
}

async function revoke(call: KeyCall): Promise<void> {
  const name = nameOf(call, "revoke");
  const revoked = await withLedger(call, ({ keys }) => keys.revoke(name, momentOf(call.io.now())));
  if (revoked === 0) throw new UsageError(`revoke: no valid key is named "${name}". To list the names, type: ${RUN} list`);
  call.io.out(`The key of ${name} is revoked.`);
}

const COMMANDS: Readonly<Record<string, { readonly run: (call: KeyCall) => Promise<void>; readonly named: boolean }>> = {
  renew: { run: renew, named: true },
  create: { run: add, named: true },
  add: { run: add, named: true },
  list: { run: list, named: false },
  revoke: { run: revoke, named: true },
};

/**
 * Refuses a folder without a database if a key must be in it, or if nobody named it: on a server, the service uses another one and would not accept the key.
 *
 * @throws UsageError
 */
function refuseNewFolder({ typed, name, folder, namedFolder }: KeyCall): void {
  const command = typed || "key";
  if (namedFolder === undefined)
    throw new UsageError(
      `${command}: there is no database in ${folder}, the default data folder. Name the folder of the service with --data or SERVICE_DATA, or start the service once.`,
    );
  const remedy = `there is no database in ${folder}. Start the service once, or name its folder with --data.`;
  if (typed === "list") throw new UsageError(`list: ${remedy}`);
  if (name !== undefined && (typed === "revoke" || typed === "renew")) throw new UsageError(`${typed}: no valid key is named "${name}": ${remedy}`);
}

/** `npm run key`: prints or renews this machine's key; creates, lists, renews and revokes others. */
export const key = defineCommand("key", HELP, async ({ values, positionals }, io) => {
  const [word, name, ...rest] = positionals;
  const command = word === undefined ? { run: show, named: false } : Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (!command) throw new UsageError(`key: expected create, list, revoke or renew, got ${JSON.stringify(word)}. Type: ${RUN} --help`);
  if (rest.length > 0 || (name !== undefined && !command.named))
    throw new UsageError(`key: ${JSON.stringify(command.named ? rest[0] : name)} was not expected. Put a name of several words in quotes. Type: ${RUN} --help`);
  const plan = PLAN_IDS.find((p) => p === values.plan);
  if (values.plan !== undefined && !plan) throw new UsageError(`--plan: expected ${orList(PLAN_IDS)}, got ${JSON.stringify(values.plan)}.`);
  const overlapMs = overlapOf(values.overlap);
  if (overlapMs !== undefined && word !== "renew") throw new UsageError("--overlap: only renew NAME replaces a key.");
  if (plan !== undefined && !["create", "add", "renew"].includes(word ?? ""))
    throw new UsageError("--plan: only create and renew NAME make a key with a plan.");
  if (values.from !== undefined && word !== "create" && word !== "add") throw new UsageError("--from: only create makes keys for a list of names.");
  const folder = dataFolder(values.data, io);
  ownFolder(folder, io);
  const isNew = noDatabase(databaseOf(folder)) !== undefined;
  const named = namedFolder(values.data, io);
  const call = { typed: word ?? "", name, plan, from: values.from, overlapMs, upgrade: values.upgrade ?? false, folder, isNew, namedFolder: named, io };
  if (isNew) refuseNewFolder(call);
  await command.run(call);
  return 0;
});
