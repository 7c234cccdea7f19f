import { parseArgs } from "node:util";
import { shown } from "../contract/arguments";
import { endWithNearest } from "../contract/nearest";
import { Mistyped, type Io } from "./io";

const word = { type: "string" } as const;
const flag = { type: "boolean" } as const;

/** The options of every command; how it is started, how its help is asked for, and whether words may stand beside options. */
export const OPTIONS = {
  start: {
    run: "npm start",
    help: "npm start -- --help",
    words: false,
    options: { "http-port": word, "https-port": word, "as-of": word, data: word, pages: word, live: flag, "no-local-key": flag, ca: word, help: flag },
  },
  eval: {
    run: "npm run -s eval",
    help: "npm run -s eval -- --help",
    words: true,
    options: { json: flag, "as-of": word, data: word, url: word, file: word, help: flag },
  },
  data: {
    run: "npm run -s data",
    help: "npm run -s data -- help",
    words: true,
    options: {
      data: word,
      help: { type: "boolean", short: "h" },
      all: flag,
      accept: flag,
      patient: flag,
      contact: word,
      tickers: word,
      keywords: word,
      bulk: flag,
      ca: word,
    },
  },
  key: { run: "npm run -s key", help: "npm run -s key -- --help", words: true, options: { data: word, plan: word, help: flag } },
  excel: { run: "npm run excel", help: "npm run excel -- --help", words: false, options: { data: word, help: flag } },
  manifest: {
    run: "npm run -s manifest",
    help: "npm run -s manifest -- --help",
    words: false,
    options: { "base-url": word, "service-url": word, out: word, pages: word, contact: word, id: word, version: word, help: flag },
  },
  validate: { run: "npm run validate", help: "npm run validate -- --help", words: true, options: { help: flag } },
  truth: { run: "npm run truth", help: "npm run truth -- --help", words: true, options: { failed: flag, help: flag } },
} as const;

type Command = keyof typeof OPTIONS;
type Typed<C extends Command> = ReturnType<typeof parseArgs<{ options: (typeof OPTIONS)[C]["options"]; allowPositionals: true }>>;

/**
 * What was typed after a command's name, as options and words.
 *
 * @throws Mistyped, in words for a person, for an option that the command does not have, a word that is missing behind one, and a word too many.
 */
export function typed<C extends Command>(command: C, argv: readonly string[]): Typed<C> {
  const { run, help, words, options } = OPTIONS[command];
  const known: Readonly<Record<string, { readonly type: "string" | "boolean" }>> = options;
  // Not strict: Node's own sentences speak to programmers.
  const read = parseArgs({ args: [...argv], options, allowPositionals: true, strict: false, tokens: true });
  for (const token of read.tokens) {
    if (token.kind === "positional" && !words) throw new Mistyped(`${shown(token.value)} is a word too many: ${run} takes options only. Type: ${help}`);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    if (!Object.hasOwn(known, name))
      throw new Mistyped(
        `${rawName} is no option of this${endWithNearest(
          `--${name}`,
          Object.keys(known).map((n) => `--${n}`),
          1,
        )} Type: ${help}`,
      );
    if (known[name]?.type === "boolean" && value !== undefined) throw new Mistyped(`${rawName} takes no word, got ${shown(value)}. Type: ${help}`);
    if (known[name]?.type !== "string") continue;
    if (value === undefined) throw new Mistyped(`${rawName}: expected a word after it, got nothing. Type: ${help}`);
    if (!token.inlineValue && value.startsWith("-"))
      throw new Mistyped(`${rawName}: expected a word after it, got ${shown(value)}. If that is the word, type: ${rawName}=${value}`);
  }
  return read as unknown as Typed<C>;
}

/** Options that npm has, too, under the same name: blank or false where its settings turn them off. */
const ALSO_NPMS = ["json", "all"];
/** npm answers these itself and starts no command; it also sets them for every command. */
const NPMS_ALONE = ["help", "version"];
/** npm's own setting of that name is a certificate itself; what is typed is the name of a file. */
const isNpmsCa = (name: string, value: string): boolean => name === "ca" && /^$|^null$|-----BEGIN/.test(value);

/** The option that npm took for its own, because the -- was left out: it hands over only the words, and what is then done is not what was asked. */
export function swallowedOption(env: Io["env"]): string | undefined {
  const names = [...new Set(Object.values(OPTIONS).flatMap(({ options }) => Object.keys(options)))].filter((name) => !NPMS_ALONE.includes(name));
  return names.find((name) => {
    const value = env[`npm_config_${name.replaceAll("-", "_")}`];
    return value !== undefined && !isNpmsCa(name, value) && !(ALSO_NPMS.includes(name) && ["", "false"].includes(value));
  });
}
