import { select, undo, type Workbench } from "./workbench";
import { expectEventually } from "../time";
import { keptWorkbench } from "./kept-workbench";

const { onWorkbench } = keptWorkbench();

const formulas = ({ grid }: Workbench, ...addresses: readonly string[]): Promise<string[]> =>
  grid.evaluate(({ api }, all) => all.map((at) => api.getActiveWorkbook().getActiveSheet().getRange(at).getFormula()), addresses);
const said = ({ page }: Workbench, text: RegExp) => page.locator(".wb-line p").filter({ hasText: text }).waitFor();

describe("sorting", () => {
  onWorkbench("moves rows with their formulas and formats, leaves the heading, and is one step to undo", async (wb) => {
    await wb.write("A1:D4", [
      ["name", "n", "double", "fixed"],
      ["pear", 2, "=B2*2", "=$B$2"],
      ["Apple", 1, "=B3*2", "=Sheet1!B2"],
      ["fig", 3, '=SERVICE.FRED("DGS10")', "y"],
    ]);
    const sort = async (name: string) => {
      await wb.page.getByRole("tab", { name: "Data", exact: true }).click();
      await wb.page.getByRole("button", { name, exact: true }).click();
    };
    const before = await wb.texts("A2", "A3", "A4", "C4");
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().getRange("A3").setWrap(true));
    await select(wb, "B3");
    await sort("Sort A to Z");
    await said(wb, /^A2:D4 sorted by column B, smallest or A first\. Row 1 stays as the heading\.$/);
    expect(await wb.texts("A1", "A2", "A3", "A4", "C4")).toEqual(["name", "Apple", "pear", "fig", before[3]]);
    expect(await formulas(wb, "C2", "C3", "D2", "D3")).toEqual(["=B2*2", "=B3*2", "=Sheet1!B2", "=$B$2"]);
    expect(await wb.texts("C2", "C3", "D2", "D3")).toEqual(["2", "4", "1", "1"]);
    await undo(wb);
    await expectEventually(() => wb.texts("A2", "A3", "A4", "C4", "C2")).toEqual([...before, "4"]);
    await select(wb, "B3");
    await sort("Sort Z to A");
    await said(wb, /largest or Z first/);
    expect(await wb.texts("A2", "A3", "A4")).toEqual(["fig", "pear", "Apple"]);
  });

  onWorkbench("is refused where cells or references would be lost", async (wb) => {
    await wb.write("A1:B3", [
      [3, "=SORT(A1:A3)"],
      [1, ""],
      [2, ""],
    ]);
    await wb.settled();
    await select(wb, "A1");
    await wb.page.getByRole("tab", { name: "Data", exact: true }).click();
    const sort = () => wb.page.getByRole("button", { name: "Sort A to Z", exact: true }).click();
    await sort();
    await said(wb, /not sorted: the formula of B1 fills several cells/);
    await wb.write("B1:B3", [[""], [""], ["=A1"]]);
    await wb.settled();
    await sort();
    await said(wb, /not sorted: the formula of B3 would refer to cells above the sheet\. Write its references with \$, then sort again\./);
    await select(wb, "F9");
    await sort();
    await said(wb, /not sorted: there is only one row/);
    expect(await wb.texts("A1", "A2", "A3")).toEqual(["3", "1", "2"]);
  });

  onWorkbench("leaves the titles above a heading, and asks before one column of a list leaves its rows", async (wb) => {
    await wb.write("A1:C6", [
      ["Consumer prices", "", ""],
      ["Source: somebody", "", ""],
      ["Date", "CPI", ""],
      [3, 30, "=B4/B5-1"],
      [1, 10, ""],
      [2, 20, "note"],
    ]);
    await select(wb, "A5");
    await wb.page.getByRole("tab", { name: "Data", exact: true }).click();
    const sort = () => wb.page.getByRole("button", { name: "Sort A to Z", exact: true }).click();
    await sort();
    await said(wb, /^A4:C6 sorted by column A, smallest or A first\. Row 3 stays as the heading\.$/);
    const column = async (name: string) => (await wb.texts(...[1, 2, 3, 4, 5, 6].map((row) => `${name}${row}`))).join("|");
    expect(await column("A")).toBe("Consumer prices|Source: somebody|Date|1|2|3");
    expect(await column("C")).toMatch(/^\|\|\|\|note\|/);

    await select(wb, "B4:B6");
    await wb.write("B4:B6", [[9], [8], [7]]);
    await sort();
    const question = wb.page.getByRole("dialog", { name: "Sort the cells beside, too?" });
    await question.getByText("You selected one column of A3:C6. If it is sorted alone, its values leave their rows.").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect([await column("A"), await column("B")]).toEqual(["Consumer prices|Source: somebody|Date|1|2|3", "||CPI|9|8|7"]);
    await sort();
    await question.getByRole("button", { name: "Sort whole rows" }).click();
    await said(wb, /^A4:C6 sorted by column B/);
    expect([await column("A"), await column("B")]).toEqual(["Consumer prices|Source: somebody|Date|3|2|1", "||CPI|7|8|9"]);
    await undo(wb);
    await expectEventually(() => column("B")).toBe("||CPI|9|8|7");
    await select(wb, "B4:B6");
    await sort();
    await question.getByRole("button", { name: "Sort this column only" }).click();
    await said(wb, /^B4:B6 sorted by column B/);
    expect([await column("A"), await column("B")]).toEqual(["Consumer prices|Source: somebody|Date|1|2|3", "||CPI|7|8|9"]);
  });
});
