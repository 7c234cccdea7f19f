import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../../src/commands/io";

/** A copy of parts of the checkout, in which sources change. */
interface CopiedCheckout {
  at(file: string): string;
  read(file: string): string;
  put(file: string, text: string): void;
  /** Runs Node in it. */
  node(...args: string[]): string;
  /** Bundles a program that imports modules of src, and runs it. Returns what it prints. */
  ask(program: string): unknown;
}

const BUNDLE = `
import { build } from "esbuild";
await build({ entryPoints: ["ask.ts"], bundle: true, platform: "node", format: "cjs", packages: "external", outfile: "ask.cjs", logLevel: "error" });
`;

/**
 * A copy for all tests of a file.
 *
 * @param edits texts to put in a file after another text
 * @param then what runs once the sources are changed
 */
export function copiedCheckout(
  more: readonly string[],
  edits: readonly (readonly [file: string, after: string, text: string])[],
  then: (copy: CopiedCheckout) => void,
): CopiedCheckout {
  let root = "";
  const copy: CopiedCheckout = {
    at: (file) => path.join(root, file),
    read: (file) => readFileSync(copy.at(file), "utf8"),
    put: (file, text) => writeFileSync(copy.at(file), text),
    node: (...args) => execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }),
    ask: (program) => {
      copy.put("ask.ts", program);
      copy.put("bundle.mjs", BUNDLE);
      copy.node("bundle.mjs");
      return JSON.parse(copy.node("ask.cjs")) as unknown;
    },
  };
  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), "copied-checkout-"));
    const always = ["src", "scripts", "docs", "test/coverage", "test/engine-agreement/measured.json", "package.json", "tsconfig.base.json", ".oxfmtrc.json"];
    for (const name of [...always, ...more]) cpSync(path.join(ROOT, name), copy.at(name), { recursive: true, preserveTimestamps: true });
    symlinkSync(path.join(ROOT, "node_modules"), copy.at("node_modules"), "junction");
    for (const [file, after, text] of edits) {
      const before = copy.read(file);
      expect([file, before.includes(after)]).toEqual([file, true]);
      copy.put(
        file,
        before.replace(after, () => after + text),
      );
    }
    then(copy);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return copy;
}
