import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Folder of published files for verification, if it is next to the checkout; else undefined. Its files are not part of the project. */
function sharedData(): string | undefined {
  const folder = path.resolve(__dirname, "../../shared/data/public");
  return existsSync(folder) ? folder : undefined;
}

type Body = (folder: string, fileIn: (...names: readonly string[]) => Buffer) => void | Promise<void>;

/** A test over the published files; skipped, with the reason in its name, if they are missing. */
export function itWithSharedData(name: string, body: Body, timeout?: number): void {
  const folder = sharedData();
  if (folder === undefined) it.skip(`${name} (skipped: no published files in ../shared/data/public beside the checkout)`, () => undefined);
  else it(name, async () => body(folder, (...names) => readFileSync(path.join(folder, ...names))), timeout);
}
