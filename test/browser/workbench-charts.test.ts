import { unzipSync } from "fflate";
import { stage } from "./stage";

const at = stage();

it("draws a template's charts over their cells with the cells' numbers, and saves them as charts", async () => {
  const wb = await at.workbench({ starter: true });
  await wb.settled();
  const chart = wb.page.getByRole("img", { name: /^Chart: Policy rates, %\. Rate: US \d+\.\d, XM / });
  await chart.waitFor({ state: "attached" });
  const saved = await wb.grid.evaluate(async ({ workbook }) => [...(await workbook.file())]);
  const parts = Object.keys(unzipSync(new Uint8Array(saved))).filter((name) => name.startsWith("xl/charts/"));
  expect(parts).toHaveLength(6);
  // Another sheet has its own chart.
  await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().setActiveSheet(api.getActiveWorkbook().getSheetByName("Yield curve")!));
  await wb.page.getByRole("img", { name: /^Chart: Treasury yield curve, %\. Latest: 1M \d+\.\d, / }).waitFor({ state: "attached" });
  expect(await chart.count()).toBe(0);
  // A cell that shows a reason leaves a gap.
  await wb.write("B10", [["n/a: no value"]]);
  await wb.page.getByRole("img", { name: /^Chart: Treasury yield curve, %\. Latest: 1M \d+\.\d, 3M \d+\.\d, 6M no value, / }).waitFor({ state: "attached" });
});

it("leaves an empty workbook without charts", async () => {
  const wb = await at.workbench();
  await wb.settled();
  expect(await wb.page.getByRole("img", { name: /^Chart:/ }).count()).toBe(0);
});
