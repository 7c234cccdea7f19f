import { buildSync } from "esbuild";
import path from "node:path";

const ROOT = path.resolve(__dirname, "../..");

function bundled(entry: string, platform: "node" | "neutral"): string {
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: [`test/sheets/${entry}`],
    bundle: true,
    write: false,
    platform,
    target: "node20",
    format: platform === "node" ? "cjs" : "iife",
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}

let made: { readonly thread: string; readonly services: string } | undefined;

/** The code that runs in a thread, and the fake Google services for each context. Bundled once for a test file. */
export const bundles = (): { readonly thread: string; readonly services: string } =>
  (made ??= { thread: bundled("thread-main.ts", "node"), services: bundled("guest/guest.ts", "neutral") });
