import { launchBrowser } from "./browser";
import { errorArgument, openExcel } from "./excel-host";
import { KEYS, startLocalService } from "./local-service";
import { webBuild } from "./web-build";
jest.setTimeout(20000);
test("probe", async () => {
  const web = await webBuild();
  const service = await startLocalService(web);
  service.switches.localKey = true;
  const browser = await launchBrowser();
  try {
    const t0 = performance.now();
    const excel = await openExcel(browser, service).catch((e) => {
      console.log(e);
      throw e;
    });
    console.log("open", performance.now() - t0);
    await new Promise((r) => setTimeout(r, 500));
    console.log(excel.heard.join("\n"), excel.addresses.join("\n"), JSON.stringify(service.seen, null, 1));
    console.log(await excel.call("SERVICE.YIELD", ["10Y", "2024-06-19"]));
    console.log(await excel.call("SERVICE.YIELD", ["AS_OF", "2024-06-19"]));
    console.log(await excel.call("SERVICE.YIELD", [errorArgument("#REF!"), null]));
    console.log(await excel.call("SERVICE.SHORTINTEREST", ["GME", "dayz"]));
    console.log(excel.heard.join("\n"));
    excel.workbook.sheets.Sheet1!.B2 = { formula: '=SERVICE.YIELD("10Y")', value: "n/a: add your API key in the SERVICE pane" };
    excel.workbook.sheets.Sheet1!.B3 = { formula: '=SERVICE.YIELD("1Y")', value: 5 };
    excel.workbook.sheets.Sheet1!.D3 = { formula: "=SUM(1)", value: 1 };
    await excel.pane.getByRole("tab", { name: "Activity" }).click();
    await excel.pane.getByRole("button", { name: "Refresh all" }).click();
    await new Promise((r) => setTimeout(r, 2500)); console.log(await excel.pane.locator(".said").textContent(), excel.heard.join("\n"));
    console.log(await excel.pane.evaluate(`Excel.run({delayForCellEdit:true}, async (context) => {
      const sheets = context.workbook.worksheets; sheets.load("items/name"); await context.sync();
      const used = sheets.items.map((sheet) => ({ sheet, range: sheet.getUsedRangeOrNullObject() }));
      for (const { range } of used) range.load("rowIndex,columnIndex,rowCount,columnCount");
      await context.sync();
      const found = used.map(({ sheet, range }) => ({ sheet, special: range.getSpecialCellsOrNullObject(Excel.SpecialCellType.formulas) }));
      for (const { special } of found) special.load("areaCount");
      await context.sync();
      for (const { special } of found) special.areas.load("items/rowIndex,items/columnIndex,items/rowCount,items/columnCount");
      await context.sync();
      const r = found.flatMap(({ sheet, special }) => special.areas.items.map((range) => ({ sheet, range })));
      for (const {range} of r) range.load("formulas");
      await context.sync();
      used[0].sheet.getRanges("B2").setDirty();
      await context.sync();
      context.application.calculate(Excel.CalculationType.recalculate)
      await context.sync();
      return JSON.stringify(used.map(u => [u.sheet.name, u.range.isNullObject, u.range.toJSON()]));
    }).catch(e => String(e && e.stack) + JSON.stringify(e.debugInfo))`));
    console.log(excel.workbook.dirty, excel.workbook.calculations);
    console.log(
      await excel.pane.evaluate(() => {
        try {
          localStorage.setItem("a", "1");
          return "local ok";
        } catch (e) {
          return String(e);
        }
      }),
    );
    console.log(excel.heard.join("\n"));
    await excel.page.screenshot({ path: "/tmp/h/shots/probe.png" });
    await excel.close();
  } finally {
    await browser.close();
    await service.close();
  }
});
