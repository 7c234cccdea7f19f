import type { Excel } from "./excel-host";
import { lockFile } from "./lock-file";
import { accessible } from "./look";
import { evals, stage, until } from "./stage";
import { expectEventually } from "../time";

/* The pane's tabs in Excel, through office.js, from the sheet to the pane and back. */

const at = stage();
beforeEach(() => {
  at.service.switches.localKey = true;
});

const DGS10 = '=SERVICE.FREDH("DGS10","2024-06-25")';

async function filled(): Promise<Excel> {
  const excel = await at.excel();
  excel.workbook.sheets.Sheet1 = {
    A1: { formula: DGS10, value: 0 },
    A2: { formula: '=SERVICE.FREDH("DGS10","2024-06-24")', value: 0 },
    A3: { formula: "=A1-A2", value: 0 },
    B1: { formula: "Rates", value: "Rates" },
  };
  excel.workbook.typed("Sheet1", "A1", "A2", "A3");
  await excel.settled();
  return excel;
}

const tab = (excel: Excel, name: string) => excel.pane.getByRole("tab", { name }).click();
const valueOf = (excel: Excel, cell: string) => excel.workbook.sheets.Sheet1?.[cell]?.value;

it("the Inspect tab shows the selected cell when the selection or its content changes", async () => {
  const excel = await filled();
  await tab(excel, "Inspect");
  await expectEventually(() => excel.hearsSelection()).toBe(true);
  await excel.select("Sheet1", "A1");
  await excel.pane
    .getByRole("tabpanel")
    .getByText(String(valueOf(excel, "A1")))
    .first()
    .waitFor();
  await excel.select("Sheet1", "A2");
  await excel.pane.getByRole("tabpanel").getByText("A2", { exact: false }).first().waitFor();

  await excel.select("Sheet1", "C1");
  await excel.pane.getByText("The cell is empty.", { exact: false }).waitFor();
  await expectEventually(() => excel.workbook.hearsChanges).toBe(true);
  await excel.type("Sheet1", "C1", "pasted");
  await excel.pane.getByText("The cell holds the value pasted", { exact: false }).waitFor();
  await tab(excel, "Audit");
  await expectEventually(() => excel.workbook.hearsChanges).toBe(false);
});

it("a refresh keeps all values if the service fails, else recalculates only SERVICE cells", async () => {
  const excel = await filled();
  const before = ["A1", "A2", "A3", "B1"].map((cell) => valueOf(excel, cell));
  expect(before.slice(0, 2).every((value) => typeof value === "number")).toBe(true);
  await tab(excel, "Refresh");
  await excel.pane.getByRole("radio", { name: /workbook/i }).check();
  const asked = evals(at.service).length;
  at.service.switches.eval = "lost";
  await excel.pane.getByRole("button", { name: "Refresh", exact: true }).click();
  await excel.pane.getByRole("heading", { name: "Last refresh" }).waitFor();
  expect(evals(at.service).length).toBeGreaterThan(asked);
  expect(excel.workbook.dirty).toEqual([]);
  expect(["A1", "A2", "A3", "B1"].map((cell) => valueOf(excel, cell))).toEqual(before);

  at.service.switches.eval = "answer";
  await excel.pane.getByRole("button", { name: "Refresh", exact: true }).click();
  await until(() => excel.workbook.dirty.length === 2);
  expect([...excel.workbook.dirty].sort()).toEqual(["Sheet1!A1", "Sheet1!A2"]);
  await excel.settled();
  expect(["A1", "A2", "A3", "B1"].map((cell) => valueOf(excel, cell))).toEqual(before);
});

it("Stop ends work at once while Excel limits requests or holds them during an edit, and says what was done", async () => {
  const excel = await filled();
  const { pane, workbook } = excel;
  const before = ["A1", "A2", "A3"].map((cell) => valueOf(excel, cell));
  const limit = (isOn: boolean) => void (workbook.limited = isOn ? Array.from({ length: 1_000 }, (_, i) => i) : []);
  const edit = (isOn: boolean) => void (workbook.editing = isOn);
  const status = () => pane.locator(".said").innerText();
  for (const [hinder, why] of [
    [limit, "Excel refuses more requests for a moment."],
    [edit, "A cell is being edited"],
  ] as const)
    for (const [name, start, words] of [
      ["Refresh", "Refresh", "Stopped. Nothing was changed."],
      // Scans when it opens.
      ["Audit", undefined, "Stopped. The list is that of the last scan."],
      ["Inspect", "Write the sources", "Stopped. Nothing was written."],
    ] as const) {
      const button = start === undefined ? undefined : pane.getByRole("button", { name: start, exact: true });
      if (button) await tab(excel, name);
      await button?.waitFor();
      hinder(true);
      await (button ? button.click() : tab(excel, name));
      await expectEventually(async () => [name, (await status()).includes(why)]).toEqual([name, true]);
      await pane.getByRole("button", { name: "Stop" }).click();
      // Excel goes on hindering until the work has ended.
      await expectEventually(async () => [name, (await status()).includes(words)]).toEqual([name, true]);
      hinder(false);
    }
  expect(["A1", "A2", "A3"].map((cell) => valueOf(excel, cell))).toEqual(before);
});

it("each action of the pane that waits for the end of an edit says so after a second, and then continues", async () => {
  const excel = await filled();
  const { pane, workbook } = excel;
  const status = () => pane.locator(".said").innerText();
  const held = async (act: () => Promise<void>): Promise<void> => {
    workbook.editing = true;
    await act();
    await expectEventually(status).toContain("A cell is being edited: press Enter or Esc in the sheet.");
    workbook.editing = false;
    await expectEventually(status).not.toContain("being edited");
  };
  await tab(excel, "Refresh");
  await pane.getByRole("radio", { name: /workbook/i }).check();
  await held(() => pane.getByRole("button", { name: "Refresh", exact: true }).click());
  await pane.getByRole("heading", { name: "Last refresh" }).waitFor();

  await excel.select("Sheet1", "D4");
  await tab(excel, "Build");
  await pane.getByRole("combobox", { name: "Search data" }).fill("SERVICE.YIELD");
  await pane.getByRole("combobox", { name: "Search data" }).press("Enter");
  await pane.getByLabel("Tenor", { exact: true }).selectOption("10Y");
  await held(() => pane.getByRole("button", { name: "Insert in Sheet1!D4" }).click());
  await pane.getByText("Inserted in Sheet1!D4.").waitFor();
  expect(workbook.sheets.Sheet1?.D4?.formula).toBe('=SERVICE.YIELD("10Y")');

  await held(() => tab(excel, "Inspect"));
  await pane.getByRole("heading", { name: "Sheet1!D4" }).waitFor();
});

it("an empty cell of a protected sheet is not offered for overwriting", async () => {
  const excel = await filled();
  const { pane, workbook } = excel;
  workbook.states.Sheet1 = { protected: true };
  await excel.select("Sheet1", "D4");
  await pane.getByRole("combobox", { name: "Search data" }).fill("SERVICE.ESI");
  await pane.getByRole("combobox", { name: "Search data" }).press("Enter");
  await pane.getByRole("button", { name: "Insert in Sheet1!D4" }).click();
  await pane.getByRole("alert").filter({ hasText: "protected" }).waitFor();
  expect(await pane.getByRole("button", { name: /^Overwrite/ }).count()).toBe(0);
});

it("the audit finds a cell that keeps its old value after its answer, and a refresh of stale cells shows the answer", async () => {
  const excel = await filled();
  const answered = valueOf(excel, "A1");
  excel.workbook.sheets.Sheet1!.A1!.value = 1.11;
  excel.workbook.behaviour.keepsOld.add("Sheet1!A1");
  excel.workbook.typed("Sheet1", "A1");
  await excel.settled();
  expect(valueOf(excel, "A1")).toBe(1.11);
  await tab(excel, "Audit");
  const cell = excel.pane.locator("#audit-cells").getByRole("option").filter({ hasText: "Sheet1!A1" });
  await cell.getByText(`It was answered ${String(answered)}, which Excel does not show yet.`, { exact: false }).waitFor();

  await tab(excel, "Refresh");
  await excel.pane.getByRole("radio", { name: /stale/i }).check();
  await excel.pane.getByRole("button", { name: "Refresh", exact: true }).click();
  await expectEventually(() => valueOf(excel, "A1")).toBe(answered);
  expect(excel.workbook.dirty).toContain("Sheet1!A1");
});

describe("keys in the pane, of which office.js takes some", () => {
  const focused = (excel: Excel) => excel.pane.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim().slice(0, 40) || "");

  /** Excel hears of a key a moment after it: the next one is pressed once the focus has moved or Excel has heard. */
  async function pressUntilItLeaves(excel: Excel, key: "Tab" | "Shift+Tab", before?: () => Promise<void>): Promise<void> {
    const exits = async () => (await excel.keysThatLeft())[key === "Tab" ? 0 : 1];
    for (let presses = 0; (await exits()) === 0 && presses < 60; presses++) {
      await before?.();
      const from = await excel.pane.evaluateHandle(() => document.activeElement);
      await excel.page.keyboard.press(key);
      await expectEventually(async () => (await exits()) > 0 || (await from.evaluate((element) => element !== document.activeElement))).toBe(true);
    }
  }

  it("Tab goes from a heading with the focus to the first field, and leaves the pane only at its ends", async () => {
    const excel = await at.excel();
    const { pane, page } = excel;
    await pane.getByRole("combobox", { name: "Search data" }).fill("SERVICE.YIELD");
    await pane.getByRole("combobox", { name: "Search data" }).press("Enter");
    await pane.locator("#build-title").evaluate((heading: HTMLElement) => heading.focus());
    await page.keyboard.press("Tab");
    expect(await focused(excel)).not.toBe("build-title");
    expect(await excel.keysThatLeft()).toEqual([0, 0, 0]);
    const stops = new Set<string>();
    await pressUntilItLeaves(excel, "Tab", async () => void stops.add(await focused(excel)));
    expect(await excel.keysThatLeft()).toEqual([1, 0, 0]);
    expect([...stops]).toEqual(expect.arrayContaining([expect.stringMatching(/^build-/), "Copy formula"]));
    await pressUntilItLeaves(excel, "Shift+Tab");
    expect(await excel.keysThatLeft()).toEqual([1, 1, 0]);
  });

  it("Tab reaches what can be opened", async () => {
    const excel = await at.excel();
    const { pane, page } = excel;
    await tab(excel, "Account");
    const summary = pane.locator("summary").first();
    await summary.waitFor();
    await pane.getByRole("tab", { name: "Account" }).focus();
    const isThere = () => summary.evaluate((element) => element === document.activeElement);
    for (let presses = 0; !(await isThere()) && presses < 60; presses++) await page.keyboard.press("Tab");
    expect(await isThere()).toBe(true);
  });

  it("Escape clears the search and stays in the pane; then it leaves it", async () => {
    const excel = await at.excel();
    const search = excel.pane.getByRole("combobox", { name: "Search data" });
    await search.fill("10y");
    await search.press("Escape");
    expect(await search.inputValue()).toBe("");
    expect(await excel.keysThatLeft()).toEqual([0, 0, 0]);
    await search.press("Escape");
    await expectEventually(() => excel.keysThatLeft()).toEqual([0, 0, 1]);
  });
});

describe("cells that Excel calculates only the second time", () => {
  const withoutErrors = (excel: Excel, ...cells: string[]) =>
    expectEventually(() => cells.map((cell) => typeof valueOf(excel, cell))).toEqual(cells.map(() => "number"));
  const refresh = async (excel: Excel, what: RegExp) => {
    await tab(excel, "Refresh");
    await excel.pane.getByRole("radio", { name: what }).check();
    await excel.pane.getByRole("button", { name: "Refresh", exact: true }).click();
  };

  it("because their function returned an error show values once the service answers again", async () => {
    const excel = await filled();
    const { workbook } = excel;
    workbook.behaviour.skipsAfterErrors = true;
    workbook.sheets.Sheet1!.A1 = { formula: '=SERVICE.YIELD("10Y","2024-06-24")', value: 0 };
    at.service.switches.eval = { status: 500 };
    workbook.typed("Sheet1", "A1");
    await excel.settled();
    expect(valueOf(excel, "A1")).toBe("#N/A");
    at.service.switches.eval = "answer";
    await withoutErrors(excel, "A1");
    expect(workbook.dirty).toEqual(["Sheet1!A1", "Sheet1!A1"]);
  });

  it.each([
    ["loading", "#NAME?", "Broken name"],
    ["unreachable", "#CONNECT!", "Error"],
  ] as const)("because the add-in was %s show values after a refresh, and are said to show %s before", async (functions, shown, state) => {
    const excel = await filled();
    const { workbook } = excel;
    workbook.behaviour.functions = functions;
    workbook.typed("Sheet1", "A1", "A2");
    await excel.settled();
    await tab(excel, "Audit");
    const cell = excel.pane.locator("#audit-cells").getByRole("option").filter({ hasText: "Sheet1!A1" });
    await cell.getByText(shown, { exact: true }).waitFor();
    await cell.getByText(state, { exact: true }).waitFor();
    workbook.behaviour.functions = "ready";
    await refresh(excel, /errors/i);
    await withoutErrors(excel, "A1", "A2");
    expect(workbook.dirty).toEqual(["Sheet1!A1", "Sheet1!A2"]);
  });

  it("and that stay in error are calculated twice and not again, with the reason", async () => {
    const excel = await filled();
    const { workbook, pane } = excel;
    workbook.behaviour.functions = "unreachable";
    workbook.typed("Sheet1", "A1");
    await excel.settled();
    await refresh(excel, /errors/i);
    await pane.getByText("It was calculated, but its function was not called. Audit says what to do.").first().waitFor();
    expect(workbook.dirty).toEqual(["Sheet1!A1", "Sheet1!A1"]);
    await tab(excel, "Audit");
    await pane.getByText("Excel could not reach the add-in. Refresh the cell; if this persists, reopen the workbook.").first().waitFor();
    expect(workbook.dirty).toEqual(["Sheet1!A1", "Sheet1!A1"]);
  });
});

it("the audit compares the workbook with a lock", async () => {
  const excel = await filled();
  const [first, , difference] = ["A1", "A2", "A3"].map((cell) => valueOf(excel, cell) as number);
  const other = { formula: '=SERVICE.FREDH("DGS10","2024-06-21")', questions: ["a"], shows: 4 };
  const lock = lockFile({
    "Sheet1!A1": { formula: DGS10, questions: ["a"], shows: first! },
    "Sheet1!A2": other,
    "Sheet1!A3": { formula: "=A1-A2", shows: difference! },
    "Sheet1!B1": { ...other, shows: 4.1 },
  });
  await tab(excel, "Audit");
  await excel.pane.getByLabel("Lock of this workbook").setInputFiles(lock);
  await excel.pane.getByRole("status").getByText("2 cells differ from the lock, 2 are as locked.").waitFor();
  expect(await excel.pane.locator("#audit-lock-cells").getByRole("option").allTextContents()).toEqual([
    expect.stringContaining(`Sheet1!A2 has the formula =SERVICE.FREDH("DGS10","2024-06-24"); the lock has ${other.formula}.`),
    expect.stringContaining(`Sheet1!B1 holds "Rates", typed over ${other.formula}, which showed 4.1.`),
  ]);
});

describe("the theme of Office", () => {
  /** What office.js gives in `Office.context.officeTheme`: Excel for Windows and Mac have it. */
  const themed = ({ pane }: Excel, theme: Readonly<Record<string, unknown>> | undefined) =>
    pane.evaluate((given) => {
      (window as unknown as { Office: { context: { officeTheme?: unknown } } }).Office.context.officeTheme = given;
      window.dispatchEvent(new Event("focus"));
    }, theme);
  const shown = ({ pane }: Excel) =>
    pane.evaluate(() => {
      const { backgroundColor, color, colorScheme } = getComputedStyle(document.documentElement);
      return { backgroundColor, color, colorScheme };
    });
  const DARK = { backgroundColor: "rgb(31, 31, 31)", color: "rgb(243, 243, 243)", colorScheme: "dark" };
  const LIGHT = { backgroundColor: "rgb(255, 255, 255)", color: "rgb(36, 36, 36)", colorScheme: "light" };
  const SYSTEM = "light dark";

  it("colours the pane, also if the system's differs; without it the pane has the system's", async () => {
    const excel = await filled();
    expect(await shown(excel)).toEqual({ ...LIGHT, colorScheme: SYSTEM });
    await themed(excel, { isDarkTheme: true });
    expect(await shown(excel)).toEqual(DARK);
    await accessible(excel.page, "excel-dark-theme", excel.pane);
    await excel.page.emulateMedia({ colorScheme: "dark" });
    await themed(excel, { isDarkTheme: false });
    expect(await shown(excel)).toEqual(LIGHT);
    await themed(excel, undefined);
    expect(await shown(excel)).toEqual({ ...DARK, colorScheme: SYSTEM });
  });

  it("is known by its background colour in versions without isDarkTheme", async () => {
    const excel = await filled();
    await themed(excel, { bodyBackgroundColor: "#262626" });
    expect(await shown(excel)).toEqual(DARK);
    await themed(excel, { bodyBackgroundColor: "#E6E6E6" });
    expect(await shown(excel)).toEqual(LIGHT);
  });

  it("colours the charts, too", async () => {
    const excel = await filled();
    await excel.select("Sheet1", "A1");
    await tab(excel, "Inspect");
    const canvas = excel.pane.locator("canvas").first();
    await canvas.waitFor();
    const has = (colour: string) =>
      canvas.evaluate((drawn, wanted) => {
        const { width, height } = drawn as HTMLCanvasElement;
        const { data } = (drawn as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height);
        for (let i = 0; i < data.length; i += 4) if (data[i + 3]! > 250 && `${data[i]},${data[i + 1]},${data[i + 2]}` === wanted) return true;
        return false;
      }, colour);
    await expectEventually(() => has("11,106,79")).toBe(true);
    await themed(excel, { isDarkTheme: true });
    await expectEventually(() => has("79,199,157")).toBe(true);
  });
});

describe("formulas are copied", () => {
  const clipboard = async ({ pane }: Excel): Promise<() => Promise<string | undefined>> => {
    await pane.evaluate(() => {
      navigator.clipboard.writeText = async (text) => void ((window as { copied?: string }).copied = text);
    });
    return () => pane.evaluate(() => (window as { copied?: string }).copied);
  };

  it.each([
    ["a German Excel", ",", { name: "de-DE", decimalSeparator: "," }, '=SERVICE.YIELD("10Y";"2024-06-19")'],
    ["an Excel with a decimal point on a German system", ".", { name: "de-DE", decimalSeparator: "," }, '=SERVICE.YIELD("10Y";"2024-06-19")'],
    ["a Swiss Excel", ".", { name: "de-CH", decimalSeparator: "." }, '=SERVICE.YIELD("10Y";"2024-06-19")'],
    ["an American Excel", ".", { name: "en-US", decimalSeparator: "." }, '=SERVICE.YIELD("10Y","2024-06-19")'],
  ] as const)("with the separators of %s", async (_, decimalSeparator, culture, form) => {
    // Without a key Account has formulas to try.
    at.service.switches.localKey = false;
    const excel = await at.excel({ workbook: (workbook) => void Object.assign(workbook, { decimalSeparator, culture }) });
    const copied = await clipboard(excel);
    await tab(excel, "Account");
    await expectEventually(async () => {
      await excel.pane.getByRole("button", { name: /^Copy =SERVICE.YIELD/ }).click();
      return copied();
    }).toBe(form);
  });

  it("from Build, but not if a German Excel would read them as others", async () => {
    const excel = await at.excel({
      language: "de-de",
      workbook: (workbook) => void Object.assign(workbook, { decimalSeparator: ",", culture: { name: "de-DE", decimalSeparator: "," } }),
    });
    const { pane } = excel;
    const copied = await clipboard(excel);
    const copyOf = async (formula: string) => {
      excel.workbook.sheets.Sheet1 = { A1: { formula, value: 1 } };
      await excel.select("Sheet1", "B1");
      await excel.select("Sheet1", "A1");
      await tab(excel, "Inspect");
      await pane.locator(".inspect-formula", { hasText: formula }).waitFor();
      await pane.getByRole("button", { name: "Edit in Build" }).click();
      await pane.locator("[data-formula]", { hasText: formula }).waitFor();
      await pane.getByRole("button", { name: "Copy formula" }).click();
    };
    await expectEventually(async () => {
      await copyOf('=SERVICE.SHORTINTEREST({"GME";"AAPL"},"days")');
      return copied();
    }).toBe('=SERVICE.SHORTINTEREST({"GME";"AAPL"};"days")');
    for (const formula of ['=SERVICE.SHORTINTEREST({"GME","AAPL"},"days")', '=IF(B1>0,SERVICE.SHORTINTEREST("GME","days"),0)']) {
      await copyOf(formula);
      await pane.getByText("Not copied: typed or pasted, this Excel would read it as another formula. Insert it instead.").waitFor();
      expect(await copied()).toBe('=SERVICE.SHORTINTEREST({"GME";"AAPL"};"days")');
    }
  });
});
