import type { Frame } from "playwright-core";
import { keptPage } from "../conformance/kept-page";
import { openWorkbench } from "./workbench";

const kept = keptPage({ open: (browser, service) => openWorkbench(browser, service), renew: (workbench) => workbench.newBook() });

/** Shows a tab of the pane. */
const tab = (pane: Frame, name: string) => pane.getByRole("tab", { name }).click();

async function insertHistory(pane: Frame, fields: Readonly<Record<string, string>>): Promise<void> {
  await tab(pane, "Build");
  await pane.getByRole("button", { name: "Insert table…" }).click();
  await pane.getByLabel("Table", { exact: true }).selectOption("history");
  for (const [label, value] of Object.entries(fields)) await pane.getByLabel(label).fill(value);
  await pane.getByRole("button", { name: /^Insert at/ }).click();
  await pane
    .getByText(/^Inserted at/)
    .first()
    .waitFor();
}

describe("tables in the pane", () => {
  it("inserts a history, refreshes it in place, and undoes the refresh and the insertion", async () => {
    const { page: workbench, passed } = await kept();
    const { pane } = workbench;
    await insertHistory(pane, { Series: "DGS10", Start: "2024-06-17", End: "2024-06-24" });
    expect(await workbench.texts("A1", "A3", "B3", "A4", "A5", "A9")).toEqual([
      "Treasury constant maturity, 10 years (DGS10)",
      "Date",
      "DGS10, %",
      "2024-06-17",
      "2024-06-18",
      "",
    ]);
    const [, note, value] = await workbench.texts("A1", "A2", "B4");
    expect(note).toContain("SAMPLE DATA");
    expect(value).toMatch(/^\d\.\d\d%$/);
    await workbench.write("B5", [[99]]);
    await workbench.write("B4", [[""]]);
    await workbench.write("C4", [["mine"]]);
    await pane.getByRole("button", { name: /^Refresh Treasury/ }).click();
    await pane.getByText("1 deleted cell or row back, 1 value of yours kept.").first().waitFor();
    expect(await workbench.texts("B4", "B5", "C4")).toEqual([value, "99.00%", "mine"]);
    await pane.getByRole("button", { name: /^Undo the last change/ }).click();
    await pane
      .getByText(/^The last refresh is undone/)
      .first()
      .waitFor();
    expect(await workbench.texts("B4", "B5", "C4")).toEqual(["", "99.00%", "mine"]);
    passed();
  });
});
