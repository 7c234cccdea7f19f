import { columnName } from "../../src/workbook/cell-address";
import { MAIN, smallFile } from "../unit/workbook/xlsx/small-file";

/** Serial number of 2010-01-04. */
const FIRST_DAY = 40_182;
/** Rows of Model with the same day, one for each kind of call. */
const KINDS = 5;
/** Cells in a row of Model, and of Data. */
const NARROW = 3;
const WIDE = 10;
/** Rows of the table that lookups read. */
const TABLE = 1_000;

/** The SERVICE formula of a row of Model, as stored. */
const calls: readonly ((row: number) => string)[] = [
  (row) => `_xldudf_SERVICE_YIELD("10Y",A${row})`,
  (row) => `_xldudf_SERVICE_FREDH("DGS2",A${row},"last")`,
  (row) => `IFERROR(ROUND(_xldudf_SERVICE_FREDH(Data!$A$1,A${row},"last")/100,6),0)`,
  (row) => `_xldudf_SERVICE_YIELD("10Y",A${row})-_xldudf_SERVICE_YIELD("2Y",A${row})`,
  // The answer to one question is part of another.
  (row) => `_xldudf_SERVICE_YIELD("5Y",_xldudf_SERVICE_YIELD("AS_OF",A${row - (row % 100) + 1}))`,
];

/** The formula beside it, by layout. */
export const LAYOUTS: Readonly<Record<string, (row: number) => string>> = {
  arithmetic: (row) => `B${row}*100`,
  "five chains": (row) => (row <= KINDS ? `B${row}` : `C${row - KINDS}+B${row}`),
  "one chain": (row) => (row === 1 ? "B1" : `C${row - 1}+B${row}`),
  "a window of ten rows": (row) => `SUM(B${Math.max(1, row - 9)}:B${row})`,
  "a lookup in 1,000 rows": (row) => `VLOOKUP(${(row * 7) % TABLE},Data!$B$1:$D$${TABLE},3,FALSE)*B${row}`,
  "an index in 1,000 rows": (row) => `IF(ISNUMBER(B${row}),INDEX(Data!$D$1:$D$${TABLE},${(row % TABLE) + 1})+B${row},"")`,
  "a lookup in 50,000 rows": (row) => `VLOOKUP(${(row * 7) % 50_000},Data!$B$1:$D$50000,3,FALSE)*B${row}`,
  "a sum over 50,000 cells": (row) => `SUM(Data!$C$1:$C$50000)+B${row}`,
  "a sum over whole columns": (row) => `SUM(Data!C:D)+B${row}`,
  "a running sum": (row) => `SUM(B$1:B${row})`,
};
const MIXED = ["arithmetic", "five chains", "a window of ten rows", "a lookup in 1,000 rows", "an index in 1,000 rows"].map((name) => LAYOUTS[name]!);

/** `<c>` of a dynamic array formula, as Excel stores a call of a custom function. */
const call = (reference: string, formula: string): string =>
  `<c r="${reference}" cm="1"><f t="array" ref="${reference}">${formula.replaceAll('"', "&quot;")}</f><v>0</v></c>`;

function modelRows(rows: number, layout: string | undefined): string {
  const dependent = layout === undefined ? undefined : LAYOUTS[layout]!;
  const text: string[] = [];
  for (let i = 0; i < rows; i++) {
    const row = i + 1;
    const formula = (dependent ?? MIXED[i % KINDS]!)(row).replaceAll('"', "&quot;");
    text.push(
      `<row r="${row}" spans="1:3"><c r="A${row}" s="1"><v>${FIRST_DAY + Math.floor(i / KINDS)}</v></c>${call(`B${row}`, calls[i % KINDS]!(row))}<c r="C${row}"><f>${formula}</f><v>0</v></c></row>`,
    );
  }
  return text.join("");
}

/** Texts, a counter, numbers, and a column of formulas that no call reaches. */
function dataRows(cells: number, texts: number): string {
  const text: string[] = [];
  for (let i = 0; i * WIDE < cells; i++) {
    const row = i + 1;
    const numbers = Array.from({ length: WIDE - 3 }, (_, c) => `<c r="${columnName(c + 2)}${row}"><v>${((i * 7919 + c * 104_729) % 1_000_003) / 100}</v></c>`);
    text.push(
      `<row r="${row}" spans="1:${WIDE}"><c r="A${row}" t="s"><v>${i % texts}</v></c><c r="B${row}"><v>${i}</v></c>${numbers.join("")}<c r="J${row}"><f>C${row}*D${row}</f><v>1</v></c></row>`,
    );
  }
  return text.join("");
}

/**
 * An .xlsx file with formulas as Excel stores them.
 *
 * @param serviceCells number of cells with SERVICE calls in the sheet Model, each with a formula that depends on it
 * @param cells number of all cells; those that are not in Model are in Data
 * @param layout of the formulas that depend; missing: five of them in turn
 */
export function largeBook(serviceCells: number, cells: number, layout?: string): Uint8Array {
  const texts = ["DGS10", ...Array.from({ length: 5_000 }, (_, i) => `Text number ${i} of the book`)];
  const data = cells - serviceCells * NARROW;
  return smallFile({
    sheets: { Model: modelRows(serviceCells, layout), Data: dataRows(data, texts.length) },
    related: { styles: "styles.xml", sharedStrings: "sharedStrings.xml", sheetMetadata: "metadata.xml" },
    parts: {
      "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      "xl/sharedStrings.xml": `<sst xmlns="${MAIN}" count="${texts.length}" uniqueCount="${texts.length}">${texts.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
      "xl/metadata.xml": `<metadata xmlns="${MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`,
    },
  });
}
