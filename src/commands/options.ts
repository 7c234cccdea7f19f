import { parseArgs } from "node:util";
import { shown } from "../contract/arguments";
import { endWithNearest } from "../contract/nearest";
import { UsageError, type Io } from "./io";
import { REFRESH } from "./terminal-words";

const word = { type: "string" } as const;
const words = { type: "string", multiple: true } as const;
const flag = { type: "boolean" } as const;

/** A command: how to run it and show its help, whether it accepts positional words, or needs some, and its options. */
const command = <W extends boolean | "needed", O>(run: string, words: W, options: O, help = `${run} -- --help`) => ({ run, help, words, options });
const ofRefresh = <W extends true | "needed", O>(name: string, words: W, options: O) =>
  command(`${REFRESH} ${name}`, words, options, `${REFRESH} ${name} --help`);

export const OPTIONS = {
  start: command("npm start", false, {
    "http-port": word,
    "https-port": word,
    "public-host": word,
    "frame-hosts": word,
    "as-of": word,
    data: word,
    pages: word,
    live: flag,
    "no-local-key": flag,
    "free-keys": word,
    "top-up-price": word,
    "log-level": word,
    "private-webhooks": flag,
    ca: word,
    help: flag,
  }),
  eval: command("npm run -s eval", true, { json: flag, "as-of": word, data: word, url: word, file: word, help: flag }),
  refresh: command(
    REFRESH.replace(/ --$/, ""),
    "needed",
    {
      out: word,
      backup: flag,
      "dry-run": flag,
      "keep-going": flag,
      only: words,
      "recalc-on-open": flag,
      "values-only": flag,
      "for-sheets": flag,
      "break-signature": flag,
      repair: flag,
      lock: flag,
      "as-of": word,
      replay: word,
      "fail-on": word,
      "allow-sample": flag,
      report: word,
      every: word,
      watch: flag,
      data: word,
      url: word,
      help: flag,
    },
    `${REFRESH} --help`,
  ),
  "refresh find": ofRefresh("find", "needed", { date: word, days: word, unit: word, names: word, data: word, url: word, help: flag }),
  "refresh trace": ofRefresh("trace", "needed", { lock: word, documents: word, data: word, url: word, help: flag }),
  "refresh verify": ofRefresh("verify", "needed", { lock: word, data: word, url: word, documents: word, help: flag }),
  "refresh diff": ofRefresh("diff", true, { format: word, out: word, help: flag }),
  data: command(
    "npm run -s data",
    true,
    {
      data: word,
      help: { type: "boolean", short: "h" } as const,
      json: flag,
      all: flag,
      accept: flag,
      patient: flag,
      contact: word,
      tickers: word,
      keywords: word,
      bulk: flag,
      ca: word,
      upgrade: flag,
    },
    "npm run -s data -- help",
  ),
  key: command("npm run -s key", true, { data: word, plan: word, from: word, overlap: word, upgrade: flag, help: flag }),
  excel: command("npm run excel", false, { data: word, namespace: flag, remove: flag, help: flag }),
  manifest: command("npm run -s manifest", false, {
    "base-url": word,
    "service-url": word,
    namespace: flag,
    out: word,
    pages: word,
    contact: word,
    id: word,
    version: word,
    help: flag,
  }),
  mcp: command("npm run -s mcp", false, { data: word, help: flag }),
  validate: command("npm run validate", true, { help: flag }),
  truth: command("npm run truth", true, { failed: flag, help: flag }),
};

type Command = keyof typeof OPTIONS;
type Typed<C extends Command> = ReturnType<typeof parseArgs<{ options: (typeof OPTIONS)[C]["options"]; allowPositionals: true }>>;

/**
 * Parses what was typed after a command's name.
 *
 * @throws UsageError for an unknown option, a missing value or an unexpected word.
 */
export function parseOptions<C extends Command>(command: C, argv: readonly string[]): Typed<C> {
  const { run, help, words, options } = OPTIONS[command];
  const known: Readonly<Record<string, { readonly type: "string" | "boolean" }>> = options;
  const names = Object.keys(known).map((name) => `--${name}`);
  // Not strict: Node's own messages are written for programmers.
  const read = parseArgs({ args: [...argv], options, allowPositionals: true, strict: false, tokens: true });
  for (const token of read.tokens) {
    if (token.kind === "positional" && !words) throw new UsageError(`${shown(token.value)} was not expected: ${run} accepts options only. Type: ${help}`);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    if (!Object.hasOwn(known, name) && words && /\.\w+$/.test(argv[token.index] ?? ""))
      throw new UsageError(`${argv[token.index]} is not an option. If that is the name of a file, type: ./${argv[token.index]}`);
    if (!Object.hasOwn(known, name)) throw new UsageError(`${rawName} is not an option${endWithNearest(`--${name}`, names, 1)} Type: ${help}`);
    if (known[name]?.type === "boolean" && value !== undefined) throw new UsageError(`${rawName} takes no value, got ${shown(value)}. Type: ${help}`);
    if (known[name]?.type !== "string") continue;
    if (value === undefined) throw new UsageError(`${rawName}: expected a value, got nothing. Type: ${help}`);
    if (!token.inlineValue && value.startsWith("-"))
      throw new UsageError(`${rawName}: expected a value, got ${shown(value)}. If that is the value, type: ${rawName}=${value}`);
  }
  return read as unknown as Typed<C>;
}

/**
 * A command as its function: reads what was typed after its name, and prints its help if that was asked for, or to standard error if words are missing.
 *
 * @param run returns the exit status
 */
export const defineCommand =
  <C extends Command, More extends readonly unknown[]>(name: C, help: string, run: (typed: Typed<C>, io: Io, ...more: More) => Promise<number>) =>
  async (argv: readonly string[], io: Io, ...more: More): Promise<number> => {
    const typed = parseOptions(name, argv);
    const { help: isAsked = false }: { readonly help?: boolean | undefined } = typed.values;
    const isMissing = OPTIONS[name].words === "needed" && typed.positionals.length === 0;
    if (!isAsked && !isMissing) return run(typed, io, ...more);
    (isAsked ? io.out : io.err)(help);
    return isAsked ? 0 : 2;
  };

/** Options that npm has under the same name: blank or false if its settings turn them off. */
const ALSO_NPMS = ["json", "all"];
/** npm handles these itself and starts no command; it also sets them for every command. */
const NPMS_ALONE = ["help", "version"];
/** npm's own `ca` setting holds a certificate; ours is a file name. */
const isNpmsCa = (name: string, value: string): boolean => name === "ca" && /^$|^null$|-----BEGIN/.test(value);

/** An option that npm consumed because -- was left out. npm passes on only the words, so the command would do something else. */
export function swallowedOption(env: Io["env"]): string | undefined {
  const names = [...new Set(Object.values(OPTIONS).flatMap(({ options }) => Object.keys(options)))].filter((name) => !NPMS_ALONE.includes(name));
  return names.find((name) => {
    const value = env[`npm_config_${name.replaceAll("-", "_")}`];
    return value !== undefined && !isNpmsCa(name, value) && !(ALSO_NPMS.includes(name) && ["", "false"].includes(value));
  });
}
