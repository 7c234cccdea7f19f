import { readFileSync } from "node:fs";
import path from "node:path";
import { withNamespace } from "../../src/commands/manifest/host-manifest";
import { ROOT } from "../../src/commands/io";
import { OLD, type Excel, type Opening } from "./excel-host";
import { accessible } from "./look";
import { evals, savedSettings, stage } from "./stage";
import { expectEventually } from "../time";

/* "Check this Excel" in Settings, through office.js. */

const at = stage();
beforeEach(() => {
  at.service.switches.localKey = true;
});

const LOCAL = readFileSync(path.join(ROOT, "manifest.xml"), "utf8");
const GET = '=SERVICE.GET("NVDA","SHORT.SOURCE")';
const BARE = '=SERVICE("NVDA","SHORT.SOURCE")';

async function settings(opening?: Opening): Promise<Excel> {
  const excel = await at.excel(opening);
  await excel.pane.getByRole("tab", { name: "Settings" }).click();
  return excel;
}
const button = (excel: Excel, name: string) => excel.pane.getByRole("button", { name, exact: true });
const results = (excel: Excel) => excel.pane.getByRole("list", { name: "Results" }).getByRole("listitem").allInnerTexts();
const check = async (excel: Excel): Promise<string[]> => {
  await button(excel, "Check this Excel").click();
  await excel.pane.getByRole("list", { name: "Results" }).waitFor();
  return (await results(excel)).map((text) => text.replace(/\s*\n\s*/g, " "));
};

it("tries everything for two cells, removes its sheet, and gives the result as text", async () => {
  const excel = await settings();
  const asked = evals(at.service).reduce((sum, { cells }) => sum + cells, 0);
  expect(await check(excel)).toEqual([
    "Yes =SERVICE.GET(…) calculates",
    "Yes =SERVICE(…) calculates",
    "Yes Dates show as dates (Double)",
    "Yes Formulas read back as written",
    "Yes Single cells can be refreshed",
    "Yes Names can stand for whole columns",
    "Yes Settings are saved in the workbook",
    "Yes Copies open as new workbooks",
  ]);
  expect(evals(at.service).reduce((sum, { cells }) => sum + cells, 0) - asked).toBe(2);
  expect(Object.keys(excel.workbook.sheets)).toEqual(["Sheet1"]);
  expect(savedSettings(excel)).toEqual([]);
  expect(excel.workbook.opened).toEqual([]);
  await excel.pane.getByLabel("A message is shown").check();
  await button(excel, "Copy the result").click();
  await excel.pane.getByRole("status").getByText("Copied the result.").waitFor();
  await accessible(excel.page, "host-check", excel.pane);
});

it("names what an older Excel lacks", async () => {
  const excel = await settings({ requirements: OLD });
  expect(await check(excel)).toContain("No Dates show as dates (text)");
  expect(await excel.pane.getByText("ExcelApi 1.14, CustomFunctionsRuntime 1.3, SharedRuntime 1.1").count()).toBe(1);
});

it("offers the second manifest if names without a namespace are not registered", async () => {
  // The names of the other metadata, without their namespace: SERVICE.X is unknown.
  const excel = await settings({ manifest: LOCAL.replace("/functions.json", "/functions.namespace.json") });
  excel.workbook.sheets.Sheet1 = { B7: { formula: '=SERVICE.RV("MSFT","pe")', value: 0 } };
  expect((await check(excel)).slice(0, 2)).toEqual(["No =SERVICE.GET(…) calculates (#NAME?)", "No =SERVICE(…) calculates (#NAME?)"]);
  await excel.pane.getByText("npm run -s manifest -- --namespace").waitFor();
  await excel.pane.getByText("No cell of this workbook uses it.").waitFor();
  // Excel allows no function name of two characters, so the second manifest cannot have this one.
  await excel.pane.getByText("1 cell uses it and would show #NAME? there:", { exact: false }).waitFor();
  expect(await excel.pane.getByRole("list", { name: "Cells with SERVICE.RV" }).innerText()).toContain('Sheet1!B7: =SERVICE.RV("MSFT","pe")');
  await accessible(excel.page, "host-check-manifest", excel.pane);
});

it("lists cells with a bare SERVICE, rewrites them except changed ones, and undoes it", async () => {
  const excel = await settings({ manifest: withNamespace(LOCAL) });
  const sheet = {
    A1: { formula: BARE, value: 0 },
    A2: { formula: `=IFERROR(${BARE.slice(1)},"SERVICE(x)")`, value: 0 },
    A3: { formula: BARE, value: 0 },
    A4: { formula: GET, value: 0 },
  };
  excel.workbook.sheets.Sheet1 = { ...sheet };
  const formulas = () => Object.values(excel.workbook.sheets.Sheet1 ?? {}).map(({ formula }) => formula);
  expect((await check(excel)).slice(0, 2)).toEqual(["Yes =SERVICE.GET(…) calculates", "No =SERVICE(…) calculates (#NAME?)"]);
  await excel.pane.getByText("3 cells use it:").waitFor();
  expect(await excel.pane.getByText("npm run -s manifest").count()).toBe(0);
  await accessible(excel.page, "host-check-bare", excel.pane);
  const changed = '=SERVICE("AAPL","SHORT.SOURCE")';
  excel.workbook.sheets.Sheet1.A3 = { formula: changed, value: 0 };
  await button(excel, "Rewrite to SERVICE.GET").click();
  await excel.pane.locator(".note").getByText("2 cells rewritten. 1 cell was left unchanged: The cell has changed", { exact: false }).waitFor();
  await excel.settled();
  expect(formulas()).toEqual([GET, `=IFERROR(${GET.slice(1)},"SERVICE(x)")`, changed, GET]);
  expect(excel.workbook.sheets.Sheet1.A1?.value).toBe("proxy statement affiliates");
  await excel.pane.getByRole("list", { name: "Rewritten cells" }).getByText("Sheet1!A1").waitFor();
  await accessible(excel.page, "host-check-rewritten", excel.pane);
  await button(excel, "Undo the rewriting").click();
  await excel.pane.getByText("3 cells use it:").waitFor();
  expect(formulas()).toEqual([BARE, sheet.A2.formula, changed, GET]);
});

it("removes its sheet also if Excel refuses the formulas", async () => {
  const excel = await settings({ workbook: (book) => book.refuses.add("SERVICE check!A1") });
  expect((await check(excel)).filter((text) => text.startsWith("Unknown"))).toHaveLength(6);
  expect(Object.keys(excel.workbook.sheets)).toEqual(["Sheet1"]);
});

it("asks before it adds a sheet to a protected workbook", async () => {
  const excel = await settings({ workbook: (book) => (book.fixed = true) });
  await button(excel, "Check this Excel").click();
  await excel.pane.getByRole("group", { name: "Add a temporary sheet?" }).waitFor();
  await accessible(excel.page, "host-check-protected", excel.pane);
  await excel.page.keyboard.press("Escape");
  await expectEventually(() => excel.pane.evaluate(() => document.activeElement?.textContent)).toBe("Check this Excel");
  await button(excel, "Check this Excel").click();
  await button(excel, "Check without a sheet").click();
  await excel.pane.getByRole("list", { name: "Results" }).waitFor();
  expect((await results(excel)).filter((text) => text.includes("No temporary sheet was added."))).toHaveLength(6);
  await button(excel, "Check again").click();
  await button(excel, "Add the sheet").click();
  await expectEventually(async () => (await results(excel)).filter((text) => /protected/.test(text)).length).toBe(6);
});
