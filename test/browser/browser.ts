import { spawnSync } from "node:child_process";
import path from "node:path";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from "playwright-core";

const FIND = path.resolve(__dirname, "..", "..", "scripts", "find-browser.mjs");
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let started: Promise<Browser> | undefined;

/** Starts the installed Chrome, Edge or Chromium. Throws with advice if there is none. */
async function launch(): Promise<Browser> {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FIND], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr.trim());
  return chromium.launch({ executablePath: stdout.trim(), args: FLAGS });
}

/** The pages that one part of a test file opens, in the browser of this process. */
export interface Pages {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** The open ones, in the order in which they were opened. */
  contexts(): readonly BrowserContext[];
  /** Closes these pages only. */
  close(): Promise<void>;
}

/** The browser of all test files in this process, without pages. It ends with the process. Throws with advice if none is installed. */
export async function openPages(): Promise<Pages> {
  if (!(await started?.catch(() => undefined))?.isConnected()) started = launch();
  const browser = await started!;
  const open = new Set<BrowserContext>();
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options);
      open.add(context);
      context.on("close", () => open.delete(context));
      return context;
    },
    contexts: () => [...open],
    close: async () => {
      for (const context of [...open]) await context.close();
    },
  };
}
