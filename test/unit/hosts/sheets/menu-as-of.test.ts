import { createScript, google, type Menu } from "./menu-script";

const DAY = "2024-05-02";
const shown = (formula: string, value: string | number = 4.2) => ({ formula, value });
const setAsOf = (menu: Menu): void => menu.serviceSetAsOf();

/** Sets the day in the menu; returns what the user saw. */
async function set(script: ReturnType<typeof createScript>, typed: string): Promise<readonly string[]> {
  await script.run(setAsOf, { typed });
  const { toasts, alerts } = script.book();
  return [...toasts.map(({ message }) => message), ...alerts];
}

const rewritten = (script: ReturnType<typeof createScript>): unknown[] =>
  script.book().changes.flatMap((change) => (change.call === "setFormulas" ? change.cells.flat() : []));

test("a formula that is entered while the answers are fetched is recalculated too", async () => {
  const script = createScript({
    book: { sheets: { Main: { A1: shown('=SERVICE_FRED("DGS10")') } } },
    meanwhile: () => google.SpreadsheetApp.getActiveSpreadsheet().getSheetByName("Main")?.getRange("C3").setFormula('=SERVICE_FRED("DGS2")'),
  });
  expect(await set(script, DAY)).toEqual([`Cells show values as of ${DAY}: 2 formulas recalculated.`]);
  expect(rewritten(script)).toContain('=SERVICE_FRED("DGS2")');
});

test("a formula without an answer is recalculated too, so that it does not show a value of another day", async () => {
  const script = createScript({
    book: { sheets: { Main: { A1: shown('=SERVICE_FRED("DGS10")'), A2: shown('=SERVICE_FRED("DGS2")'), A3: shown('=SERVICE_FRED("DG"&"S5")') } } },
    answer: ({ args }) => (args?.[0] === "DGS2" ? undefined : { value: 1 }),
  });
  expect(await set(script, DAY)).toEqual([`Cells show values as of ${DAY}: 3 formulas recalculated.`]);
});

test("formulas that cannot be recalculated are reported, because they still show values of another day", async () => {
  const cells = Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`A${i + 1}`, shown(`=SERVICE_FRED("DGS${i + 2}")`)]));
  const script = createScript({
    book: {
      sheets: { Main: cells, Other: { A1: shown('=SERVICE_FRED("DGS10")') } },
      owner: "ann@example.com",
      protections: [{ range: "Other!A1:A1", editors: [] }],
    },
  });
  await script.run(setAsOf, { typed: DAY, user: "bob@example.com" });
  expect(script.book().toasts.map(({ message }) => message)).toEqual([
    `Cells show values as of ${DAY}: 3 formulas recalculated. 1 formula was not and may show a value of another day: The cell is protected. Get edit access, or have the spreadsheet's owner refresh it.`,
  ]);
});

test("a spreadsheet whose formulas are only unknown to the script sends one question to test the day", async () => {
  const script = createScript({ book: { sheets: { Main: { A1: shown('=SERVICE_FRED("DG"&"S5")') } } } });
  expect(await set(script, DAY)).toEqual([`Cells show values as of ${DAY}: 1 formula recalculated.`]);
  expect([script.requests.map((cells) => cells.length), script.asOf]).toEqual([[1], [DAY]]);
});
