import { isoOf } from "../contract/dates";
import { openStore, type Store } from "../service/store/store";
import { databaseOf, LOCAL, newKey, openLocalService, renewLocalKey } from "./local-service";
import { tableOf } from "./data/table-of";
import { dataFolder, DEFAULT_DATA, UsageError, type Io } from "./io";
import { parseOptions } from "./options";
import { ownFolder } from "./own-folder";

const RUN = "npm run -s key --";

const HELP = `Prints this machine's key and manages the keys that the service accepts.

  npm run -s key                prints this machine's key
  ${RUN} renew       replaces this machine's key; the previous one stops working at once
  ${RUN} add NAME    creates a key with its own quota for a person or program, and prints it once
  ${RUN} list        lists all keys: name, plan, dates of creation and revocation
  ${RUN} revoke NAME revokes the key of that name

  --plan PLAN   add: free or developer; default: developer
  --data DIR    the data folder; default: SERVICE_DATA, else ${DEFAULT_DATA}`;

const PLANS = ["free", "developer"] as const;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,59}$/u;

interface KeyCall {
  readonly name: string | undefined;
  readonly plan: (typeof PLANS)[number];
  readonly folder: string;
  readonly io: Io;
}

function nameOf({ name }: KeyCall, command: string): string {
  if (name === undefined || !NAME.test(name))
    throw new UsageError(`${command}: expected a name of up to 60 letters and digits, such as ann or "desk 2". Type: ${RUN} ${command} NAME`);
  if (name === LOCAL) throw new UsageError(`${command}: "${LOCAL}" is the name of this machine's own key. To replace it, type: ${RUN} renew`);
  return name;
}

function withKeys<T>({ folder }: KeyCall, work: (store: Store) => T): T {
  const store = openStore({ path: databaseOf(folder) });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

function show({ folder, io }: KeyCall): void {
  const local = openLocalService(folder, undefined, io);
  local.store.close();
  io.out(local.key);
  io.err("(This key works only with the service on this machine. Do not put it into a workbook or a message.)");
}

function renew(call: KeyCall): void {
  const key = withKeys(call, (store) => renewLocalKey(call.folder, store, call.io.now()));
  call.io.out(key);
  call.io.err("(The new key of this machine. The previous one no longer works. In a pane that stored it, click Use the local service.)");
}

function add(call: KeyCall): void {
  const name = nameOf(call, "add");
  const key = newKey();
  withKeys(call, ({ keys }) => {
    if (keys.list().some((k) => k.label === name && k.revoked === null))
      throw new UsageError(`add: a key named "${name}" exists. Choose another name, or first type: ${RUN} revoke ${JSON.stringify(name)}`);
    keys.add(key, call.plan, name, isoOf(call.io.now()));
  });
  call.io.out(key);
  call.io.err(`(The key of ${name}. Copy it now: only its hash is stored. To revoke it, type: ${RUN} revoke ${JSON.stringify(name)})`);
}

function list(call: KeyCall): void {
  const rows = withKeys(call, ({ keys }) => keys.list()).map((k) => [k.label, k.plan, k.created, k.revoked ?? "–"]);
  tableOf(["name", "plan", "created", "revoked"], rows).forEach((line) => call.io.out(line));
}

function revoke(call: KeyCall): void {
  const name = nameOf(call, "revoke");
  const revoked = withKeys(call, ({ keys }) => keys.revokeLabel(name, isoOf(call.io.now())));
  if (revoked === 0) throw new UsageError(`revoke: no valid key is named "${name}". To list the names, type: ${RUN} list`);
  call.io.out(`The key of ${name} is revoked.`);
}

const COMMANDS: Readonly<Record<string, { readonly run: (call: KeyCall) => void; readonly named: boolean }>> = {
  renew: { run: renew, named: false },
  add: { run: add, named: true },
  list: { run: list, named: false },
  revoke: { run: revoke, named: true },
};

/** `npm run key`: prints or renews this machine's key; adds, lists and revokes others. */
export async function key(argv: string[], io: Io): Promise<number> {
  const { values, positionals } = parseOptions("key", argv);
  if (values.help) {
    io.out(HELP);
    return 0;
  }
  const [word, name, ...rest] = positionals;
  const command = word === undefined ? { run: show, named: false } : Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (!command) throw new UsageError(`key: expected renew, add, list or revoke, got ${JSON.stringify(word)}. Type: ${RUN} --help`);
  if (rest.length > 0 || (name !== undefined && !command.named))
    throw new UsageError(`key: ${JSON.stringify(command.named ? rest[0] : name)} was not expected. Put a name of several words in quotes. Type: ${RUN} --help`);
  const plan = PLANS.find((p) => p === (values.plan ?? "developer"));
  if (!plan) throw new UsageError(`--plan: expected free or developer, got ${JSON.stringify(values.plan)}.`);
  const folder = dataFolder(values.data, io);
  ownFolder(folder, io);
  command.run({ name, plan, folder, io });
  return 0;
}
