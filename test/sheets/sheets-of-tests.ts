import { builtScript, type BuiltScript } from "./built-script";
import { openSheets, type CellsInSheets } from "./cells-in-sheets";
import type { WorldOptions } from "./world";

/** The script, built once for the tests of a file, and sheets with it or with another, closed after each test. */
interface SheetsOfTests {
  readonly script: BuiltScript;
  sheets(built?: BuiltScript, options?: Partial<WorldOptions>): Promise<CellsInSheets>;
}

/** Call outside of tests. `script` is there once a test runs. */
export function sheetsOfTests(): SheetsOfTests {
  let script: BuiltScript | undefined;
  let open: CellsInSheets[] = [];
  const built = (): BuiltScript => (script ??= builtScript());
  beforeAll(() => void built(), 60_000);
  afterEach(async () => {
    for (const sheets of open.splice(0)) await sheets.close();
    open = [];
  });
  return {
    get script() {
      return built();
    },
    sheets: async (of = built(), options = {}) => {
      const opened = await openSheets(of, options);
      open.push(opened);
      return opened;
    },
  };
}
