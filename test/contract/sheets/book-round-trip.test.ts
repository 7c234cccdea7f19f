import { openedBook } from "../../../src/engine/book/opened-book";
import { columnName } from "../../../src/workbook/cell-address";
import { readBook } from "../../../src/workbook/xlsx/read/read-book";
import { unescapeXml } from "../../../src/workbook/xlsx/xml-edits";
import { downloadedCell } from "../../downloaded-cell";
import { sheetsOfTests } from "../../sheets/sheets-of-tests";
import { call, refreshDesk } from "../refresh-desk";

/* A book goes from Excel to Google Sheets, is changed there, and comes back. */

const ofTests = sheetsOfTests();
const desk = refreshDesk();

type Value = string | number;
interface SheetCell {
  readonly formula?: string;
  readonly value: Value;
  readonly spill?: readonly (readonly Value[])[];
}

/** The cells of a file's first sheet as they are stored: `A1: formula | value`. */
const storedIn = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      ...desk
        .rowsOf(name)
        .join("")
        .matchAll(/<c r="([A-Z]+\d+)"[^>]*>(?:<f([^>]*)>([^<]*)<\/f>)?(?:<v>|<is><t>)([^<]*)/g),
    ].map(([, at, array, formula, value]) => [
      at!,
      `${array?.includes("array") ? "{=}" : ""}${formula === undefined ? "" : `${unescapeXml(formula)} | `}${unescapeXml(value!)}`,
    ]),
  );

/** What Google Sheets makes of an uploaded file: the text of a formula that Excel does not have is the formula again, and cells that an array fills have none. */
const uploaded = (name: string): Record<string, SheetCell> =>
  Object.fromEntries(
    Object.entries(storedIn(name)).flatMap(([at, stored]) => {
      const [, formula, shown = stored] = /^(.*) \| ([^|]*)$/.exec(stored) ?? [];
      const inner = /^IFERROR\(__xludf\.DUMMYFUNCTION\("(.*)"\),.*\)$/.exec(formula ?? "")?.[1]?.replaceAll('""', '"');
      const value = Number.isFinite(Number(shown)) ? Number(shown) : shown;
      if (inner === '"COMPUTED_VALUE"') return [];
      return [[at, { value, ...(formula === undefined ? {} : { formula: `=${inner ?? formula}` }) }]];
    }),
  );

/** The rows of a file that Google Sheets makes of these cells. Only formulas of the script are unknown to Excel; arrays are in column A. */
function downloaded(cells: Readonly<Record<string, SheetCell>>): string[] {
  const rows: string[] = [];
  const put = (at: string, text: string): void => void (rows[Number(at.slice(1)) - 1] = (rows[Number(at.slice(1)) - 1] ?? "") + text);
  for (const [at, { formula, value, spill }] of Object.entries(cells)) {
    if (formula?.includes("SERVICE")) put(at, downloadedCell(at, formula.slice(1), value));
    else if (formula !== undefined) put(at, `<c r="${at}"><f>${formula.slice(1)}</f><v>${value}</v></c>`);
    else put(at, typeof value === "number" ? `<c r="${at}"><v>${value}</v></c>` : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`);
    for (const [i, beside] of (spill?.[0]?.slice(1) ?? []).entries()) put(at, downloadedCell(`${columnName(i + 1)}${at.slice(1)}`, undefined, beside));
  }
  return rows;
}

it("has its formulas and values at each step", async () => {
  const id = (text: string): string => `<c r="A1" t="inlineStr"><is><t>${text}</t></is></c>`;
  desk.putBook("b.xlsx", [
    `${id("DGS10")}${call("B1", "ROUND(_xldudf_SERVICE_FRED(A1),1)")}<c r="C1"><f>B1*2</f><v>2</v></c>`,
    `${call("A2", '_xldudf_SERVICE_FRED({"DGS10","DGS2"})', "1", "A2:B2")}<c r="B2"><v>1</v></c>`,
  ]);
  expect(await desk.run("--for-sheets", "b.xlsx")).toBe(0);

  // Uploaded, and calculated by the script after the user typed another name.
  const cells = uploaded("b.sheets.xlsx");
  expect(Object.fromEntries(Object.entries(cells).map(([at, { formula, value }]) => [at, formula ?? value]))).toEqual({
    A1: "DGS10",
    B1: "=ROUND(SERVICE_FRED(A1),1)",
    C1: "=B1*2",
    A2: '=SERVICE_FRED({"DGS10","DGS2"})',
  });
  const at = await ofTests.sheets(ofTests.script, { spreadsheet: { sheets: { Main: cells } } });
  const answered = async (args: Parameters<typeof at.world.call>[1]): Promise<unknown> => {
    const outcome = await at.world.call("SERVICE_FRED", args);
    return outcome.kind === "value" ? outcome.value : outcome.message;
  };
  const two = (await answered(["DGS2"])) as number;
  const both = (await answered([[["DGS10", "DGS2"]]])) as readonly (readonly number[])[];
  expect(both[0]?.[1]).toBe(two);
  const changed: Record<string, SheetCell> = {
    A1: { value: "DGS2" },
    B1: { ...cells["B1"]!, value: Math.round(two * 10) / 10 },
    C1: { ...cells["C1"]!, value: (Math.round(two * 10) / 10) * 2 },
    A2: { ...cells["A2"]!, value: both[0]![0]!, spill: both },
  };

  // Downloaded, and refreshed by the command, which knows newer values.
  desk.putBook("c.xlsx", downloaded(changed));
  expect(storedIn("c.xlsx")["A2"]).toBe(`IFERROR(__xludf.DUMMYFUNCTION("SERVICE_FRED({""DGS10"",""DGS2""})"),${both[0]![0]}) | ${both[0]![0]}`);
  await desk.import("ten.csv", { "2026-11-19": 5.25 }, "DGS10");
  await desk.import("two.csv", { "2026-11-19": 4.75 }, "DGS2");
  expect(await desk.run("c.xlsx")).toBe(0);
  const refreshed = storedIn("c.xlsx");
  expect(refreshed).toEqual({
    A1: "DGS2",
    B1: `IFERROR(__xludf.DUMMYFUNCTION("ROUND(SERVICE_FRED(A1),1)"),4.8) | 4.8`,
    C1: `B1*2 | 9.6`,
    A2: `IFERROR(__xludf.DUMMYFUNCTION("SERVICE_FRED({""DGS10"",""DGS2""})"),5.25) | 5.25`,
    B2: `IFERROR(__xludf.DUMMYFUNCTION("""COMPUTED_VALUE"""),4.75) | 4.75`,
  });

  // As the workbench opens it, and as Excel gets it back.
  const shown = openedBook(readBook(desk.read("c.xlsx"))).sheets[0]!.cells.map(({ formula, value, spill }) => [formula, spill ?? value]);
  expect(shown).toEqual([
    [undefined, "DGS2"],
    ["=ROUND(SERVICE.FRED(A1),1)", 4.8],
    ["=B1*2", 9.6],
    ['=SERVICE.FRED({"DGS10","DGS2"})', [[5.25, 4.75]]],
  ]);
  expect(await desk.run("--repair", "c.xlsx")).toBe(0);
  expect(storedIn("c.xlsx")).toMatchObject({ B1: expect.stringContaining("{=}ROUND(_xldudf_SERVICE_FRED(A1),1) | "), B2: "4.75" });
});
