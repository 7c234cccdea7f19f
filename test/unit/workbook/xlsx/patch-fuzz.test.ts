import fc from "fast-check";
import { strFromU8, unzipSync, zipSync } from "fflate";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { BookCell } from "../../../../src/workbook/book";
import type { CellValue } from "../../../../src/workbook/cell";
import { FileRefusal } from "../../../../src/workbook/xlsx/file-refusal";
import { isWritable, patchSheet, patchValues } from "../../../../src/workbook/xlsx/patch-sheet";
import type { NewValue } from "../../../../src/workbook/xlsx/cell-patch";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { many, SEED, TESTED } from "../../../corpus";
import { lettersOf } from "../../../lossless/sheet-text";
import { MAIN, smallFile, worksheet } from "./small-file";
import { itWithSharedData } from "../../../shared-data";

const PART = "xl/worksheets/sheet1.xml";
const seed = Number(SEED) || 1;

/** A cell as some program could write it. */
interface Cell {
  readonly column: number;
  /** Attributes with the blanks before each. */
  readonly attributes: readonly { readonly name: string; readonly text: string }[];
  /** Blanks at the end of the opening tag. */
  readonly end: string;
  /** The address as it is written; none if the place follows from the cell before. */
  readonly hasAddress: boolean;
  readonly formula: string;
  /** The element with the value; none if there is no value. */
  readonly value: string;
  /** Comments and blanks: after the tag, after the formula, at the end. */
  readonly between: readonly [string, string, string];
  /** After the cell. */
  readonly after: string;
}

interface Row {
  readonly index: number;
  readonly spans: string | undefined;
  readonly start: string;
  readonly cells: readonly Cell[];
  readonly after: string;
}

interface Sheet {
  readonly prefix: string;
  readonly rows: readonly Row[];
  readonly changes: readonly NewValue[];
}

const nothing = fc.constantFrom("", "", "", " ", "\n\t", "<!-- <c r=\"A1\"/> -->", "<?note x=\"<c>\"?>"); // prettier-ignore
const blank = fc.constantFrom(" ", " ", "  ", "\n", "\t");
const quoted = fc.constantFrom('"', "'");
const value = fc.constantFrom<CellValue>(4.25, -1e-7, 0, "x", ' <a> & "b" 📈', true, { error: "#N/A" });

const cellOf = (column: number, row: number, hasAddress: boolean): fc.Arbitrary<Cell> =>
  fc.record({
    column: fc.constant(column),
    hasAddress: fc.constant(hasAddress),
    attributes: fc
      .tuple(fc.boolean(), fc.boolean(), fc.constantFrom("", "str", "e", "b", "n"), blank, quoted, fc.integer(), fc.boolean())
      .map(([hasStyle, hasNote, type, space, q, order, isCoded]) => {
        const address = `${lettersOf(column)}${row + 1}`;
        const other = q === '"' ? "'" : '"';
        const all = [
          ...(hasAddress ? [{ name: "r", text: `${space}r=${q}${isCoded ? address.replace(/\d/, (d) => `&#${d.charCodeAt(0)};`) : address}${q}` }] : []),
          ...(hasStyle ? [{ name: "s", text: `${space}s = ${q}0${q}` }] : []),
          ...(hasNote ? [{ name: "note", text: ` note=${q} t=${other}e${other} s=&quot;1&quot; vm=9 ${q}` }] : []),
          ...(type === "" ? [] : [{ name: "t", text: `${space}t${space}=${q}${type}${q}` }]),
        ];
        return order % 2 === 0 ? all : [...all].reverse();
      }),
    end: fc.constantFrom("", "", " ", "\n"),
    formula: fc.constantFrom("", "", "<f>X(1)</f>", "<f><![CDATA[A1<B1]]></f>", '<f t="shared" si="0"/>', "<f\n>1&lt;2</f >"),
    value: fc.constantFrom("", "<v>1</v>", "<v/>", "<v><![CDATA[1]]></v>", "<v >&#49;</v >", "<is><t>a</t><r><t>b</t></r></is>"),
    between: fc.tuple(nothing, nothing, nothing),
    after: nothing,
  });

const rowOf = (index: number): fc.Arbitrary<Row> =>
  fc.tuple(fc.uniqueArray(fc.nat(6), { maxLength: 4 }), fc.boolean(), nothing, nothing, fc.boolean()).chain(([columns, isBare, start, after, hasSpans]) => {
    const places = isBare ? columns.map((_, i) => i) : [...columns].sort((a, b) => a - b);
    return fc.record({
      index: fc.constant(index),
      spans: fc.constant(hasSpans && places.length > 0 ? `${Math.min(...places) + 1}:${Math.max(...places) + 1}` : undefined),
      start: fc.constant(places.length === 0 ? "" : start),
      cells: fc.tuple(...places.map((column) => cellOf(column, index, !isBare))) as fc.Arbitrary<Cell[]>,
      after: fc.constant(after),
    });
  });

const sheets: fc.Arbitrary<Sheet> = fc
  .tuple(
    fc.constantFrom("", "", "x:", "a-b.c:"),
    fc.uniqueArray(fc.oneof({ weight: 5, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: fc.constantFrom(1_048_575, 99_999) }), { minLength: 1, maxLength: 5 }),
    fc.boolean(),
  )
  .chain(([prefix, indices, isSorted]) =>
    fc.record({
      prefix: fc.constant(prefix),
      rows: fc.tuple(...(isSorted ? [...indices].sort((a, b) => a - b) : indices).map(rowOf)),
      changes: fc.uniqueArray(fc.record({ row: fc.oneof(fc.nat(9), fc.constantFrom(...indices)), column: fc.nat(7), value: fc.option(value) }), {
        selector: ({ row, column }) => `${row},${column}`,
        minLength: 1,
        maxLength: 6,
      }),
    }),
  );

/** Elements with the sheet's prefix. */
const prefixed = (text: string, prefix: string): string => text.replace(/<(\/?)(c|f|v|is|t|r|row)(?=[\s>/])/g, `<$1${prefix}$2`);
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const typeOf = (v: CellValue): string => (typeof v === "string" ? "str" : typeof v === "boolean" ? "b" : v !== null && typeof v === "object" ? "e" : "");
function valueText(v: CellValue): string {
  if (v === null) return "";
  const text = typeof v === "object" ? v.error : typeof v === "boolean" ? String(Number(v)) : typeof v === "number" ? String(v).replace("e", "E") : escaped(v);
  return `<v>${text}</v>`;
}

/** A cell's text; with a new value if there is one. */
function cellText({ attributes, end, formula, value: held, between, after }: Cell, change: NewValue | undefined): string {
  const inside = between[0] + formula + between[1] + held + between[2];
  const type = change ? typeOf(change.value) : "";
  const kept = change ? attributes.flatMap((a) => (a.name !== "t" ? [a] : type === "" ? [] : [{ ...a, text: ` t="${type}"` }])) : attributes;
  const added = type !== "" && !kept.some(({ name }) => name === "t") ? ` t="${type}"` : "";
  const tag = `<c${kept.map(({ text }) => text).join("")}${added}${end}`;
  if (!change) return (inside === "" ? `${tag}/>` : `${tag}>${inside}</c>`) + after;
  const v = valueText(change.value);
  if (inside === "") return (v === "" ? `${tag}/>` : `${tag.trimEnd()}>${v}</c>`) + after;
  // Without an old value, the new one is right after the formula, or after the tag.
  const content =
    held !== "" ? between[0] + formula + between[1] + v + between[2] : formula !== "" ? between[0] + formula + v + between[1] + between[2] : v + inside;
  return `${tag}>${content}</c>${after}`;
}

const newCell = ({ row, column, value: v }: NewValue): string =>
  `<c r="${lettersOf(column)}${row + 1}"${typeOf(v) === "" ? "" : ` t="${typeOf(v)}"`}>${valueText(v)}</c>`;

function rowText({ index, spans, start, cells, after }: Row, changes: readonly NewValue[]): string {
  const added = changes.filter(({ column, value: v }) => v !== null && !cells.some((cell) => cell.column === column)).sort((a, b) => a.column - b.column);
  const [from, to] = (spans ?? "1:1").split(":").map(Number) as [number, number];
  const columns = added.map(({ column }) => column + 1);
  const wide = spans === undefined ? "" : ` spans="${Math.min(from, ...columns)}:${Math.max(to, ...columns)}"`;
  const open = `<row r="${index + 1}"${wide}`;
  if (cells.length === 0 && added.length === 0) return `${open}/>${after}`;
  const left = [...added];
  const takeUntil = (column: number): string =>
    left
      .splice(0, left.filter((one) => one.column < column).length)
      .map(newCell)
      .join("");
  const texts = cells.map((cell, i) => {
    const before = takeUntil(cell.column);
    const own = cellText(
      cell,
      changes.find(({ column }) => column === cell.column),
    );
    const last = i === cells.length - 1 ? takeUntil(Infinity) : "";
    return before + own.slice(0, own.length - cell.after.length) + last + cell.after;
  });
  return `${open}>${start}${texts.join("")}${takeUntil(Infinity)}</row>${after}`;
}

/** The sheet's text; with new values if there are any. */
function sheetText({ prefix, rows }: Sheet, changes: readonly NewValue[]): string {
  const missing = [...new Set(changes.filter(({ value: v }) => v !== null).map(({ row }) => row))]
    .filter((index) => !rows.some((row) => row.index === index))
    .sort((a, b) => a - b);
  const newRows = (until: number): string =>
    missing
      .splice(0, missing.filter((index) => index < until).length)
      .map(
        (index) =>
          `<row r="${index + 1}">${changes
            .filter(({ row, value: v }) => row === index && v !== null)
            .sort((a, b) => a.column - b.column)
            .map(newCell)
            .join("")}</row>`,
      )
      .join("");
  const body =
    rows
      .map(
        (row) =>
          newRows(row.index) +
          rowText(
            row,
            changes.filter((change) => change.row === row.index),
          ),
      )
      .join("") + newRows(Infinity);
  return prefixed(
    `<!-- <row r="1"/> --><${prefix}worksheet xmlns${prefix === "" ? "" : `:${prefix.slice(0, -1)}`}="${MAIN}"><${prefix}sheetData>${body}</${prefix}sheetData></${prefix}worksheet>`,
    prefix,
  );
}

test(`any XML of a sheet gets the new values, and no other byte changes (${TESTED})`, () => {
  fc.assert(
    fc.property(sheets, (sheet) => {
      expect(patchSheet(sheetText(sheet, []), PART, sheet.changes)).toBe(sheetText(sheet, sheet.changes));
    }),
    { numRuns: many(20_000, 250), seed },
  );
});

const BASE = worksheet(
  `<row r="1" spans="1:3"><c r="A1" s="0"><v>1</v></c><c r="B1" t="str"><f>X(1)</f><v>a</v></c><c r="C1"/></row>\n<row r="2"><c r="A2" cm="1"><f t="array" ref="A2:B2">Y()</f><v>2</v></c><c r="B2"><v>3</v></c></row><row><c><v>5</v></c><c t="inlineStr"><is><t>x</t></is></c></row><row r="9"/>`,
);
/** Places between two elements. */
const BETWEEN = [...BASE.matchAll(/>/g)].map(({ index }) => index + 1);
const AT: readonly NewValue[] = [
  { row: 0, column: 1, value: 77 },
  { row: 2, column: 0, value: "new" },
  { row: 4, column: 2, value: true },
];

/** The cells of the first sheet of a file, by place; the reason if it is refused. */
function cellsOf(file: Uint8Array): Map<string, BookCell> | string {
  try {
    return new Map(readBook(file).sheets[0]!.cells.map((cell) => [`${cell.row},${cell.column}`, cell]));
  } catch (e) {
    if (e instanceof FileRefusal) return e.message;
    throw e;
  }
}

test(`a sheet with random damage is refused in a sentence, or gets the new values and keeps all others (${TESTED})`, () => {
  let written = 0;
  const word = fc.constantFrom(
    "",
    " ",
    ">",
    "/>",
    "<",
    '"',
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "&amp;",
    "&x;",
    "1",
    "A1",
    ' r="B1"',
    "<row>",
    "</row>",
    "<c>",
    "</c>",
    "<v>9</v>",
    '<c r="B1"/>',
    "<sheetData/>",
    "1048577",
    "\u0000",
    "<!-- 1 -->",
    "<?a b?>",
    ' a="1"',
    "<extLst/>",
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.oneof(fc.nat(BASE.length), fc.constantFrom(...BETWEEN)), fc.constantFrom(0, 0, 0, 0, 1, 8), word), { minLength: 1, maxLength: 2 }),
      (edits) => {
        const damaged = edits.reduce((xml, [at, length, text]) => xml.slice(0, at) + text + xml.slice(at + length), BASE);
        const file = smallFile({ sheets: { S: "" }, parts: { [PART]: damaged } });
        const before = cellsOf(file);
        let after: Uint8Array;
        try {
          after = patchValues(file, new Map([["S", AT]]));
        } catch (e) {
          // A sheet that lost its data has no place for a cell.
          if (e instanceof FileRefusal ? /^Expected .* got .*\. .*\.$/s.test(e.message) : (e as Error).message.endsWith("has no cells.")) return;
          throw e;
        }
        // What cannot be read is not refreshed.
        if (typeof before === "string") return;
        written++;
        const now = cellsOf(after);
        if (typeof now === "string") throw new Error(`It was readable before, and now: ${now} ${strFromU8(unzipSync(after)[PART]!)}`);
        const expected = new Map(before);
        const isFilled = (row: number, column: number): boolean =>
          [...before.values()].some(
            (c) => c.spill && row >= c.row && column >= c.column && row < c.row + c.spill.length && column < c.column + c.spill[0]!.length,
          );
        for (const { row, column, value: v } of AT) {
          const key = `${row},${column}`;
          if (isFilled(row, column)) return;
          expected.set(key, { row, column, ...before.get(key), value: v });
        }
        expect(Object.fromEntries(now)).toEqual(Object.fromEntries(expected));
      },
    ),
    { numRuns: many(5_000, 200), seed },
  );
  expect(written).toBeGreaterThan(many(500, 20));
});

const SHEET = "xl/worksheets/sheet1.xml";
const at = (row: number, column: number, value: NewValue["value"], fills?: string): NewValue => ({ row, column, value, ...(fills ? { fills } : {}) });

/** The first sheet's part after these changes. */
function patchedPart(part: string, ...changes: readonly NewValue[]): string {
  const file = smallFile({ sheets: { S: "" }, parts: { [SHEET]: part } });
  return strFromU8(unzipSync(patchValues(file, new Map([["S", changes]])))[SHEET]!);
}
/** The content of `sheetData` after these changes. */
const patched = (data: string, ...changes: readonly NewValue[]): string => /<sheetData>(.*)<\/sheetData>/s.exec(patchedPart(worksheet(data), ...changes))![1]!;

describe("a new value replaces the old one, and only it", () => {
  test.each<[string, string, NewValue["value"], string]>([
    [
      "a number",
      `<c r="A1" s="3" cm="1"><f t="array" ref="A1">X(1)</f><v>1</v></c>`,
      4.25,
      `<c r="A1" s="3" cm="1"><f t="array" ref="A1">X(1)</f><v>4.25</v></c>`,
    ],
    [
      "a number by a text",
      `<c r="A1" s="3"><f>X(1)</f><v>1</v></c>`,
      "n/a: A & B <1>",
      `<c r="A1" s="3" t="str"><f>X(1)</f><v>n/a: A &amp; B &lt;1&gt;</v></c>`,
    ],
    ["a text by a number", `<c r="A1" t="str"><f>X(1)</f><v>n/a</v></c>`, -1e-7, `<c r="A1"><f>X(1)</f><v>-1E-7</v></c>`],
    ["an error by a number", `<c r="A1" t="e" vm="2"><f>X(1)</f><v>#N/A</v></c>`, 0, `<c r="A1"><f>X(1)</f><v>0</v></c>`],
    ["a number by an error", `<c r='A1'><f>X(1)</f><v>7</v></c>`, { error: "#N/A" }, `<c r='A1' t="e"><f>X(1)</f><v>#N/A</v></c>`],
    ["a number by a truth value", `<c r="A1"><f>X(1)</f><v>7</v></c>`, true, `<c r="A1" t="b"><f>X(1)</f><v>1</v></c>`],
    ["no value", `<c r="A1"><f>X(1)</f></c>`, 7, `<c r="A1"><f>X(1)</f><v>7</v></c>`],
    ["an empty cell with a format", `<c r="A1" s="4" />`, 7, `<c r="A1" s="4"><v>7</v></c>`],
    ["a text typed into the cell", `<c r="A1" t="inlineStr"><is><t>old</t></is><extLst/></c>`, "new", `<c r="A1" t="str"><v>new</v><extLst/></c>`],
    ["a value of a cell that a spill has left", `<c r="A1" s="4" t="str"><v>old</v></c>`, null, `<c r="A1" s="4"></c>`],
  ])("%s", (_, before, value, after) => {
    expect(patched(`<row r="1">${before}<c r="B1"><v>1</v></c></row>`, at(0, 0, value))).toBe(`<row r="1">${after}<c r="B1"><v>1</v></c></row>`);
  });

  it("between blanks and characters of two units, and in cells and rows without addresses", () => {
    const data = (b: number, c: number) => `\r\n <!-- 📈 <c r="A1"/> --><row > <c ><v>1</v></c > <c><v>${b}</v></c></row>\r\n<row><c><v>${c}</v></c></row>`;
    expect(patched(data(2, 3), at(0, 1, 5), at(1, 0, 6))).toBe(data(5, 6));
  });
});

describe("a sheet in an unusual form", () => {
  test.each([
    ["a row twice", `<row r="1"><c r="A1"><v>1</v></c></row><row r="1"><c r="B1"><v>1</v></c></row>`, "each row and each cell once", "row 1 twice"],
    ["a cell twice", `<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>`, "each row and each cell once", "A1 twice"],
    ["a cell in another row", `<row r="1"><c r="A2"><v>1</v></c></row>`, "cells of row 1 in that row", '"A2"'],
    ["a cell in a row of a similar number", `<row r="1"><c r="A11"><v>1</v></c></row>`, "cells of row 1 in that row", '"A11"'],
  ])("is refused if it has %s", (_, data, expected, got) => {
    expect(() => patched(data, at(0, 0, 5))).toThrow(
      `Expected ${expected} in ${SHEET}, got ${got}. Open the file in Excel, let it repair the file, and save it.`,
    );
  });

  it("gets its first row if it has no cells at all", () => {
    const part = `<worksheet xmlns="${MAIN}"><sheetData/></worksheet>`;
    expect(patchedPart(part, at(0, 0, 5))).toBe(part.replace("<sheetData/>", '<sheetData><row r="1"><c r="A1"><v>5</v></c></row></sheetData>'));
  });
});

describe("a changed sheet keeps its encoding", () => {
  const part = (v: string) =>
    `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1"><f>X("é📈")</f><v>${v}</v></c></row></sheetData></worksheet>`;
  const bytesOf = (text: string, encoding: BufferEncoding | "utf16be") =>
    encoding === "utf16be" ? Buffer.from(text, "utf16le").swap16() : Buffer.from(text, encoding);
  const inFile = (bytes: Uint8Array): Uint8Array => zipSync({ ...unzipSync(smallFile({ sheets: { S: "" } })), [SHEET]: bytes });

  test.each(["utf8", "utf16le", "utf16be"] as const)("%s, with its byte order mark", (encoding) => {
    const after = patchValues(inFile(bytesOf(`\ufeff${part("1")}`, encoding)), new Map([["S", [at(0, 0, 2)]]]));
    expect(Buffer.from(unzipSync(after)[SHEET]!)).toEqual(bytesOf(`\ufeff${part("2")}`, encoding));
  });

  it("or is refused if it is neither UTF-8 nor UTF-16", () => {
    const file = inFile(Buffer.from(part("1").replace("📈", "").replace("?>", ' encoding="ISO-8859-1"?>'), "latin1"));
    expect(() => patchValues(file, new Map([["S", [at(0, 0, 2)]]]))).toThrow(
      `Expected text in UTF-8 in ${SHEET}, got another encoding. Open the file in Excel and save it.`,
    );
  });
});

it("a sheet is found in an archive whose names have backslashes", () => {
  const parts = unzipSync(smallFile({ sheets: { S: `<row r="1"><c r="A1"><f>X()</f><v>1</v></c></row>` } }));
  const file = zipSync(Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name.replaceAll("/", "\\"), bytes])));
  expect(readBook(file).sheets[0]!.cells).toEqual([{ row: 0, column: 0, value: 1, formula: "=X()" }]);
  const after = patchValues(file, new Map([["S", [at(0, 0, 2)]]]));
  expect(Object.keys(unzipSync(after))).toEqual(Object.keys(unzipSync(file)));
  expect(readBook(after).sheets[0]!.cells[0]!.value).toBe(2);
});

describe("an array that fills other cells than before", () => {
  it("grows into cells and rows that are not there, in their order", () => {
    const before = `<row r="2" spans="1:2" ht="20"><c r="A2"><v>1</v></c><c r="B2" cm="1"><f t="array" ref="B2">X(1)</f><v>1</v></c></row><row r="4"/><row r="6"><c r="D6"><v>9</v></c></row>`;
    const after = patched(before, at(1, 1, 1, "B2:C6"), at(1, 2, "x"), ...[2, 3, 5].map((row) => at(row, 1, row)), at(4, 2, 8));
    expect(after).toBe(
      `<row r="2" spans="1:3" ht="20"><c r="A2"><v>1</v></c><c r="B2" cm="1"><f t="array" ref="B2:C6">X(1)</f><v>1</v></c><c r="C2" t="str"><v>x</v></c></row>` +
        `<row r="3"><c r="B3"><v>2</v></c></row><row r="4"><c r="B4"><v>3</v></c></row><row r="5"><c r="C5"><v>8</v></c></row><row r="6"><c r="B6"><v>5</v></c><c r="D6"><v>9</v></c></row>`,
    );
  });

  it("grows below the last row, and the sheet's dimension with it", () => {
    const part = `<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData><row r="1"><c r="A1" cm="1"><f t="array" ref="A1">X(1)</f><v>1</v></c></row></sheetData></worksheet>`;
    expect(patchedPart(part, at(0, 0, 1, "A1:A2"), at(1, 0, 2))).toBe(
      `<worksheet xmlns="${MAIN}"><dimension ref="A1:A2"/><sheetData><row r="1"><c r="A1" cm="1"><f t="array" ref="A1:A2">X(1)</f><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row></sheetData></worksheet>`,
    );
  });

  it("gives new cells the style of their row or column", () => {
    const part = (a: string, b: string, c: string) =>
      `<worksheet xmlns="${MAIN}"><cols><col min="2" max="3" width="9" style="7"/></cols><sheetData><row r="1"><c r="A1" cm="1"><f t="array" ref="${a}">X(1)</f><v>1</v></c>${b}</row><row r="2" s="4" customFormat="1"/>${c}</sheetData></worksheet>`;
    const after = patchedPart(
      part("A1", "", "").replace('customFormat="1"/>', 'customFormat="1"></row>'),
      at(0, 0, 1, "A1:B3"),
      ...[1, 2, 3].map((n) => at(n - 1, 1, n)),
      at(2, 0, 5),
    );
    expect(after).toBe(
      part("A1:B3", `<c r="B1" s="7"><v>1</v></c>`, `<row r="3"><c r="A3"><v>5</v></c><c r="B3" s="7"><v>3</v></c></row>`).replace(
        'customFormat="1"/>',
        `customFormat="1"><c r="B2" s="4"><v>2</v></c></row>`,
      ),
    );
  });

  it("leaves its former cells empty, with their formats", () => {
    const before = `<row r="1"><c r="A1" cm="1"><f t="array" ref="A1:A2">X(1)</f><v>1</v></c></row><row r="2"><c r="A2" s="5"><v>2</v></c></row>`;
    expect(patched(before, at(0, 0, 1, "A1"), at(1, 0, null))).toBe(
      `<row r="1"><c r="A1" cm="1"><f t="array" ref="A1">X(1)</f><v>1</v></c></row><row r="2"><c r="A2" s="5"></c></row>`,
    );
  });
});

it("NaN, infinity, and errors that need metadata are not written", () => {
  expect([{ error: "#SPILL!" }, Number.NaN, Infinity].map(isWritable)).toEqual([false, false, false]);
  expect(() => patched(`<row r="1"><c r="A1"><v>1</v></c></row>`, at(0, 0, Number.NaN))).toThrow("cannot hold");
});

const WORKBOOKS = path.join("..", "workbooks");
itWithSharedData("every part but the changed sheet stays byte for byte in a workbook with charts, pivots, comments and custom XML", (folder) => {
  const file = new Uint8Array(readFileSync(path.join(folder, WORKBOOKS, "analyst.xlsx")));
  expect(patchValues(file, new Map())).toBe(file);
  const sheet = readBook(file).sheets[0]!;
  const target = sheet.cells.find(({ formula, value }) => formula !== undefined && typeof value === "number")!;
  const after = patchValues(file, new Map([[sheet.name, [at(target.row, target.column, 123.5)]]]));
  const [a, b] = [unzipSync(file), unzipSync(after)];
  expect(Object.keys(b)).toEqual(Object.keys(a));
  const differ = Object.keys(a).filter((name) => Buffer.compare(a[name]!, b[name]!) !== 0);
  expect(differ).toHaveLength(1);
  const cells = readBook(after).sheets[0]!.cells;
  expect(cells.filter((cell, i) => JSON.stringify(cell) !== JSON.stringify(sheet.cells[i]))).toEqual([{ ...target, value: 123.5 }]);
});

describe("a date", () => {
  const STYLES = "xl/styles.xml";
  const styled = (xfs: string): string => `<styleSheet xmlns="${MAIN}"><cellXfs count="${xfs.split("<xf ").length - 1}">${xfs}</cellXfs></styleSheet>`;
  /** The attributes of A1 and the styles after it gets a date. */
  function dated(attributes: string, xfs: string) {
    const sheets = { S: `<row r="1"><c r="A1" ${attributes}><f>X(1)</f><v>1</v></c><c r="B1" s="1"><v>1</v></c></row>` };
    const file = smallFile({ sheets, parts: { [STYLES]: styled(xfs) }, related: { styles: "styles.xml" } });
    const parts = unzipSync(patchValues(file, new Map([["S", [{ ...at(0, 0, 46_000), isDate: true as const }]]])));
    return { cell: /<c r="A1"([^>]*)>/.exec(strFromU8(parts[SHEET]!))![1]!.trim(), styles: strFromU8(parts[STYLES]!) };
  }
  const GENERAL = `<xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="3" applyFont="1"><alignment horizontal="left"/></xf>`;

  test("in the General format gets a style that shows it and is otherwise the same", () => {
    expect(dated(`s="1" vm="1"`, GENERAL)).toEqual({
      cell: `s="2"`,
      styles: styled(`${GENERAL}<xf numFmtId="14" fontId="3" applyFont="1" applyNumberFormat="1"><alignment horizontal="left"/></xf>`),
    });
    expect(dated("", GENERAL)).toEqual({ cell: `s="2"`, styles: styled(`${GENERAL}<xf numFmtId="14" fontId="0" applyNumberFormat="1"/>`) });
  });

  test.each(["14", "2", "164"])("in a cell with the format %s keeps it", (format) => {
    const xfs = `<xf numFmtId="0"/><xf numFmtId="${format}"/>`;
    expect(dated(`s="1"`, xfs)).toEqual({ cell: `s="1"`, styles: styled(xfs) });
  });
});
