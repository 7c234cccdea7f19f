import type { RunUpdate } from "../../src/commands/local-update/local-updates";
import { stage, until } from "./stage";
import { expectEventually } from "../time";

const at = stage();

/** An update of the Treasury whose documents arrive when the test says so; the SEC lacks its contact. */
function treasuryUpdate(): { readonly run: RunUpdate; arrive(): void; contacts: (string | undefined)[] } {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const contacts: (string | undefined)[] = [];
  const nothing = { documents: 0, unchanged: 0, added: 0, changed: 0, failures: [], leftOut: [], notices: [] };
  const run: RunUpdate = async ({ on, stop, contact }) => {
    contacts.push(contact);
    const treasury = { publisher: "treasury", feed: "treasury.par-yield-curve" };
    const due = [{ id: "treasury", name: "U.S. Department of the Treasury", feeds: 1 }, { id: "sec", name: "U.S. Securities and Exchange Commission", feeds: 1 }]; // prettier-ignore
    on?.({ event: "due", publishers: due });
    on?.({ event: "ended", publisher: "sec", feed: "sec.x", title: "x", ...nothing, waiting: "the SEC requires a contact with every request." });
    on?.({ event: "began", ...treasury });
    on?.({ event: "progress", ...treasury, done: 12, of: 35 });
    await Promise.race([arrived, new Promise((resolve) => stop.addEventListener("abort", resolve))]);
    if (stop.aborted) return { status: 1 };
    const rows = [{ series: "DGS10", date: "2024-06-27", value: 4.29, source: "treasury" as const }];
    at.service.store.insertBatch({ publisher: "treasury", file: "a", sha256: "a", rows, records: [] }, "2024-06-28");
    on?.({ event: "ended", ...treasury, title: "x", ...nothing, documents: 35, added: 1 });
    return { status: 0 };
  };
  return { run, arrive: () => arrive(), contacts };
}

describe("the first run", () => {
  it("fetches published data from the pane, and the cells then show it", async () => {
    const update = treasuryUpdate();
    at.service.runUpdate = update.run;
    const wb = await at.workbench();
    await wb.write("A1", [['=SERVICE.FRED("DGS10")']]);
    const [before] = await wb.texts("A1");
    await wb.page.getByRole("button", { name: "sample data" }).click();
    const card = wb.pane.getByRole("region", { name: "Sample data, not real" });
    await card.getByRole("button", { name: "Get published data" }).click();
    await card.getByLabel("Your e-mail address, for the SEC").fill("you@example.org");
    await card.getByRole("button", { name: "Start fetching" }).click();
    await card.getByText("12 of 35 documents").waitFor();
    await card.getByText("not fetched").waitFor();
    await card.getByText("the SEC requires a contact", { exact: false }).waitFor();
    expect(update.contacts).toEqual(["you@example.org"]);
    // Publishers that are off, or need a key, come with the lines to type.
    await card.getByText(/publishers need your key or consent/).click();
    await card.getByText("SERVICE_FRED_KEY=YOUR_KEY npm start").waitFor();
    update.arrive();
    await wb.pane.getByText("Done: 1 new row.", { exact: false }).waitFor();
    await wb.page.getByRole("button", { name: "connected" }).waitFor();
    await until(() => at.service.seen.filter(({ url }) => url.endsWith("/sheets/eval")).length > 1);
    await expectEventually(() => wb.texts("A1")).toEqual(["4.29"]);
    expect(before).not.toBe("4.29");
    // It has closed by itself, and Account opens it again.
    await wb.pane.getByRole("button", { name: "Close first steps" }).waitFor({ state: "detached" });
    await wb.pane.getByRole("tab", { name: "Account" }).click();
    await wb.pane.getByRole("button", { name: "First steps" }).click();
    await wb.pane.getByRole("heading", { name: "Published data", exact: true }).waitFor();
  });

  it("cancels an update, leads to the search, and leaves the focus on the tab when it closes", async () => {
    const update = treasuryUpdate();
    at.service.runUpdate = update.run;
    at.service.switches.localKey = true;
    const excel = await at.excel();
    const card = excel.pane.getByRole("region", { name: "Sample data, not real" });
    await card.getByRole("button", { name: "Get published data" }).click();
    await card.getByRole("button", { name: "Start fetching" }).click();
    await card.getByRole("button", { name: "Cancel" }).click();
    await card.getByText("Cancelled. Complete documents are kept", { exact: false }).waitFor();
    await card.getByRole("button", { name: "Find a figure" }).click();
    await excel.pane.waitForFunction(() => document.activeElement?.id === "build-search");
    await excel.pane.getByRole("button", { name: "sample data" }).click();
    await card.getByRole("button", { name: "Close first steps" }).press("Enter");
    await card.waitFor({ state: "detached" });
    expect(await excel.pane.evaluate(() => document.activeElement?.textContent)).toBe("Build");
    excel.check();
  });
});

describe("an outage", () => {
  it("is named in the pane with the line to type, and heals exactly the cells that it left", async () => {
    at.service.switches.localKey = true;
    const excel = await at.excel();
    const { sheets, dirty } = excel.workbook;
    sheets.Sheet1 = {
      A1: { formula: '=SERVICE.YIELD("10Y")', value: "#N/A" },
      A2: { formula: '=SERVICE.YIELD("5Y")', value: 4.3 },
    };
    at.service.switches.eval = "lost";
    const { results } = await excel.callAll([{ fn: "SERVICE.YIELD", args: ["10Y", null], address: "Sheet1!A1" }]);
    expect(results[0]?.ok).toBe(false);
    await excel.pane.getByRole("button", { name: /^not answering since \d\d:\d\d$/ }).waitFor();
    await excel.pane.getByText("npm start", { exact: true }).waitFor();
    await excel.pane.getByText("1 cell recalculates when it answers.").waitFor();
    expect(dirty).toEqual([]);
    at.service.switches.eval = "answer";
    await until(() => typeof sheets.Sheet1?.A1?.value === "number");
    expect(dirty).toEqual(["Sheet1!A1"]);
    await excel.pane.getByText("npm start", { exact: true }).waitFor({ state: "detached" });
    excel.check();
  });
});
