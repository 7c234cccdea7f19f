import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { FileRefusal } from "../../src/workbook/xlsx/file-refusal";
import { partOf } from "../corpus";

const FOLDER = path.resolve(__dirname, "../../../shared/data/workbooks/corpus");

/** A workbook for verification; not part of the project. */
export interface CorpusFile {
  /** `ironcalc/docs__CHOOSE.xlsx` */
  readonly name: string;
  read(): Uint8Array;
}

/** A test over all these workbooks, if they are next to the checkout; otherwise skipped, with the reason in its name. */
export function itWithCorpus(name: string, body: (files: readonly CorpusFile[]) => void | Promise<void>, timeout?: number): void {
  if (!existsSync(FOLDER)) {
    it.skip(`${name} (skipped: no workbooks in ../shared/data/workbooks/corpus beside the checkout)`, () => undefined);
    return;
  }
  const names = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => /\.xls[xm]$/.test(file));
  const files = names.sort().map((file): CorpusFile => ({ name: file, read: () => new Uint8Array(readFileSync(path.join(FOLDER, file))) }));
  it(name, async () => body(files), timeout);
}

/** A share of the files, and those with something that few others have. */
export const chosenOf = (files: readonly CorpusFile[], share: number, rare: RegExp): readonly CorpusFile[] => [
  ...new Set([...partOf(files, share, ({ name }) => name), ...files.filter(({ name }) => rare.test(name))]),
];

/** What is wrong with each file that is not refused, with its name. */
export const faultsOfEach = (files: readonly CorpusFile[], faultsOf: (file: Uint8Array, i: number) => Iterable<string>): string[] =>
  files.flatMap(({ name, read }, i) => {
    try {
      return Array.from(faultsOf(read(), i), (fault) => `${name}: ${fault}`);
    } catch (e) {
      if (e instanceof FileRefusal) return [];
      throw new Error(`${name} failed`, { cause: e });
    }
  });
