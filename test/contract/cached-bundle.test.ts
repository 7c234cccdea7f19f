import { spawn } from "node:child_process";
import { statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { commandDesk } from "./command-desk";

const desk = commandDesk();
const file = () => desk.at(".build", "bundle.js");
beforeEach(() => {
  desk.folder("src");
  write("main.ts", 'import { word } from "./word"; console.log(word);');
  write("word.ts", 'export const word = "first";');
});

/** Writes a source with a time one minute ago: a bundle is not cached if a source is newer. */
function write(name: string, text: string, secondsAgo = 60): void {
  const source = desk.at("src", name);
  writeFileSync(source, text);
  const then = Date.now() / 1000 - secondsAgo;
  for (const changed of [source, path.dirname(source), desk.cwd]) utimesSync(changed, then, then);
}

const SCRIPT = `
  import { cachedBundle } from ${JSON.stringify(path.join(ROOT, "scripts", "cached-bundle.mjs"))};
  const [root, file] = process.argv.slice(1);
  const options = { entryPoints: [root + "/src/main.ts"], bundle: true, logLevel: "silent" };
  new Function(await cachedBundle({ root, file, options }))();
`;
/** Output of the bundle, built or cached, in its own process. */
const run = (): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", SCRIPT, desk.cwd, file()], { stdio: ["ignore", "pipe", "inherit"] });
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    child.once("close", () => resolve(printed.trim()));
  });
/** Identifies the cached file: each write creates a new one. */
const kept = () => statSync(file()).ino;

test("a bundle is cached, and built again after a source change", async () => {
  expect(await run()).toBe("first");
  const before = kept();
  expect(await run()).toBe("first");
  expect(kept()).toBe(before);
  write("word.ts", 'export const word = "second";', 30);
  expect(await run()).toBe("second");
  expect(kept()).not.toBe(before);
});

test("a bundle is built again if a new file takes precedence in module resolution", async () => {
  expect(await run()).toBe("first");
  write("word.tsx", 'export const word = "other";', 30);
  expect(await run()).toBe("other");
});

test("a bundle is built again if the cached file is truncated or replaced", async () => {
  await run();
  const whole = desk.text(".build", "bundle.js");
  for (const text of [whole.slice(0, -9), whole.slice(0, 40), "", "console.log('else');\n"]) {
    writeFileSync(file(), text);
    expect(await run()).toBe("first");
  }
});

test("two processes at once both get the whole bundle and leave one file", async () => {
  expect(await Promise.all([run(), run()])).toEqual(["first", "first"]);
  expect(desk.names(".build")).toEqual(["bundle.js"]);
});

test("a bundle is built even if the cache cannot be written", async () => {
  desk.put(".build", "");
  expect(await run()).toBe("first");
});
