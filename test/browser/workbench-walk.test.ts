import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { keptPage } from "../conformance/kept-page";
import { installWalk, WALK, type GridWalk, type Walked, type WalkedApi } from "./grid-walk";
import { openWorkbench, type Workbench } from "./workbench";

const kept = keptPage({ open: (browser, service) => openWorkbench(browser, service), renew: ({ newBook }) => newBook() });
/** On a machine with many other programs; nothing is timed by this. */
const WITH_TIME = 600_000;

/** What does nothing when it is pressed, as in Excel, and why. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  "edited cell | Ctrl+X": "No text is selected.",
  "edited cell | Ctrl+B": "It is for the text that is typed next.",
  "edited cell | Ctrl+I": "It is for the text that is typed next.",
  "edited cell | Ctrl+U": "It is for the text that is typed next.",
  "edited cell | Ctrl+Shift+X": "It is for the text that is typed next.",
  "edited cell | Ctrl+=": "The zoom stays while a cell is edited.",
  "edited cell | Ctrl+-": "The zoom stays while a cell is edited.",
  "edited cell | Ctrl+0": "The columns stay while a cell is edited.",
};

/** The first column of the keys in docs/workbench.md. */
/** The same of entries. */
const ENTRIES_WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  "ribbon > ribbon.data > ribbon.data.rules | Conditional Formatting > 9": "There are no rules to clear.",
  "ribbon > ribbon.data > ribbon.data.rules | Conditional Formatting > 10": "There are no rules to clear.",
  "ribbon > ribbon.data > ribbon.data.organization > Filter | Clear filter: show all rows": "No column of the filter has a criterion.",
  "ribbon > ribbon.data > ribbon.data.organization > Filter | Reapply filter": "No column of the filter has a criterion.",
};

const documented = readFileSync(path.join(ROOT, "docs", "workbench.md"), "utf8")
  .split("\n")
  .flatMap((line) => /^\| ([^|]*(?:Ctrl|Alt|Shift|F\d)[^|]*?) *\|/.exec(line)?.[1]?.split(/[,;] /) ?? []);

const nameOf = ({ where, name }: Walked): string => `${where} | ${name}`;

/** Opens a small book in the grid, and calls the walk in the page. */
async function walkIn(
  wb: Workbench,
): Promise<<M extends keyof GridWalk>(method: M, ...given: Parameters<GridWalk[M]>) => Promise<Awaited<ReturnType<GridWalk[M]>>>> {
  const { page, grid } = wb;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await wb.write("A1:D8", [
    ["Name", "Jan", "Feb", "Note"],
    ["b", 3, 4, "x"],
    ["a", 1.5, 20, "y"],
    ["d", 4, 7, "z"],
    ["c", "=B3*2", 9, "w"],
    ["e", 5, "=2*B3+1", "v"],
    ["f", 6, 6, "u"],
    ["g", 7, 7, "t"],
  ]);
  await grid.evaluate(({ api }) => {
    const book = api.getActiveWorkbook();
    const first = book.getActiveSheet();
    first.setRowCount(60);
    // A number as text.
    first.getRange("C4").setValue({ v: "7", t: 1 });
    book.insertSheet("Sheet2");
    book.insertSheet("Sheet3").hideSheet();
    book.setActiveSheet(first);
  });
  await wb.settled();
  await grid.evaluate(({ api }, [source, name]) => (new Function(`return ${source}`)() as typeof installWalk)(api as unknown as WalkedApi, name), [
    installWalk.toString(),
    WALK,
  ] as const);
  return (method, ...given) =>
    page.evaluate(([name, of, params]) => (globalThis as unknown as Record<string, Record<string, (...p: unknown[]) => unknown>>)[name]![of]!(...params), [
      WALK,
      method,
      given as unknown[],
    ] as const) as never;
}

/** Expects that each does something, apart from those of the list, and that those of the list do nothing. */
function expectAlive(walked: readonly Walked[], atLeast: number, without: Readonly<Record<string, string>>): void {
  expect(walked.length).toBeGreaterThanOrEqual(atLeast);
  const dead = walked.filter(({ did }) => did.length === 0);
  expect(dead.filter((one) => !(nameOf(one) in without)).map((one) => [nameOf(one), one.id, one.enabled ? "enabled" : "disabled", one.error ?? ""])).toEqual(
    [],
  );
  expect(walked.filter((one) => one.did.length > 0 && nameOf(one) in without).map(nameOf)).toEqual([]);
  expect(Object.keys(without).filter((name) => !walked.some((one) => nameOf(one) === name))).toEqual([]);
}

describe("the grid's menus and keys", () => {
  it(
    "do something at each entry that is shown, in the toolbar and in every menu",
    async () => {
      const { page: wb, passed } = await kept();
      const walk = await walkIn(wb);
      const menus = await walk("menus");
      expect(menus).toEqual(
        expect.arrayContaining(["ribbon", "contextMenu.mainArea", "contextMenu.colHeader", "contextMenu.rowHeader", "contextMenu.footerTabs"]),
      );
      const walked: Walked[] = [];
      for (const menu of menus) walked.push(...(await walk("entries", menu)));
      expectAlive(walked, 150, ENTRIES_WITHOUT_EFFECT);
      passed();
    },
    WITH_TIME,
  );

  it(
    "do something at each key, in the cells and in an edited cell",
    async () => {
      const { page: wb, passed } = await kept();
      const walk = await walkIn(wb);
      const walked = await walk("keys");
      expectAlive(walked, 60, WITHOUT_EFFECT);
      const own = walked.filter(({ id }) => id.startsWith("workbench.command.")).map(({ name }) => name);
      expect(own.length).toBeGreaterThan(3);
      expect(own.filter((key) => !documented.includes(key))).toEqual([]);
      passed();
    },
    WITH_TIME,
  );
});
