import { desks, type OpenDesk } from "./desk/desk";
import { lockFile } from "./lock-file";

const open = desks();

/** A workbook with a cell in every state, on three sheets: one protected, one hidden. */
const fill = (opened: OpenDesk) =>
  opened.run((desk) => {
    const { put, protectedCells } = desk.workbook;
    desk.series.DGS10 = 4.25;
    desk.series.WITHHELD = "the source stopped publishing";
    put("Rates!A1", '=SERVICE.FRED("DGS10")', 4.2);
    put("Rates!A2", '=SERVICE.FRED("WITHHELD")', "n/a: the source stopped publishing");
    put("Rates!A3", '=SERVICE.YIELD("10Y","yesterday")', { error: "#VALUE!" });
    put("Rates!A4", '=_xldudf_SERVICE_FRED("DGS10")', 4.2);
    put("Rates!A5", '=SERVICE.FRED("DGS10")', { error: "#NAME?" });
    put("Locked!A1", '=[2]!_xldudf_SERVICE_FRED("DGS10")', 4.2);
    put("Hidden!A1", '=-SERVICE.FRED("DGS10")', -4.2);
    protectedCells.add("Locked");
    desk.open("audit");
  });

const openAudit = async (opening?: Parameters<typeof open>[0]) => {
  const opened = await open(opening);
  await fill(opened);
  await opened.page.locator("#audit-cells").waitFor();
  return opened;
};

const counts = ({ page }: OpenDesk) => page.locator(".audit-state").evaluateAll((all) => all.map((b) => b.textContent?.replace(/^(\S+).*?(\d+)$/s, "$1 $2")));
const said = ({ page }: OpenDesk) => page.getByRole("status");

describe("the audit", () => {
  it("counts SERVICE cells by state and by sheet, describes each one's problem in words, and filters them", async () => {
    const opened = await openAudit();
    const { page } = opened;
    const rows = page.getByRole("option");
    await rows.filter({ hasText: "Rates!A3" }).getByText("date: expected").waitFor();
    await rows.filter({ hasText: "Rates!A2" }).getByText("the source stopped publishing", { exact: true }).waitFor();
    await rows.filter({ hasText: "Rates!A4" }).getByText("Excel changed this name on another computer").waitFor();
    await rows.filter({ hasText: "Rates!A1" }).getByText("counts as stale").waitFor();
    expect(await counts(opened)).toEqual(["All 7", "Broken 3", "Error 1", "Pending 0", "Reason 1", "Stale 2", "Doubtful 0", "Fresh 0"]);
    await page.getByLabel("Sheet", { exact: true }).selectOption("Rates");
    expect(await counts(opened)).toEqual(["All 5", "Broken 2", "Error 1", "Pending 0", "Reason 1", "Stale 1", "Doubtful 0", "Fresh 0"]);
    await page.getByLabel("Sheet", { exact: true }).selectOption("");
    await page.getByRole("button", { name: /^Reason/ }).click();
    await page.getByRole("heading", { name: "Reason: 1" }).waitFor();
    expect(await page.locator("#audit-cells").getByRole("option").count()).toBe(1);
    expect(await page.getByRole("button", { name: /^Reason/ }).getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByLabel("Filter by text").fill("dgs10 rates");
    await page.getByRole("heading", { name: "All cells: 3" }).waitFor();
    expect(opened.heard).toEqual([]);
  });

  it("selects a cell on click and Enter, and explains why if it cannot", async () => {
    const opened = await openAudit();
    const { page } = opened;
    await page.getByRole("option").filter({ hasText: "Rates!A2" }).click();
    await said(opened).getByText("At Rates!A2.").waitFor();
    await page.locator("#audit-cells").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await said(opened).getByText("At Rates!A3.").waitFor();
    expect(await opened.run((desk) => desk.workbook.went)).toEqual(["Rates!A2", "Rates!A3"]);
    await page.locator("#audit-cells").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("The sheet Hidden is hidden. Unhide it").waitFor();
  });

  it("repairs broken names, skips protected sheets, and reports both", async () => {
    const opened = await openAudit();
    const { page } = opened;
    await page.getByRole("button", { name: "Repair broken names" }).click();
    await page.locator(".note").getByText("2 cells repaired. 1 cell could not be changed").waitFor();
    await page.getByText("The sheet Locked is protected. Unprotect it, then try again.").click();
    await page.getByRole("option", { name: "Locked!A1", exact: true }).waitFor();
    // Both tabs request answers, and the audit rescans when they arrive.
    await page.locator(".audit-state.broken").getByText("1", { exact: true }).waitFor();
    await page.locator(".audit-state.pending").getByText("0", { exact: true }).waitFor();
    const formulas = await opened.run(async (desk) => (await desk.workbook.serviceCells("workbook")).map((c) => `${c.sheet} ${c.formula} ${c.text}`));
    expect(formulas.slice(3, 6)).toEqual([
      'Rates =SERVICE.FRED("DGS10") 4.25',
      'Rates =SERVICE.FRED("DGS10") 4.25',
      'Locked =[2]!_xldudf_SERVICE_FRED("DGS10") 4.2',
    ]);
  });

  it("copies the filtered list as a table to the clipboard and to a new sheet", async () => {
    const opened = await openAudit();
    const { page } = opened;
    await page.getByLabel("Sheet", { exact: true }).selectOption("Hidden");
    await page.getByRole("button", { name: "Copy as table" }).click();
    await said(opened).getByText("Copied 1 row.").waitFor();
    const clip = (await page.evaluate(() => navigator.clipboard.readText())).replaceAll("\r", "").split("\n");
    expect(clip).toHaveLength(2);
    expect(clip[0]).toBe("Sheet\tCell\tState\tShows\tIn words\tFormula without its =");
    expect(clip[1]).toMatch(/^Hidden\tA1\tStale\t-4\.2\t.*\t"\(-SERVICE\.FRED\(""DGS10""\)\)"$/);
    await page.getByRole("button", { name: "Write to a new sheet" }).click();
    await said(opened).getByText("1 cell written to the sheet SERVICE audit.").waitFor();
    await page.getByRole("button", { name: "Write to a new sheet" }).click();
    await said(opened).getByText("SERVICE audit 2").waitFor();
    const names = ["SERVICE audit", "SERVICE audit 2"];
    const written = await opened.run(({ workbook }, sheets) => sheets.map((name) => [name, workbook.rows(name).length, workbook.rows(name)[1]?.[5]]), names);
    expect(written).toEqual(names.map((name) => [name, 2, '(-SERVICE.FRED("DGS10"))']));
  });

  it("refreshes the stale cells in the Refresh tab, and then counts none as stale", async () => {
    const opened = await openAudit();
    const { page } = opened;
    // A formula that this workbook cannot calculate.
    await opened.run((desk) => desk.workbook.put("Hidden!A1", '=SERVICE.FRED("DGS10")', 4.2));
    await page.getByRole("button", { name: "Refresh stale" }).click();
    await page.getByRole("heading", { name: "Last refresh" }).waitFor();
    expect(await opened.run((desk) => desk.shown)).toEqual([{ tab: "refresh" }]);
    expect(await opened.run((desk) => desk.workbook.at("Rates!A1").text)).toBe("4.25");
    await opened.run((desk) => desk.open("audit"));
    await page.locator(".audit-state.stale").getByText("0", { exact: true }).waitFor();
  });

  it("shows the next step if there are no SERVICE cells, or no workbook is open", async () => {
    const { page, run } = await open();
    await run((desk) => desk.open("audit"));
    await page.getByRole("button", { name: "Go to Build" }).click();
    expect(await run((desk) => desk.shown)).toEqual([{ tab: "build" }]);
    await run((desk) => desk.leaveWorkbook());
    await page.getByText("No workbook is open. Open the pane in Excel").waitFor();
  });
});

describe("the audit of 10,000 cells", () => {
  it("draws only visible rows, supports the keyboard, and gives screen readers row positions", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.run((desk) => {
      for (let i = 0; i < 10_000; i++) desk.workbook.put(`Long!A${i + 1}`, `=SERVICE.FRED("S${i}")`, i % 2 ? "n/a: no series" : 1);
      desk.open("audit");
    });
    const list = page.locator("#audit-cells");
    await list.waitFor();
    const active = () =>
      list.evaluate((box) => {
        const row = document.getElementById(box.getAttribute("aria-activedescendant") ?? "");
        const { top, bottom } = row?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
        const frame = box.getBoundingClientRect();
        return {
          at: row?.getAttribute("aria-posinset"),
          of: row?.getAttribute("aria-setsize"),
          text: row?.querySelector(".audit-address")?.textContent,
          inSight: top >= frame.top && bottom <= frame.bottom,
        };
      });
    expect(await page.getByRole("option").count()).toBeLessThan(30);
    await list.focus();
    for (const [key, at] of [
      ["End", "10000"],
      ["ArrowUp", "9999"],
      ["PageUp", "9993"],
      ["Home", "1"],
      ["PageDown", "7"],
      ["ArrowDown", "8"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(active()).resolves.toEqual({ at, of: "10000", text: `Long!A${at}`, inSight: true });
    }
    // After scrolling far away by mouse, the row with the keyboard focus still exists.
    await list.evaluate((box) => box.scrollTo(0, 200_000));
    await page.getByRole("option", { name: /^Long!A4168/ }).waitFor();
    expect((await active()).at).toBe("8");
    expect(await page.getByRole("option").count()).toBeLessThan(30);
  });

  it("blocks the page for less than 1.5 seconds on opening, and can be filtered", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.run((desk) => {
      for (let i = 0; i < 10_000; i++) desk.workbook.put(`Long!A${i + 1}`, `=SERVICE.FRED("S${i}")`, i % 2 ? "n/a: no series" : 1);
    });
    const longest = await page.evaluate(async () => {
      const { desk } = window as unknown as { desk: { open(tab: string): void } };
      let most = 0;
      let last = performance.now();
      let over = false;
      const beat = () => {
        const now = performance.now();
        most = Math.max(most, now - last);
        last = now;
        if (!over) setTimeout(beat, 0);
      };
      beat();
      desk.open("audit");
      while (!document.querySelector("#audit-cells")) await new Promise((resolve) => setTimeout(resolve, 20));
      over = true;
      return most;
    });
    expect(longest).toBeLessThan(1_500);
    await page.getByLabel("Filter by text").fill("S9999");
    await page.getByRole("heading", { name: "All cells: 1" }).waitFor();
  });
});

const asked = { formula: '=SERVICE.FRED("DGS10")', questions: ["a"] };
/** A lock of the filled workbook, in which Rates!A1 showed another value and Rates!A9 had a call. */
const LOCK = lockFile({
  "Rates!A1": { ...asked, shows: 4.1 },
  "Rates!A4": { ...asked, shows: 4.2 },
  "Rates!A9": { ...asked, shows: 4.1 },
  "Locked!A1": { ...asked, shows: 4.2 },
});
const withText = (text: string, name: string) => ({ ...LOCK, name, buffer: Buffer.from(text) });

describe("the lock of a workbook", () => {
  it("is chosen as a file, and shows which cells changed since, with what it was made from", async () => {
    const opened = await openAudit();
    const { page } = opened;
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a lock" }).click();
    await (await chooser).setFiles(LOCK);
    await said(opened).getByText("6 cells differ from the lock, 2 are as locked.").waitFor();
    await page.getByText("2024-06-27 12:00 UTC").waitFor();
    await page.getByText("2, 1 of sample data").waitFor();
    const list = page.locator("#audit-lock-cells").getByRole("option");
    expect(await list.allTextContents()).toEqual([
      expect.stringContaining("Rates!A1 shows 4.2; the lock has 4.1."),
      expect.stringContaining("Rates!A9 is empty"),
      expect.stringContaining("Rates!A2 is not in the lock"),
      expect.stringContaining("Rates!A3 is not in the lock"),
      expect.stringContaining("Rates!A5 is not in the lock"),
      expect.stringContaining("Hidden!A1 is not in the lock"),
    ]);
    await list.first().click();
    await said(opened).getByText("At Rates!A1.").waitFor();
    await opened.look("audit-4-lock");
    await page.getByLabel("Show").selectOption({ label: "As locked (2)" });
    expect(await list.allTextContents()).toEqual([expect.stringContaining("Rates!A4"), expect.stringContaining("Locked!A1")]);
    await page.getByRole("button", { name: "Copy comparison as table" }).click();
    await said(opened).getByText("Copied 2 rows. Paste into a sheet.").waitFor();
    const clip = (await page.evaluate(() => navigator.clipboard.readText())).replaceAll("\r", "").trimEnd().split("\n");
    expect(clip).toEqual([
      "Sheet\tCell\tState\tIn words",
      "Rates\tA4\tAs locked\tRates!A4 shows 4.2, as in the lock.",
      "Locked\tA1\tAs locked\tLocked!A1 shows 4.2, as in the lock.",
    ]);
  });

  it("can be dropped, compared again, and stays while another tab is shown", async () => {
    const opened = await openAudit();
    const { page } = opened;
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "dropped.lock.json", { type: "application/json" }));
      return transfer;
    }, LOCK.buffer.toString());
    await page.locator("section", { has: page.getByRole("heading", { name: "Lock", exact: true }) }).dispatchEvent("drop", { dataTransfer: data });
    await page.getByText("dropped.lock.json, compared less than a minute ago", { exact: false }).waitFor();
    await opened.run((desk) => {
      desk.workbook.put("Rates!A1", '=SERVICE.FRED("DGS10")', 4.1);
      desk.open("refresh");
      desk.open("audit");
    });
    await page.getByRole("button", { name: "Compare again" }).click();
    await said(opened).getByText("5 cells differ from the lock, 3 are as locked.").waitFor();
    expect(opened.heard).toEqual([]);
  });

  it("says why a file is no lock, and keeps the last comparison", async () => {
    const { page } = await openAudit();
    await page.getByLabel("Lock of this workbook").setInputFiles(withText("{}", "other.json"));
    await page.getByRole("alert").getByText('other.json: It is no lock of a book: expected a file that "refresh --lock" wrote.').waitFor();
    await page.getByLabel("Lock of this workbook").setInputFiles(LOCK);
    await page.getByText("6 cells differ from the lock").first().waitFor();
    await page.getByLabel("Lock of this workbook").setInputFiles(withText(LOCK.buffer.toString().replace("book-lock 1", "book-lock 9"), "new.lock.json"));
    await page.getByRole("alert").getByText('new.lock.json: It has the format "service-book-lock 9"', { exact: false }).waitFor();
    await page.getByText("book.lock.json, compared", { exact: false }).waitFor();
  });
});
