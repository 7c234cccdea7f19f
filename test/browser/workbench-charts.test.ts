import { unzipSync } from "fflate";
import { stage } from "./stage";
import { expectEventually } from "../time";
import { savedFile } from "./workbench";

const at = stage();

it("draws a template's charts over their cells with the cells' numbers, and saves them as charts", async () => {
  const wb = await at.workbench({ starter: true });
  await wb.settled();
  const chart = wb.page.getByRole("img", { name: /^Chart: Policy rates, %\. Rate: US \d+\.\d, XM / });
  await chart.waitFor({ state: "attached" });
  const file = await savedFile(wb);
  const parts = Object.keys(unzipSync(file)).filter((name) => name.startsWith("xl/charts/"));
  expect(parts).toHaveLength(6);
  // Another sheet has its own chart.
  await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().setActiveSheet(api.getActiveWorkbook().getSheetByName("Yield curve")!));
  await wb.page.getByRole("img", { name: /^Chart: Treasury yield curve, %\. Latest: 1M \d+\.\d, / }).waitFor({ state: "attached" });
  expect(await chart.count()).toBe(0);
  // A cell that shows a reason leaves a gap.
  await wb.write("B10", [["n/a: no value"]]);
  await wb.page.getByRole("img", { name: /^Chart: Treasury yield curve, %\. Latest: 1M \d+\.\d, 3M \d+\.\d, 6M no value, / }).waitFor({ state: "attached" });
});

it("makes a chart follow its cells when rows and columns are inserted and deleted, its sheet is renamed, and that is undone", async () => {
  const wb = await at.workbench({ starter: true });
  await wb.settled();
  const change = (work: "insert" | "delete rows" | "delete columns" | "rename" | "undo", times = 1) =>
    wb.grid.evaluate(
      ({ api }, [name, n]) => {
        const book = api.getActiveWorkbook();
        const sheet = book.getActiveSheet();
        for (let i = 0; i < n; i++)
          if (name === "insert") sheet.insertRows(9, 2);
          else if (name === "delete rows") sheet.deleteRows(8, 3);
          else if (name === "delete columns") sheet.deleteColumns(0, 60);
          else if (name === "rename") sheet.setName("My rates");
          else book.undo();
      },
      [work, times] as const,
    );
  await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().setActiveSheet(api.getActiveWorkbook().getSheetByName("Yield curve")!));
  const chart = wb.page.getByRole("img", { name: /^Chart: / });
  const name = async () => (await chart.first().getAttribute("aria-label")) ?? "";
  const references = async (): Promise<string> => {
    const file = await savedFile(wb);
    return Object.entries(unzipSync(file))
      .filter(([part]) => part.startsWith("xl/charts/chart"))
      .map(([, bytes]) => new TextDecoder().decode(bytes))
      .flatMap((xml) => [...xml.matchAll(/<c:f>((?:'Yield curve'|'My rates')[^<]*)<\/c:f>/g)].map((m) => m[1]))
      .join(" ");
  };
  // Until the page is drawn again, it shows the chart of the sheet before.
  await expectEventually(name).toContain(": 1M ");
  await wb.settled();
  const [shown, before] = [await name(), await references()];

  await change("insert");
  await wb.settled();
  const inserted = await references();
  expect(inserted).not.toBe(before);
  // The two new rows are gaps of the chart, and every number is still at its term.
  await expectEventually(name).toContain(" no value");
  expect((await name()).replace(/, [^,]* no value/g, "")).toBe(shown);
  await change("rename");
  expect(await references()).toBe(inserted.replaceAll("'Yield curve'", "'My rates'"));
  await change("undo", 2);
  expect(await references()).toBe(before);
  await expectEventually(name).toBe(shown);

  await change("delete rows");
  expect(await references()).not.toBe(before);
  await change("undo");
  expect(await references()).toBe(before);

  // Without any cell of its own there is no chart; undo brings it back.
  await change("delete columns");
  await expectEventually(() => chart.count()).toBe(0);
  await change("undo");
  expect(await references()).toBe(before);
  await expectEventually(name).toBe(shown);
});

it("leaves an empty workbook without charts", async () => {
  const wb = await at.workbench();
  await wb.settled();
  expect(await wb.page.getByRole("img", { name: /^Chart:/ }).count()).toBe(0);
});
