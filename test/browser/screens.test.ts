import { mkdirSync } from "node:fs";
import path from "node:path";
import type { CellPlace } from "../../src/workbook/cell";
import { stage } from "./stage";
import type { Workbench } from "./workbench";

/*
 * The whole way of a person without Excel, from the page to every tab, over the book that the workbench begins with. `npm run screens` keeps a picture
 * of each step in docs/screens.
 */
const at = stage();
const SCREENS = process.env.SCREENS;

async function keep({ page }: Workbench, name: string): Promise<void> {
  if (!SCREENS) return;
  mkdirSync(SCREENS, { recursive: true });
  // What has just been said, and a cursor that blinks, would make every picture another one.
  await page.screenshot({ path: path.join(SCREENS, `${name}.png`), animations: "disabled", caret: "hide" });
}

const goTo = ({ grid }: Workbench, place: CellPlace): Promise<void> => grid.evaluate(({ workbook }, at) => workbook.goTo(at), place);
const tab = ({ pane }: Workbench, name: string) => pane.getByRole("tab", { name, exact: true }).click();

it("a person without Excel types a formula, sees a value, clicks it and reads where it comes from", async () => {
  const bench = await at.workbench();
  await bench.type("A1", '=SERVICE.FRED("DGS10")');
  expect(await bench.texts("A1")).toEqual(["4.09"]);
  await goTo(bench, { sheet: "Sheet1", row: 0, column: 0 });
  await tab(bench, "Inspect");
  await bench.pane.getByText("U.S. Department of the Treasury", { exact: false }).first().waitFor();
  expect(await bench.pane.locator("main").innerText()).toMatch(/2024-06-2\d/);
  await keep(bench, "first-value");
});

it.each([
  ["", {}],
  ["-dark", { colorScheme: "dark" as const }],
])("every tab over the starter book%s", async (suffix, scheme) => {
  const bench = await at.workbench({ starter: true, ...scheme });
  const { pane } = bench;
  await bench.settled();
  const shown = (name: string) => keep(bench, `${name}${suffix}`);

  await tab(bench, "Inspect");
  const cells = await bench.grid.evaluate(({ workbook }) => workbook.serviceCells("workbook"));
  const reasons = new Map<string, number>();
  for (const { sheet, text } of cells) if (text.startsWith("n/a: ")) reasons.set(sheet, (reasons.get(sheet) ?? 0) + 1);
  expect({ sheets: new Set(cells.map((c) => c.sheet)).size, withReasons: reasons.size }).toEqual({ sheets: 6, withReasons: 6 });
  const curve = cells.find((c) => c.formula.includes("SERVICE.YIELD") && c.text === "4.09")!;
  await goTo(bench, curve);
  await pane.locator("canvas").first().waitFor();
  await shown("inspect");
  await pane.getByRole("heading", { name: "History" }).scrollIntoViewIfNeeded();
  await pane.getByRole("heading", { name: /^Curve of/ }).scrollIntoViewIfNeeded();
  await shown("history");

  await tab(bench, "Build");
  await pane.getByRole("combobox").first().fill("short interest");
  await pane.getByRole("option").first().waitFor();
  await shown("build");

  await tab(bench, "Refresh");
  await pane.getByRole("button", { name: "Refresh", exact: true }).click();
  await pane.getByRole("heading", { name: "Last refresh" }).waitFor({ timeout: 30_000 });
  await shown("refresh");

  await tab(bench, "Audit");
  await pane.getByText("Fresh", { exact: false }).first().waitFor();
  await shown("audit");

  await tab(bench, "Share");
  await shown("share");

  await tab(bench, "Account");
  await pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
  await shown("account");

  await tab(bench, "Settings");
  await shown("settings");
  expect(bench.heard.filter((line) => !/net::ERR|Failed to load resource/.test(line))).toEqual([]);
});
