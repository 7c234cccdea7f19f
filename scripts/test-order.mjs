// Orders the test files. If the longest come first, all workers end at about the same time.
import { statSync } from "node:fs";
import Sequencer from "@jest/test-sequencer";

/** Test files of 15 seconds or more, longest first. A missing name only costs a few seconds at the end. */
const LONG = [
  "browser/workbench",
  "browser/workbook-workbench",
  "browser/faults",
  "browser/sheets-sidebar",
  "browser/workbook-excel",
  "browser/parity",
  "browser/settings",
  "browser/inspect",
  "browser/share",
  "browser/excel-limits",
  "browser/screens",
  "browser/pane",
  "browser/formula",
  "browser/key",
  "browser/recalculation",
  "browser/cells-excel",
  "contract/dev-server",
  "contract/add-function",
  "contract/truth",
  "contract/sheets/cells",
  "browser/functions",
  "browser/audit-and-refresh",
  "browser/refresh",
  "contract/secrets",
  "unit/service/sample-fundamentals",
  "unit/service/sample-positioning",
  "contract/service/every-answer",
  "contract/borders",
  "contract/templates",
  "contract/many-rows",
  "contract/sheets/build",
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

/** Every run has the same order: no times from earlier runs. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const keyed = tests.map((test) => ({ test, rank: rank(test.path), size: statSync(test.path).size }));
    return keyed.sort((a, b) => a.rank - b.rank || b.size - a.size).map(({ test }) => test);
  }
}
