import path from "node:path";
import { lockFile } from "./lock-file";
import type { Workbench } from "./workbench";
import { keptWorkbench } from "./kept-workbench";

/* Audit and Refresh over the workbench's grid and the real service. Details are in audit.test.ts and refresh.test.ts. */

const { onWorkbench } = keptWorkbench();
const SHOTS = process.env.SHOTS;

async function tab({ pane }: Workbench, name: "Refresh" | "Audit"): Promise<void> {
  await pane.getByRole("tab", { name }).click();
  await pane.getByRole("heading", { name, exact: true }).waitFor();
}

const selection = ({ grid }: Workbench) => grid.evaluate(({ workbook }) => workbook.selection());

const shot = async ({ page }: Workbench, name: string) => (SHOTS ? page.screenshot({ path: path.join(SHOTS, `${name}.png`) }) : undefined);

onWorkbench("a refresh of the workbook reports its result, and the audit then counts fresh cells and reasons", async (wb) => {
  await wb.write("A1:A3", [['=SERVICE.FRED("DGS10")'], ['=SERVICE.FRED("NONE")'], ["=A1*2"]]);
  const before = await wb.texts("A1", "A2", "A3");
  await tab(wb, "Refresh");
  await wb.pane.getByRole("button", { name: "Refresh", exact: true }).click();
  await wb.pane.locator(".refresh-result").getByText("2 cells asked, 0 changed.").waitFor();
  expect(await wb.texts("A1", "A2", "A3")).toEqual(before);
  await shot(wb, "workbench-refresh");
  await tab(wb, "Audit");
  await wb.pane.locator(".audit-state.fresh").getByText("1", { exact: true }).waitFor();
  await wb.pane.locator(".audit-state.reason").getByText("1", { exact: true }).waitFor();
  await shot(wb, "workbench-audit");

  // Nothing of it is shown for another workbook.
  await wb.newBook();
  await wb.pane.locator(".audit-state").first().waitFor({ state: "detached" });
  await tab(wb, "Refresh");
  expect(await wb.pane.locator(".refresh-result").count()).toBe(0);
});

onWorkbench("a refresh changes no cell while the service is down, and the next refresh works", async (wb, _, service) => {
  await wb.write("A1", [['=SERVICE.FRED("DGS10")']]);
  const before = await wb.texts("A1");
  service.switches.eval = "lost";
  await tab(wb, "Refresh");
  await wb.pane.getByRole("button", { name: "Refresh", exact: true }).click();
  await wb.pane.locator(".refresh-result").getByText("1 cell asked, 0 changed, 1 got no answer.").waitFor();
  expect(await wb.texts("A1")).toEqual(before);
  service.switches.eval = "answer";
  await wb.pane.getByRole("button", { name: "Refresh", exact: true }).click();
  await wb.pane.locator(".refresh-result").getByText("1 cell asked, 0 changed.", { exact: true }).waitFor();
});

onWorkbench("the audit finds, selects and repairs a broken function name, and writes it to a sheet", async (wb) => {
  await wb.write("B2", [['=_xldudf_SERVICE_FRED("DGS10")']]);
  await wb.settled();
  await tab(wb, "Audit");
  await wb.pane.locator(".audit-state.broken").getByText("1", { exact: true }).waitFor();
  await wb.pane.getByRole("option").filter({ hasText: "Sheet1!B2" }).click();
  await wb.pane.getByRole("status").getByText("At Sheet1!B2.").waitFor();
  expect((await selection(wb))?.address).toBe("Sheet1!B2");
  await wb.pane.getByRole("button", { name: "Repair broken names" }).click();
  await wb.pane.locator(".note").getByText("1 cell repaired.").waitFor();
  expect((await selection(wb))?.formula).toBe('=SERVICE.FRED("DGS10")');
  expect(Number((await wb.texts("B2"))[0])).toBeGreaterThan(0);
  await wb.pane.getByRole("button", { name: "Write to a new sheet" }).click();
  await wb.pane.getByRole("status").getByText("1 cell written to the sheet SERVICE audit.").waitFor();
  const written = await wb.grid.evaluate(({ workbook }) => workbook.shown([0, 1].map((row) => ({ sheet: "SERVICE audit", row, column: 5 }))));
  expect(written.map(({ text }) => text)).toEqual(["Formula without its =", 'SERVICE.FRED("DGS10")']);
  expect(wb.heard).toEqual([]);
});

onWorkbench("the audit compares the grid with a lock, and names a value that was typed over a formula", async (wb) => {
  await wb.write("A1:A2", [['=SERVICE.FRED("DGS10")'], ["=A1*2"]]);
  const [rate] = (await wb.texts("A1", "A2")).map(Number);
  const lock = lockFile({
    "Sheet1!A1": { formula: '=SERVICE.FRED("DGS10")', questions: ["a"], shows: rate! },
    "Sheet1!A2": { formula: "=A1*2", shows: 2 * rate! },
  });
  await tab(wb, "Audit");
  await wb.pane.getByLabel("Lock of this workbook").setInputFiles(lock);
  await wb.pane.getByRole("status").getByText("2 cells are as locked.").waitFor();
  await wb.write("A1", [[5]]);
  await wb.settled();
  await wb.pane.getByRole("button", { name: "Compare again" }).click();
  await wb.pane.getByRole("status").getByText("2 cells differ from the lock, 0 are as locked.").waitFor();
  await wb.pane.getByText('Sheet1!A1 holds 5, typed over =SERVICE.FRED("DGS10")', { exact: false }).first().waitFor();
  await wb.pane.getByText("Sheet1!A2 shows 10; the lock has", { exact: false }).first().waitFor();
  await shot(wb, "workbench-audit-lock");
});
