import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

const FOLDER = path.resolve(__dirname, "../../shared/data/workbooks/corpus/ironcalc");

/** Workbooks for verification, if they are next to the checkout; they are not part of the project. All but one of 40,000 formulas of ROMAN and ARABIC. */
export const sharedBooks = (): string[] | undefined =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .filter((name) => name.endsWith(".xlsx") && !name.includes("ARABIC_ROMAN"))
        .sort()
        .map((name) => path.join(FOLDER, name))
    : undefined;

/** A test over these workbooks; skipped, with the reason in its name, if they are missing. */
export function itWithSharedBooks(name: string, body: (books: readonly string[]) => void | Promise<void>, timeout?: number): void {
  const books = sharedBooks();
  if (books === undefined) it.skip(`${name} (skipped: no workbooks in ../shared/data/workbooks/corpus beside the checkout)`, () => undefined);
  else it(name, async () => body(books), timeout);
}
