import { desks, type OpenDesk } from "./desk/desk";

const open = desks();

/** A sheet of four rates, the last one unknown, and a protected sheet. The service has newer values than the cells. */
const fill = (opened: OpenDesk) =>
  opened.run((desk) => {
    const { put, protectedCells } = desk.workbook;
    Object.assign(desk.series, { DGS2: 4.7, DGS5: 4.3, DGS10: 4.31, DGS30: 4.5 });
    put("Rates!A1", '=SERVICE.FRED("DGS2")', 4.7);
    put("Rates!A2", '=SERVICE.FRED("DGS5")', 4.35);
    put("Rates!A3", '=SERVICE.FRED("DGS10")', 4.25);
    put("Rates!A4", '=SERVICE.FRED("DGS30")', "n/a: no observation");
    put("Rates!A5", '=SERVICE.FRED("NONE")', 1);
    put("Locked!A1", '=SERVICE.FRED("DGS10")', 4.25);
    protectedCells.add("Locked");
  });

const openFilled = async (opening?: Parameters<typeof open>[0]) => {
  const opened = await open(opening);
  await fill(opened);
  return opened;
};

const refresh = ({ page }: OpenDesk) => page.getByRole("button", { name: "Refresh", exact: true });
const done = ({ page }: OpenDesk) => page.getByRole("heading", { name: "Last refresh" }).waitFor();
/** The lines of the table of changes. */
const changes = ({ page }: OpenDesk) =>
  page
    .locator("#refresh-changes .virtual-row")
    .evaluateAll((rows) =>
      rows
        .sort((a, b) => Number(a.getAttribute("aria-rowindex")) - Number(b.getAttribute("aria-rowindex")))
        .map((row) => [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent.replaceAll(/ +/g, " ").trim()).join(" | ")),
    );

describe("a refresh", () => {
  let opened: Awaited<ReturnType<typeof openFilled>>;
  beforeEach(async () => void (opened = await openFilled()));

  it("lists changes with old value, new value and difference, copies them as a table with formulas as text, and lists failures with their cause", async () => {
    await refresh(opened).click();
    await done(opened);
    await opened.page.getByText("6 cells asked, 4 changed", { exact: false }).first().waitFor();
    expect(await changes(opened)).toEqual([
      "Rates!A2 Treasury constant maturity, 5 years | 4.35% | 4.30% | −5 bp",
      "Rates!A3 Treasury constant maturity, 10 years | 4.25% | 4.31% | +6 bp",
      "Rates!A4 Treasury constant maturity, 30 years Reason became a value | n/a: no observation | 4.50% | ",
      "Rates!A5 NONE, latest observation Became a reason | 1 | n/a: no series NONE | ",
    ]);
    await opened.page.getByText("The sheet Locked is protected. Unprotect it, then try again.").waitFor();
    await opened.page.getByRole("button", { name: "Copy table" }).click();
    await opened.page.getByRole("status").getByText("Copied 4 rows. Paste into a sheet.").waitFor();
    expect((await opened.page.evaluate(() => navigator.clipboard.readText())).replaceAll("\r", "").split("\n").slice(0, 3)).toEqual([
      "Sheet\tCell\tFigure\tOld\tNew\tDifference\tUnit\tWhy\tFormula without its =",
      'Rates\tA2\tTreasury constant maturity, 5 years\t4.35\t4.3\t-0.05\t%\t\t"SERVICE.FRED(""DGS5"")"',
      'Rates\tA3\tTreasury constant maturity, 10 years\t4.25\t4.31\t0.06\t%\t\t"SERVICE.FRED(""DGS10"")"',
    ]);
    expect(opened.heard).toEqual([]);
  });

  it("says why each cell changed once its earlier answer is known, and shows those of one cause", async () => {
    const { page } = opened;
    await refresh(opened).click();
    await done(opened);
    await page.getByText("6 cells asked, 4 changed", { exact: false }).first().waitFor();
    await opened.run((desk) => {
      Object.assign(desk.series, { DGS2: { value: 4.8, observation_date: "2024-06-28" }, DGS5: 4.31, DGS10: "no observation", NONE: { value: 2 } });
      Object.assign(desk.series, { DGS30: { value: 4.6, sample: false } });
    });
    await refresh(opened).click();
    await page.getByText("6 cells asked, 5 changed", { exact: false }).first().waitFor();
    expect(await changes(opened)).toEqual([
      "Rates!A1 Treasury constant maturity, 2 years New period | 4.70% | 4.80% | +10 bp",
      "Rates!A2 Treasury constant maturity, 5 years Revision | 4.30% | 4.31% | +1 bp",
      "Rates!A3 Treasury constant maturity, 10 years Became a reason | 4.31% | n/a: no observation | ",
      "Rates!A4 Treasury constant maturity, 30 years Sample → published | 4.50% | 4.60% | +10 bp",
      "Rates!A5 NONE, latest observation Reason became a value | n/a: no series NONE | 2.00% | ",
    ]);
    await page.locator("#refresh-changes").focus();
    await page.getByText("New period: The value is of a later period.").waitFor();
    await opened.look("refresh-5-causes");
    await page.getByLabel("Why it changed").selectOption({ label: "Revision (1)" });
    expect(await changes(opened)).toEqual(["Rates!A2 Treasury constant maturity, 5 years Revision | 4.30% | 4.31% | +1 bp"]);
    await page.getByRole("status").getByText("1 change shown.").waitFor();
  });

  it("sorts by each column, announces the order, and selects cells on click and Enter", async () => {
    const { page } = opened;
    await refresh(opened).click();
    await done(opened);
    const header = (name: string) => page.getByRole("columnheader", { name });
    const first = async () => (await changes(opened)).map((line) => line.split(" ")[0]);
    expect(await header("Cell").getAttribute("aria-sort")).toBe("ascending");
    await page.getByRole("button", { name: "Change", exact: false }).last().click();
    expect(await header("Change").getAttribute("aria-sort")).toBe("descending");
    expect(await header("Cell").getAttribute("aria-sort")).toBe("none");
    expect(await first()).toEqual(["Rates!A3", "Rates!A2", "Rates!A4", "Rates!A5"]);
    await header("New").getByRole("button").press("Enter");
    expect(await first()).toEqual(["Rates!A2", "Rates!A3", "Rates!A4", "Rates!A5"]);
    await header("Old").getByRole("button").press("Enter");
    expect(await first()).toEqual(["Rates!A5", "Rates!A3", "Rates!A2", "Rates!A4"]);
    await page.locator("#refresh-changes").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: /Rates!A3/ }).click();
    await page.getByRole("status").getByText("At Rates!A3.").waitFor();
    expect(await opened.run((desk) => desk.workbook.went)).toEqual(["Rates!A4", "Rates!A3"]);
  });

  it("refreshes only errors and reasons if that is chosen", async () => {
    await opened.page.getByRole("radio", { name: /^Errors and reasons/ }).check();
    await refresh(opened).click();
    await done(opened);
    expect(await changes(opened)).toEqual(["Rates!A4 Treasury constant maturity, 30 years Reason became a value | n/a: no observation | 4.50% | "]);
  });

  it("shows progress, and continues while another tab is shown", async () => {
    const { page, run } = opened;
    await run((desk) => (desk.service = "held"));
    await refresh(opened).click();
    const bar = page.getByRole("progressbar", { name: "Fetching answers" });
    await bar.waitFor();
    expect(await bar.getAttribute("aria-valuetext")).toMatch(/^0 of \d$/);
    await run((desk) => desk.open("audit"));
    await page.getByRole("heading", { name: "Audit" }).waitFor();
    await run((desk) => desk.open("refresh"));
    await bar.waitFor();
    await run((desk) => desk.open("audit"));
    await run((desk) => ((desk.service = "answer"), desk.release()));
    // Shown in every open tab.
    await page.getByRole("status").getByText("6 cells asked", { exact: false }).waitFor();
    await run((desk) => desk.open("refresh"));
    await done(opened);
    expect((await changes(opened)).length).toBe(4);
  });

  it("changes nothing if it is stopped", async () => {
    const { page, run } = opened;
    await run((desk) => (desk.service = "held"));
    await refresh(opened).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await done(opened);
    await page.getByText("Stopped. Nothing was changed.").first().waitFor();
    await run((desk) => ((desk.service = "answer"), desk.release()));
    expect(await run((desk) => desk.workbook.at("Rates!A3").text)).toBe("4.25");
  });

  it("changes nothing while the service is down, gives one reason for all cells, and works again later", async () => {
    const { page, run } = opened;
    await run((desk) => (desk.service = "lost"));
    await refresh(opened).click();
    await done(opened);
    await page.getByText("6 cells asked, 0 changed, 6 got no answer.").first().waitFor();
    expect(await page.locator("summary").count()).toBe(1);
    await page.locator("summary").click();
    await page.getByRole("option", { name: "Locked!A1", exact: true }).waitFor();
    expect(await page.locator(".reasons").getByRole("option").count()).toBe(6);
    expect(await run((desk) => ["A1", "A2", "A3", "A4"].map((a) => desk.workbook.at(`Rates!${a}`).text))).toEqual([
      "4.7",
      "4.35",
      "4.25",
      "n/a: no observation",
    ]);
    await run((desk) => (desk.service = "answer"));
    await refresh(opened).click();
    await page.getByText("6 cells asked, 4 changed", { exact: false }).first().waitFor();
  });

  it("links to Account if there is no key, and says what to do if no workbook is open", async () => {
    const { page, run } = opened;
    await run((desk) => desk.connect({ kind: "none" }));
    await page.getByRole("button", { name: "Add a key in Account" }).click();
    expect(await run((desk) => desk.shown)).toEqual([{ tab: "account" }]);
    await run((desk) => desk.leaveWorkbook());
    await page.getByText("No workbook is open. Open the pane in Excel").waitFor();
  });
});

describe("the automatic refresh", () => {
  it("shows its next time, can be paused, and keeps its settings while another tab is shown", async () => {
    const opened = await openFilled();
    const { page } = opened;
    const every = page.getByLabel("Refresh stale cells");
    expect(await every.inputValue()).toBe("");
    await every.selectOption("5");
    await page.getByText(/^Next in 4 minutes, at /).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Paused.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText(/^Next in/).waitFor();
    await page.getByLabel("When this workbook opens").selectOption("stale");
    await opened.run((desk) => desk.open("audit"));
    await opened.run((desk) => desk.open("refresh"));
    expect(await every.inputValue()).toBe("5");
    expect(await page.getByLabel("When this workbook opens").inputValue()).toBe("stale");
  });

  it("accepts whole minutes from 1 to 1440, and refuses other input with a message", async () => {
    const { page } = await openFilled();
    await page.getByLabel("Refresh stale cells").selectOption("other");
    const minutes = page.getByLabel("Minutes between refreshes");
    for (const wrong of ["0", "2.5", "soon", "1441"]) {
      await minutes.fill(wrong);
      await minutes.press("Enter");
      await page.getByText("Enter a whole number of minutes from 1 to 1440.").waitFor();
      expect(await minutes.getAttribute("aria-invalid")).toBe("true");
    }
    await minutes.fill("7");
    await minutes.press("Enter");
    await page.getByText(/^Next in 6 minutes/).waitFor();
    expect(await page.getByLabel("Refresh stale cells").inputValue()).toBe("other");
  });
});

describe("10,000 changes", () => {
  it("are fetched in at most 20 requests, and only the visible rows are drawn", async () => {
    const opened = await open();
    const { page, run } = opened;
    await run((desk) => {
      for (let i = 0; i < 10_000; i++) {
        desk.series[`S${i}`] = i + 1;
        desk.workbook.put(`Long!A${i + 1}`, `=SERVICE.FRED("S${i}")`, i);
      }
    });
    await refresh(opened).click();
    await page.getByText("10,000 cells asked, 10,000 changed.").first().waitFor();
    expect(await run((desk) => desk.requests)).toBeLessThanOrEqual(20);
    const grid = page.locator("#refresh-changes");
    expect(await grid.getAttribute("aria-rowcount")).toBe("10001");
    expect(await page.locator("#refresh-changes .virtual-row").count()).toBeLessThan(30);
    await grid.focus();
    await page.keyboard.press("End");
    await page.locator("#refresh-changes .virtual-row.active").getByText("Long!A10000").waitFor();
  });
});
