// Orders jest's test files. If the longest come first, all workers end at about the same time.
import { statSync } from "node:fs";

/** Test files of 15 seconds or more, longest first. A missing name only costs some seconds at the end. */
const LONG = [
  "browser/workbench",
  "browser/workbook-workbench",
  "browser/workbook-excel",
  "browser/sheets-sidebar",
  "browser/inspect",
  "browser/faults",
  "browser/cells-excel",
  "browser/parity",
  "browser/formula",
  "browser/excel-limits",
  "browser/recalculation",
  "contract/dev-server",
  "contract/sheets/cells",
  "contract/secrets",
  "contract/service/every-answer",
  "contract/borders",
  "contract/truth",
  "unit/service/sample-fundamentals",
  "contract/templates",
  "unit/service/sample-positioning",
  "unit/workbook/xlsx/write-book",
  "unit/engine/literals",
  "unit/service/families/companies",
];

const named = (file) => /[\\/]test[\\/](.*)\.test\.ts$/.exec(file)?.[1].replaceAll("\\", "/") ?? "";

/** Lower runs earlier: long files, then those that need a browser, then the others. */
function rank(file) {
  const name = named(file);
  const long = LONG.indexOf(name);
  if (long >= 0) return long;
  return name.startsWith("browser/") ? LONG.length : LONG.length + 1;
}

export default class LongestFirst {
  sort(tests) {
    const keyed = [...tests].map((test) => ({ test, rank: rank(test.path), size: statSync(test.path).size }));
    return keyed.sort((a, b) => a.rank - b.rank || b.size - a.size).map(({ test }) => test);
  }

  allFailedTests(tests) {
    return tests;
  }

  /** Keeps no times from earlier runs, so that every run has the same order. */
  cacheResults() {}

  shard(tests, { shardIndex, shardCount }) {
    return tests.filter((_, i) => i % shardCount === shardIndex - 1);
  }
}
