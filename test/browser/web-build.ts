import { mkdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { ROOT, WEB } from "../../src/commands/io";
import { ensureWebBuild, webBuildIsFresh } from "../../src/commands/web-build";

const LOCK = path.join(ROOT, ".build", "web-build.lock");
/** A lock older than any build is a leftover. */
const STALE_MS = 120_000;

const wait = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function lock(): void {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  for (let waited = 0; ; waited += 100) {
    try {
      return mkdirSync(LOCK);
    } catch {
      const since = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs;
      if (since !== undefined && waited > STALE_MS) rmSync(LOCK, { recursive: true, force: true });
      wait(100);
    }
  }
}

async function build(): Promise<string> {
  if (webBuildIsFresh()) return WEB;
  lock();
  try {
    await ensureWebBuild({ out: () => undefined });
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
  return WEB;
}

let built: Promise<string> | undefined;

/**
 * The folder of built pages, rebuilt if sources are newer. Test files run in parallel, and one of them builds. WEB_BUILD names a folder to use unchanged,
 * for work on the tests while the sources change.
 */
export const webBuild = (): Promise<string> => (built ??= process.env.WEB_BUILD ? Promise.resolve(path.resolve(process.env.WEB_BUILD)) : build());
