import { buildSync } from "esbuild";
import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { BookAnswer, BookQuestion, BookResult } from "./book-result";

const root = path.resolve(__dirname, "../..");

/** Calculates the formulas of each book with the headless engine, in another process. A crash or a calculation beyond the limit is a result, too. */
export async function runBooks(files: readonly string[], limitMs: number): Promise<BookResult[]> {
  mkdirSync(path.join(root, ".build"), { recursive: true });
  const folder = mkdtempSync(path.join(root, ".build", "agreement-"));
  const bundle = path.join(folder, "child.cjs");
  let child: ChildProcess | undefined;
  const stop = (): void => {
    child?.removeAllListeners();
    child?.kill("SIGKILL");
    child = undefined;
  };

  const ask = (file: string): Promise<BookResult> =>
    new Promise((resolve) => {
      const running = (child ??= fork(bundle, { execArgv: ["--max-old-space-size=2000"], stdio: ["ignore", "ignore", "pipe", "ipc"] }));
      let said = "";
      const listen = (text: Buffer): void => void (said = (said + text.toString()).slice(-3_000));
      running.stderr!.on("data", listen);
      const timer = setTimeout(() => end(`did not finish within ${limitMs / 1000} s`), limitMs);
      const end = (failed: string): void => {
        clearTimeout(timer);
        stop();
        resolve({ file, failed });
      };
      running.once("exit", (status, signal) => end(`the process ended (${status ?? signal}): ${said.trim()}`));
      running.once("message", (answer: BookAnswer) => {
        clearTimeout(timer);
        running.removeAllListeners("exit");
        running.stderr!.removeListener("data", listen);
        resolve("refused" in answer ? { file, failed: answer.refused } : { file, ...answer });
      });
      running.send({ file } satisfies BookQuestion);
    });

  try {
    buildSync({
      absWorkingDir: root,
      entryPoints: ["test/engine-agreement/child.ts"],
      outfile: bundle,
      bundle: true,
      platform: "node",
      target: "node20",
      format: "cjs",
      logLevel: "error",
    });
    const results: BookResult[] = [];
    for (const file of files) results.push(await ask(file));
    return results;
  } finally {
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
