import { DAYS_1904 } from "../../src/contract/dates";
import type { CellValue } from "../../src/workbook/cell";
import { relsOf, targetsOf, textsOf, withTexts, workbookOf, worksheetsOf, type Texts } from "./package-text";
import { SERIES, type Series } from "./scripted-service";
import { attributeOf, columnOf, lettersOf, sheetOf, sheetTextOf, type CellText, type RowText, type SheetText } from "./sheet-text";

/** A workbook with calls of SERVICE in every stored form, and what they show after a refresh. */
export interface WithCalls {
  readonly file: Uint8Array;
  readonly sheet: string;
  readonly part: string;
  /** By address, `B2`: what cells show after the refresh; null is an empty cell. All have other values before. */
  readonly expected: ReadonlyMap<string, CellValue>;
  /** By address: the cells that an array fills after the refresh, if it fills others before. */
  readonly fills: ReadonlyMap<string, string>;
  /** The cell whose answer is a date: in the General format it gets a style that shows one. */
  readonly date: string;
}

const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
const ROWS_NEEDED = 13;
const at = (row: number, column: number): string => `${lettersOf(column)}${row + 1}`;
const call = (series: Series, name = "_xldudf_SERVICE_FRED"): string => `${name}("${series}")`;

const METADATA = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<metadata xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`;
const METADATA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml";

const before = (text: string, closing: string, element: (prefix: string) => string): string =>
  text.replace(new RegExp(`</([\\w.-]+:)?${closing}\\s*>`), (end, prefix: string | undefined) => element(prefix ?? "") + end);

/** The `cm` of a dynamic array in this file, and the parts that it needs; undefined if the file's metadata has other things only. */
function dynamicMetadata(texts: Texts): { readonly cm: string; readonly texts: Texts } | undefined {
  const workbook = workbookOf(texts);
  const known = targetsOf(texts, workbook).find(({ type }) => type === "sheetMetadata")?.part;
  if (known !== undefined) {
    const xml = texts.get(known) ?? "";
    const types = [...xml.matchAll(/<metadataType\s[^>]*>/g)].map(([tag]) => attributeOf(tag, "name"));
    const cells = [...(/<cellMetadata[\s\S]*?<\/cellMetadata>/.exec(xml)?.[0] ?? "").matchAll(/<rc\s[^>]*>/g)].map(
      ([tag]) => types[Number(attributeOf(tag, "t")) - 1],
    );
    const index = cells.indexOf("XLDAPR");
    return index < 0 ? undefined : { cm: String(index + 1), texts: new Map() };
  }
  const folder = workbook.replace(/[^/]*$/, "");
  const rels = texts.get(relsOf(workbook)) ?? "";
  const strict = rels.includes("purl.oclc.org")
    ? "http://purl.oclc.org/ooxml/officeDocument/relationships"
    : "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return {
    cm: "1",
    texts: new Map([
      [`${folder}metadata.xml`, METADATA],
      [
        relsOf(workbook),
        before(rels, "Relationships", (p) => `<${p}Relationship Id="rIdCalls" Type="${strict}/sheetMetadata" Target="/${folder}metadata.xml"/>`),
      ],
      [
        "[Content_Types].xml",
        before(texts.get("[Content_Types].xml") ?? "", "Types", (p) => `<${p}Override PartName="/${folder}metadata.xml" ContentType="${METADATA_TYPE}"/>`),
      ],
    ]),
  };
}

/** The first row that has this number of free rows from there on, after the last row if possible. */
function freeRows(rows: readonly RowText[]): number {
  const taken = rows.map(({ row }) => row).sort((a, b) => a - b);
  const last = taken.at(-1) ?? -1;
  if (last + 1 + ROWS_NEEDED < LAST_ROW) return last + 2;
  return taken.find((row, i) => (taken[i + 1] ?? LAST_ROW) - row > ROWS_NEEDED + 1)! + 1;
}

const without = (open: string): string => open.replace(/\s*\/>$/, ">");

/** Inserts a cell into a row, in its place. */
function withCell(row: RowText, cell: CellText, prefix: string): RowText {
  const index = row.cells.findIndex(({ column }) => column > cell.column);
  const i = index < 0 ? row.cells.length : index;
  const between = [...row.between];
  between.splice(i, 1, row.between[i]!, "");
  if (row.close === "") return { ...row, open: without(row.open), cells: [cell], between: ["", ""], close: `</${prefix}row>` };
  return { ...row, cells: [...row.cells.slice(0, i), cell, ...row.cells.slice(i)], between };
}

function withRow(sheet: SheetText, row: RowText): SheetText {
  const index = sheet.rows.findIndex((other) => other.row > row.row);
  const i = index < 0 ? sheet.rows.length : index;
  return { ...sheet, rows: [...sheet.rows.slice(0, i), row, ...sheet.rows.slice(i)], after: [...sheet.after.slice(0, i), "", ...sheet.after.slice(i)] };
}

/**
 * Inserts calls of SERVICE into the first worksheet with cells: in new rows, in rows that are there, between cells, and into a cell that has only a format.
 * Every other part keeps its bytes, but for what the calls need: metadata, its relationship and content type, entries of the calculation chain. Undefined if
 * the file has no worksheet that can take them.
 */
export function withCalls(file: Uint8Array): WithCalls | undefined {
  const texts = textsOf(file);
  const sheets = worksheetsOf(texts).map((sheet) => {
    const xml = texts.get(sheet.part)!.replace(/<((?:[\w.-]+:)?)sheetData\s*\/>/, "<$1sheetData></$1sheetData>");
    return { ...sheet, text: sheetTextOf(xml) };
  });
  const found = sheets.find(({ text }) => text && text.rows.some(({ cells }) => cells.length > 0)) ?? sheets.find(({ text }) => text);
  if (!found?.text) return undefined;
  let sheet = found.text;
  const { prefix: p } = sheet;
  const all = sheet.rows.flatMap(({ cells }) => cells);
  const formulas = all.filter(({ text }) => text.includes(`<${p}f`));
  const shared = formulas.map(({ text }) => Number(/\ssi=["'](\d+)["']/.exec(text)?.[1] ?? -1)).reduce((a, b) => Math.max(a, b), -1) + 1;
  const metadata = dynamicMetadata(texts);
  const cm = metadata ? ` cm="${metadata.cm}"` : "";
  const top = freeRows(sheet.rows);
  const widest = all.reduce((most, { column }) => Math.max(most, column), -1);
  const left = widest + 10 < LAST_COLUMN ? widest + 2 : 0;

  const from1904 = /<(?:\w+:)?workbookPr\b[^>]*\sdate1904\s*=\s*["'](?:1|true)["']/.test(texts.get(workbookOf(texts)) ?? "");
  const expected = new Map<string, CellValue>();
  const fills = new Map<string, string>();
  const chain: string[] = [];
  const cell = (row: number, column: number, attributes: string, content: string): CellText => ({
    row,
    column,
    text: `<${p}c r="${at(row, column)}"${attributes}>${content}</${p}c>`,
  });
  const f = (attributes: string, formula: string): string => `<${p}f${attributes}>${formula}</${p}f>`;
  const v = (text: string): string => `<${p}v>${text}</${p}v>`;
  const callOf = (r: number, c: number, toR: number, toC: number): string => `_xldudf_SERVICE_FRED(${at(top + r, left + c)}:${at(top + toR, left + toC)})`;
  /** A formula cell in the free rows, and what it shows after the refresh. */
  const formula = (r: number, c: number, element: string, shows: CellValue, old = v("1"), attributes = ""): CellText => {
    expected.set(at(top + r, left + c), shows);
    chain.push(
      `<c r="${at(top + r, left + c)}" i="${found.id}"${attributes.includes("cm=") ? ' a="1"/><c r="' + at(top + r, left + c) + `" i="${found.id}" s="1"` : ""}/>`,
    );
    return cell(top + r, left + c, attributes, element + old);
  };
  const dynamic = (r: number, c: number, text: string, [rows, columns]: readonly [number, number], shows: CellValue): CellText => {
    const here = at(top + r, left + c);
    const ref = rows * columns === 1 ? here : `${here}:${at(top + r + rows - 1, left + c + columns - 1)}`;
    return formula(r, c, f(` t="array" ref="${ref}"`, text), shows, v("1"), cm);
  };
  const text = (r: number, c: number, value: string): CellText => cell(top + r, left + c, ' t="inlineStr"', `<${p}is><${p}t>${value}</${p}t></${p}is>`);
  const number = (r: number, c: number, value: number): CellText => cell(top + r, left + c, "", v(String(value)));
  const sharedCell = (r: number, shows: CellValue): CellText =>
    formula(
      r,
      0,
      r === 1
        ? f(` t="shared" ref="${at(top + 1, left)}:${at(top + 3, left)}" si="${shared}"`, `_xldudf_SERVICE_FRED(${at(top + 1, left + 1)})`)
        : `<${p}f t="shared" si="${shared}"/>`,
      shows,
    );
  const grows = (r: number, c: number, ref: readonly [number, number], values: readonly CellValue[]): void => {
    const here = at(top + r, left + c);
    fills.set(here, `${here}:${at(top + r + ref[0] - 1, left + c + ref[1] - 1)}`);
    values.forEach((value, i) => expected.set(at(top + r + (ref[0] > 1 ? i : 0), left + c + (ref[1] > 1 ? i : 0)), value));
  };

  const rows: CellText[][] = [
    [dynamic(0, 0, call("NUM"), [1, 1], SERIES.NUM), formula(0, 2, f("", call("TXT")), SERIES.TXT)],
    [sharedCell(1, SERIES.NUM), text(1, 1, "NUM"), formula(1, 3, f("", call("DAY", "_xldudf_Service_fred")), SERIES.DAY - (from1904 ? DAYS_1904 : 0))],
    [sharedCell(2, SERIES.TXT), text(2, 1, "TXT"), formula(2, 3, f("", call("NUM", "[2]!_xldudf_SERVICE_FRED")), SERIES.NUM)],
    [
      sharedCell(3, SERIES.WHY),
      text(3, 1, "WHY"),
      formula(3, 3, f(` t="array" aca="1" ref="${at(top + 3, left + 3)}" ca="1"`, call("SMALL", "SERVICE.FRED")), SERIES.SMALL, v("#NAME?"), ` t="e"${cm}`),
    ],
    [
      formula(4, 0, f("", `IF(ISNUMBER(${call("NUM")}),${call("NUM")}*2,"none")`), 8.5),
      formula(4, 3, f(` t="array" ref="${at(top + 4, left + 3)}"`, call("NUM")), SERIES.NUM),
    ],
    [
      formula(5, 0, f(` t="array" ref="${at(top + 5, left)}:${at(top + 6, left)}"`, callOf(1, 1, 2, 1)), SERIES.NUM),
      formula(5, 3, f("", `SUM(${at(top, left)},100)`), 104.25, v("101")),
    ],
    [number(6, 0, 3)],
    [formula(7, 3, f("", call("YES")), SERIES.YES, v("no"), ' t="str"')],
    [],
    [number(9, 1, 9)],
    [],
    [formula(11, 0, f("", call("ZERO")), SERIES.ZERO, "")],
    [text(12, 0, "NUM"), text(12, 1, "SMALL"), text(12, 2, "ZERO")],
  ];
  expected.set(at(top + 6, left), SERIES.TXT);
  if (metadata) {
    rows[0]!.push(dynamic(0, 3, callOf(12, 0, 12, 2), [1, 1], SERIES.NUM), number(0, 6, 6));
    grows(0, 3, [1, 3], [SERIES.NUM, SERIES.SMALL, SERIES.ZERO]);
    // The row below is not there, and the one after it has a cell further right only.
    rows[7]!.unshift(dynamic(7, 0, callOf(1, 1, 3, 1), [1, 1], SERIES.NUM));
    grows(7, 0, [3, 1], [SERIES.NUM, SERIES.TXT, SERIES.WHY]);
    rows[10]!.push(dynamic(10, 1, call("NUM"), [2, 1], SERIES.NUM));
    rows[11]!.push(number(11, 1, 5));
    fills.set(at(top + 10, left + 1), at(top + 10, left + 1));
    expected.set(at(top + 11, left + 1), null);
  }

  // In the rows that are there: in a gap, behind the last cell, in a new row between others, and in a cell that has a format only.
  if (!formulas.some(({ text: cellText }) => /\st=["'](?:array|dataTable)["']/.test(cellText))) {
    const put = (row: number, column: number): CellText => {
      expected.set(at(row, column), SERIES.NUM);
      chain.push(`<c r="${at(row, column)}" i="${found.id}"/>`);
      return cell(row, column, "", f("", call("NUM")) + v("1"));
    };
    const isPlain = (row: RowText): boolean => row.row < top && row.cells.every(({ text: cellText }) => /^<[^>]*\sr\s*=/.test(cellText));
    const mend = (row: RowText, change: (row: RowText) => RowText): void =>
      void (sheet = { ...sheet, rows: sheet.rows.map((r) => (r === row ? change(r) : r)) });
    const gapped = sheet.rows.find((row) => isPlain(row) && row.cells.length > 0 && row.cells[0]!.column > 0);
    if (gapped) mend(gapped, (row) => withCell(row, put(row.row, row.cells[0]!.column - 1), p));
    const long = [...sheet.rows].reverse().find((row) => isPlain(row) && row.cells.length > 0 && row.cells.at(-1)!.column < LAST_COLUMN - 3);
    if (long) mend(long, (row) => withCell(row, put(row.row, row.cells.at(-1)!.column + 2), p));
    const bare = sheet.rows.find((row) => isPlain(row) && row.cells.some(({ text: cellText }) => cellText.endsWith("/>")));
    if (bare)
      mend(bare, (row) => {
        const i = row.cells.findIndex(({ text: cellText }) => cellText.endsWith("/>"));
        const target = row.cells[i]!;
        const { row: r, column: c } = put(target.row, target.column);
        const filled = { row: r, column: c, text: `${without(target.text).replace(/\st=["'][^"']*["']/, "")}${f("", call("NUM"))}${v("1")}</${p}c>` };
        return { ...row, cells: row.cells.map((other) => (other === target ? filled : other)) };
      });
    const gap = sheet.rows.find(({ row }, i) => isPlain(sheet.rows[i]!) && row + 1 < top && (sheet.rows[i + 1]?.row ?? 0) > row + 1);
    if (gap) {
      const added = put(gap.row + 1, 0);
      sheet = withRow(sheet, { row: added.row, open: `<${p}row r="${added.row + 1}">`, cells: [added], between: ["", ""], close: `</${p}row>` });
    }
  }
  for (const [r, cells] of rows.entries()) {
    if (cells.length === 0) continue;
    const sorted = [...cells].sort((a, b) => a.column - b.column);
    sheet = withRow(sheet, {
      row: top + r,
      open: `<${p}row r="${top + r + 1}">`,
      cells: sorted,
      between: Array.from({ length: sorted.length + 1 }, () => ""),
      close: `</${p}row>`,
    });
  }
  const calcChain = targetsOf(texts, workbookOf(texts)).find(({ type, part }) => type === "calcChain" && part !== undefined && texts.has(part))?.part;
  const changes = new Map([
    ...(metadata?.texts ?? []),
    [found.part, sheetOf(sheet)] as const,
    ...(calcChain === undefined ? [] : [[calcChain, before(texts.get(calcChain)!, "calcChain", () => chain.join(""))] as const]),
  ]);
  return { file: withTexts(file, changes), sheet: found.name, part: found.part, expected, fills, date: at(top + 1, left + 3) };
}

/** Zero-based place of `B3`. */
export const placeOf = (address: string): { readonly row: number; readonly column: number } => {
  const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(address)!;
  return { row: Number(digits) - 1, column: columnOf(letters!) };
};
