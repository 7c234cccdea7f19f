import path from "node:path";
import { pages } from "../../src/commands/start/pages";
import { KEY } from "./figures";
import { openService } from "./open-service";

/** Flags of a browser that does nothing but what is measured. */
export const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The built pages and the service, on sample data, on a free port of this machine. */
export async function servePages(root: string): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const web = path.join(root, "dist", "web");
  const allowed: string[] = [];
  const { listen, close } = await openService(":memory:", { pages: pages({ web, key: async () => KEY, origins: allowed }) });
  const origin = await listen();
  allowed.push(origin);
  return { origin, close };
}
