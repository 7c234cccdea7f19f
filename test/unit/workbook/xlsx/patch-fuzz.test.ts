import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import type { BookCell } from "../../../../src/workbook/book";
import type { CellValue } from "../../../../src/workbook/cell";
import { FileRefusal } from "../../../../src/workbook/xlsx/file-refusal";
import { patchSheet, patchValues } from "../../../../src/workbook/xlsx/patch-sheet";
import type { NewValue } from "../../../../src/workbook/xlsx/cell-patch";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { many, SEED, TESTED } from "../../../corpus";
import { lettersOf } from "../../../lossless/sheet-text";
import { MAIN, smallFile, worksheet } from "./small-file";

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
        const all = [
          ...(hasAddress ? [{ name: "r", text: `${space}r=${q}${isCoded ? address.replace(/\d/, (d) => `&#${d.charCodeAt(0)};`) : address}${q}` }] : []),
          ...(hasStyle ? [{ name: "s", text: `${space}s = ${q}0${q}` }] : []),
          ...(hasNote ? [{ name: "note", text: ` note=${q} t=&quot;e&quot; vm=9 ${q}` }] : []),
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
}, 120_000);
