import type { Page } from "playwright-core";
import type { Excel } from "./excel-host";
import { accessible } from "./look";
import { stage } from "./stage";
import { expectEventually } from "../time";

const at = stage();

const YIELD = '=SERVICE.YIELD("10Y","2024-06-18")';

/** Opens Excel with a yield in A1, a formula that refers to it, and one that refers to a missing sheet. */
async function open(): Promise<Excel> {
  at.service.switches.localKey = true;
  const excel = await at.excel();
  excel.workbook.sheets.Sheet1 = {
    A1: { formula: YIELD, value: 4.22 },
    B1: { formula: "mine", value: "mine" },
  };
  await excel.select("Sheet1", "A1");
  return excel;
}

const said = async ({ pane }: Excel): Promise<string> => ((await pane.locator(".said").textContent()) ?? "").trim();
const alerts = async ({ pane }: Excel): Promise<string[]> => (await pane.getByRole("alert").allTextContents()).filter((text) => text !== "");
const refuseCopies = (page: Page) =>
  page
    .frames()
    .at(-1)!
    .evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
      document.execCommand = () => false;
    });

describe("a refusal is beside its control, and not in the status line", () => {
  it("until the action is repeated: a table without room, a cell without an answer, a sheet that is gone", async () => {
    const excel = await open();
    const { pane, workbook, select } = excel;
    const button = (name: string | RegExp) => pane.getByRole("button", { name, exact: true });
    const tab = (name: string) => pane.getByRole("tab", { name, exact: true }).click();

    await tab("Build");
    await button("Insert table…").click();
    await select("Sheet1", "B1");
    await pane.getByLabel("Table", { exact: true }).selectOption("history");
    await pane.getByLabel("Series").fill("DGS10");
    await pane.getByLabel("Start").fill("2024-06-03");
    const height = (pixels: string) => excel.page.evaluate((h) => void (document.querySelector("iframe")!.style.height = h), pixels);
    await height("420px");
    await button("Insert at Sheet1!B1").click();
    await pane.getByRole("alert").filter({ hasText: "not empty" }).waitFor();
    const alert = pane.locator("[role=alert] .problem");
    const isInView = () => alert.evaluate((e) => [innerHeight, e.getBoundingClientRect().bottom <= innerHeight && e.getBoundingClientRect().top >= 0]);
    await expectEventually(isInView).toEqual([420, true]);
    // A preview that arrives late, above the message.
    const grow = () => alert.evaluate((e) => e.closest("[role=alert]")!.before(Object.assign(document.createElement("div"), { style: "height: 300px" })));
    await grow();
    await expectEventually(isInView).toEqual([420, true]);
    await excel.pane.locator("body").press("Shift");
    await grow();
    await expectEventually(isInView).toEqual([420, false]);
    await height("");
    await expectEventually(() => alerts(excel)).toEqual([expect.stringMatching(/B1 and \d+ more are not empty|B1 is not empty/)]);
    expect(await said(excel)).toBe("");
    delete workbook.sheets.Sheet1!.B1;
    await button("Insert at Sheet1!B1").click();
    await expectEventually(() => said(excel)).toMatch(/^Inserted at Sheet1!B3:/);
    expect(await alerts(excel)).toEqual([]);

    await select("Sheet1", "A1");
    await tab("Inspect");
    await button("Refresh this cell").waitFor();
    at.service.switches.eval = "lost";
    await button("Refresh this cell").click();
    await expectEventually(() => alerts(excel)).toEqual([expect.stringMatching(/^Not refreshed; the cell keeps its value\./)]);
    expect(await said(excel)).toBe("");
    at.service.switches.eval = "answer";
    await button("Refresh this cell").click();
    await expectEventually(() => said(excel)).toBe("Refreshed Sheet1!A1.");
    expect(await alerts(excel)).toEqual([]);

    await button("Write the sources").click();
    await button("Go to Sources").waitFor();
    delete workbook.sheets.Sources;
    await button("Go to Sources").click();
    await expectEventually(() => alerts(excel)).toEqual([expect.stringMatching(/Sources/)]);
    expect(await said(excel)).toBe("");
  });

  it("a copy that the browser refuses shows the text, selected", async () => {
    const excel = await open();
    const { pane, page } = excel;
    await pane.getByRole("tab", { name: "Inspect", exact: true }).click();
    const copy = pane.getByRole("button", { name: "Copy citation" });
    await copy.waitFor();
    await refuseCopies(page);
    await copy.click();
    const text = pane.getByRole("textbox", { name: "Text to copy" });
    await text.waitFor();
    expect(await alerts(excel)).toEqual([expect.stringMatching(/press Ctrl\+C/)]);
    expect(await text.evaluate((field) => document.activeElement === field && getSelection()?.toString() === (field as HTMLTextAreaElement).value)).toBe(true);
    expect(await text.inputValue()).toContain("10");
    await accessible(page, "copy-refused", pane);
    expect(await said(excel)).toBe("");
  });
});
