import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { data } from "../../src/commands/data";
import { evalCommand } from "../../src/commands/eval";
import { excel } from "../../src/commands/excel";
import type { Io } from "../../src/commands/io";
import { key } from "../../src/commands/key";
import { manifest } from "../../src/commands/manifest/manifest";
import { mcpCommand } from "../../src/commands/mcp";
import { OPTIONS, parseOptions, swallowedOption } from "../../src/commands/options";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import { start } from "../../src/commands/start/start";
import { truthCommand } from "../../src/commands/verification/truth";
import { validate } from "../../src/commands/manifest/validate";

const COMMANDS: Readonly<Record<keyof typeof OPTIONS, (argv: string[], io: Io) => Promise<number>>> = {
  start,
  refresh: refreshCommand,
  "refresh find": (argv, io) => refreshCommand(["find", ...argv], io),
  "refresh trace": (argv, io) => refreshCommand(["trace", ...argv], io),
  "refresh verify": (argv, io) => refreshCommand(["verify", ...argv], io),
  "refresh diff": (argv, io) => refreshCommand(["diff", ...argv], io),
  eval: evalCommand,
  data,
  key,
  excel,
  manifest: (argv, io) => manifest(argv, io),
  mcp: (argv, io) => mcpCommand(argv, io),
  truth: truthCommand,
  validate,
};

/** A command's message, thrown or printed. The command must stop before it touches a folder. */
async function said(name: keyof typeof OPTIONS, ...argv: string[]): Promise<string> {
  const err: string[] = [];
  const io: Io = { out: () => undefined, err: (line) => void err.push(line), cwd: "/nowhere", env: {}, now: () => 0 };
  try {
    expect(await COMMANDS[name](argv, io)).toBe(2);
  } catch (e) {
    err.push((e as Error).message);
  }
  return err.join("\n");
}

describe("a wrong command line", () => {
  it.each([
    ["data", ["enable", "finra", "--acept"], "--acept is not an option; did you mean --accept? Type: npm run -s data -- help"],
    ["data", ["import", "--dat=x", "treasury"], "--dat is not an option; did you mean --data? Type: npm run -s data -- help"],
    ["eval", ["--asof", "2024-06-20", "=SERVICE.REGIME()"], "--asof is not an option; did you mean --as-of? Type: npm run -s eval -- --help"],
    ["start", ["--asof", "2024-06-20"], "--asof is not an option; did you mean --as-of? Type: npm start -- --help"],
    ["manifest", ["--baseurl", "x"], "--baseurl is not an option; did you mean --base-url? Type: npm run -s manifest -- --help"],
    ["key", ["--dta", "x"], "--dta is not an option; did you mean --data? Type: npm run -s key -- --help"],
    ["refresh", ["diff", "--fromat", "csv"], "--fromat is not an option; did you mean --format? Type: npm run -s refresh -- diff --help"],
    ["refresh diff", ["a.lock.json"], "refresh diff: expected two locks or books, got 1. Type: npm run -s refresh -- diff FIRST SECOND"],
    ["excel", ["-x"], "-x is not an option. Type: npm run excel -- --help"],
    ["validate", ["--hlep"], "--hlep is not an option; did you mean --help? Type: npm run validate -- --help"],
    ["truth", ["--fialed"], "--fialed is not an option; did you mean --failed? Type: npm run truth -- --help"],
  ] as const)("of %s with an unknown option is refused with the nearest option and the help command", async (name, argv, sentence) => {
    expect(await said(name, ...argv)).toBe(sentence);
  });

  it.each([
    ["data", ["status", "--data"], "--data: expected a value, got nothing. Type: npm run -s data -- help"],
    ["data", ["status", "--data", "--all"], '--data: expected a value, got "--all". If that is the value, type: --data=--all'],
    ["data", ["update", "--all=yes"], '--all takes no value, got "yes". Type: npm run -s data -- help'],
    ["start", ["2024-06-20"], '"2024-06-20" was not expected: npm start accepts options only. Type: npm start -- --help'],
  ] as const)("of %s, %j, is refused with the missing or surplus word", async (name, argv, sentence) => {
    expect(await said(name, ...argv)).toBe(sentence);
  });

  it("of start with a folder without pages is refused with the command that builds them", async () => {
    expect(await said("start", "--pages", "x")).toMatch(
      /^--pages: expected a folder of built pages, but .*x has no taskpane\.html\. To build pages into dist\/dev, type: npm run build:dev/,
    );
  });

  it("has no options after --: a word there is read as a command", async () => {
    expect(await said("data", "--", "--all")).toContain('"--all" is not a command');
  });
});

describe("an option that npm took because no -- precedes it", () => {
  const names = [...new Set(Object.values(OPTIONS).flatMap(({ options }) => Object.keys(options)))];

  // npm prints its own help or version and then starts no command.
  it.each(names.filter((name) => !["help", "version"].includes(name)))("--%s is reported", (name) => {
    expect(swallowedOption({ [`npm_config_${name.replaceAll("-", "_")}`]: "true" })).toBe(name);
  });

  it("--ca is not reported if it is npm's own setting of certificates", () => {
    for (const value of ["", "null", "-----BEGIN CERTIFICATE-----\nMIIB"]) expect(swallowedOption({ npm_config_ca: value })).toBeUndefined();
  });

  it("is reported even with an empty value, as in --data=$UNSET", () => {
    expect(swallowedOption({ npm_config_data: "" })).toBe("data");
  });

  it("is not reported if it is one of npm's own settings, such as --json and --all", () => {
    expect(swallowedOption({ npm_config_json: "", npm_config_all: "false", npm_config_version: "11.19.1", npm_config_loglevel: "silent" })).toBeUndefined();
  });
});

(["win32", "darwin"].includes(process.platform) ? test.skip : test)(
  "excel --remove needs no service, and says that this system trusts no certificate",
  async () => {
    const out: string[] = [];
    expect(await excel(["--remove"], { out: (line) => void out.push(line), err: () => undefined, cwd: "/nowhere", env: {}, now: () => 0 })).toBe(0);
    expect(out.join()).toMatch(/^npm run excel trusts no certificate on this system/);
  },
);

test("the units in deploy start the built program with options that exist", () => {
  const folder = path.join(__dirname, "../../deploy");
  const files = readdirSync(folder).filter((name) => !name.endsWith(".sh") && name !== "service-log.plist");
  expect(files.sort()).toEqual(["service-windows.xml", "service.plist", "service.service"]);
  for (const name of files) {
    const text = readFileSync(path.join(folder, name), "utf8").replace(/<\/?string>/g, "");
    const [, words = ""] = /dist[\\/]commands[\\/]run\.js"?\s+([^<]*?)\s*(<|\n[^\s]|$)/.exec(text) ?? [];
    const [command, ...argv] = words.split(/\s+/);
    expect([name, command, parseOptions("start", argv).values]).toEqual([name, "start", { live: true, "log-level": "info" }]);
  }
});

test("the recipes for seven in the morning ask a service with a key from a file, and write no sample data", () => {
  const [, recipes = ""] = readFileSync(path.join(__dirname, "../../docs/refresh.md"), "utf8").split("## How does a refresh run at seven in the morning?");
  const lines = recipes.split("\n").filter((line) => line.includes("refresh.mjs"));
  expect(lines).toHaveLength(5);
  expect(lines.filter((line) => !/refresh\.mjs --url \S+ --fail-on sample --lock /.test(line))).toEqual([]);
  // The systemd unit must fail without its key file; a dash before the name would let it start.
  expect(recipes).toContain("\nEnvironmentFile=%h/.config/service-refresh.env\n");
  expect(recipes).not.toContain("ExecStartPre");
});

test("the commands in the docs of refresh have options that exist", () => {
  const docs = path.join(__dirname, "../../docs");
  const text = ["refresh.md", "check-a-workbook.md"]
    .map((name) => (existsSync(path.join(docs, name)) ? readFileSync(path.join(docs, name), "utf8") : ""))
    .join("\n");
  const typed = [...text.matchAll(/(?:refresh\.mjs|npm run -s refresh --) ([^`;<>}\n]*)/g)].map(([, words = ""]) =>
    words.replace(/["']/g, "").trim().split(/\s+/),
  );
  const wrong = typed.flatMap(([first = "", ...rest]) => {
    const subcommand = `refresh ${first}`;
    try {
      if (Object.hasOwn(OPTIONS, subcommand)) parseOptions(subcommand as keyof typeof OPTIONS, rest);
      else parseOptions("refresh", [first, ...rest]);
      return [];
    } catch (e) {
      return [(e as Error).message];
    }
  });
  expect([typed.length > 12, wrong]).toEqual([true, []]);
});
