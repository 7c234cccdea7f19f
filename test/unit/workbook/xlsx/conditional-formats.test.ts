import type { Block } from "../../../../src/workbook/block";
import type { BookSheet } from "../../../../src/workbook/book";
import type { ConditionalFormat, FormatRule } from "../../../../src/workbook/conditional-format";
import { editedFormats } from "../../../../src/workbook/edits/edited-cells";
import type { BookEdit } from "../../../../src/workbook/edits/moved-areas";
import { markedFormat, showsDay } from "../../../../src/workbook/xlsx/number-formats";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { cellAreasAfter, referencesAfter } from "../../../../src/workbook/xlsx/save/rule-areas";
import { savedBook } from "../../../../src/workbook/xlsx/save/save-book";
import { writeBook } from "../../../../src/workbook/xlsx/write-book";
import { many, SEED, TESTED } from "../../../corpus";
import { afterEdits, withCopy } from "../../../lossless/edit-sheets";
import { one, randomOf } from "../../engine/names-edits";
import { open, saved, textsOf, withSheet } from "./saved-edit";
import { smallFile } from "./small-file";
import { ALL, editsOf } from "../book-edits";

const SHEET = "xl/worksheets/sheet1.xml";
const STYLES =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dxfs count="2"><dxf><font><b val="0"/><color rgb="FF9C0006"/></font><fill><patternFill><bgColor rgb="FFFFC7CE"/></patternFill></fill></dxf>' +
  '<dxf><font><i/><u/><strike/></font><numFmt numFmtId="170" formatCode="0.0"/><border><left style="thin"><color rgb="FF00FF00"/></left></border></dxf></dxfs></styleSheet>';
const X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main";
const XM = "http://schemas.microsoft.com/office/excel/2006/main";
const newer = (rules: string): string =>
  `<extLst><ext xmlns:x14="${X14}" uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}"><x14:conditionalFormattings>${rules}</x14:conditionalFormattings></ext></extLst>`;
const file = (after: string): Uint8Array =>
  smallFile({
    sheets: { Sheet1: '<row r="1"><c r="A1"><v>1</v></c></row>', Other: "" },
    after,
    parts: { "xl/styles.xml": STYLES },
    related: { styles: "styles.xml" },
  });
const formatted = (sqref: string, rules: string): string => `<conditionalFormatting sqref="${sqref}">${rules}</conditionalFormatting>`;
const formatsIn = (bytes: Uint8Array, sheet = 0): readonly ConditionalFormat[] => readBook(bytes).sheets[sheet]!.formats ?? [];
const xmlOf = (bytes: Uint8Array, part = SHEET): string => textsOf(bytes)[part]!;
type Change = (formats: readonly ConditionalFormat[]) => readonly ConditionalFormat[];
const save = (bytes: Uint8Array, change: Change, edits: readonly BookEdit[] = []): Uint8Array =>
  saved(bytes, (book) => {
    const [{ formats = [], ...rest }, ...others] = book.sheets as [BookSheet, ...BookSheet[]];
    const now = change(formats);
    const sheets = [{ ...rest, ...(now.length > 0 ? { formats: now } : {}) }, ...others];
    return { book: { ...book, sheets }, origins: sheets.map((_, i) => i), edits };
  }).file;

it("reads every kind of rule with its look, by priority", () => {
  const rule = (type: string, rest: string, inside = ""): string => `<cfRule type="${type}" ${rest}>${inside}</cfRule>`;
  const after =
    formatted(
      "A1:A9 C1",
      rule("cellIs", 'dxfId="0" priority="2" stopIfTrue="1" operator="between"', "<formula>1</formula><formula>$B$1</formula>") +
        rule("expression", 'dxfId="1" priority="1"', '<formula>_xlfn.CONCAT(A1)&lt;&gt;""</formula>'),
    ) +
    formatted(
      "B1:B9",
      rule("containsText", 'dxfId="0" priority="3" operator="containsText" text="n/a"', '<formula>NOT(ISERROR(SEARCH("n/a",B1)))</formula>') +
        rule("beginsWith", 'dxfId="0" priority="4" operator="beginsWith" text="x"', "<formula>LEFT(B1,LEN($D$1))=$D$1</formula>") +
        rule("notContainsErrors", 'dxfId="0" priority="5"', "<formula>NOT(ISERROR(B1))</formula>") +
        rule("timePeriod", 'dxfId="0" priority="6" timePeriod="lastWeek"', "<formula>TRUE</formula>") +
        rule("uniqueValues", 'dxfId="0" priority="7"') +
        rule("top10", 'dxfId="0" priority="8" percent="1" bottom="1" rank="10"') +
        rule("aboveAverage", 'dxfId="0" priority="9" aboveAverage="0" equalAverage="1" stdDev="2"') +
        rule(
          "colorScale",
          'priority="10"',
          '<colorScale><cfvo type="min"/><cfvo type="percentile" val="50"/><cfvo type="formula" val="$D$1"/><color rgb="FFFF0000"/><color rgb="FFFFFF00"/><color rgb="FF00FF00"/></colorScale>',
        ) +
        rule("dataBar", 'priority="11"', '<dataBar showValue="0"><cfvo type="min"/><cfvo type="num" val="5"/><color rgb="FF638EC6"/></dataBar>') +
        rule(
          "iconSet",
          'priority="12"',
          '<iconSet reverse="1"><cfvo type="percent" val="0"/><cfvo type="percent" val="33"/><cfvo type="num" val="67" gte="0"/></iconSet>',
        ),
    );
  const formats = formatsIn(file(after));
  expect(formats.map(({ source }) => source)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]);
  expect(formats[0]!.look).toEqual({ italic: true, underline: true, strike: true, format: "0.0", left: { style: "thin", color: "#00FF00" } });
  expect(formats[1]).toEqual({
    source: "2",
    areas: [
      { row: 0, column: 0, rows: 9, columns: 1 },
      { row: 0, column: 2, rows: 1, columns: 1 },
    ],
    rule: { kind: "cell", operator: "between", formulas: ["1", "$B$1"] },
    look: { bold: false, color: "#9C0006", fill: "#FFC7CE" },
    stops: true,
  });
  expect(formats.filter((_, i) => i !== 1).map(({ rule: one }) => one)).toEqual([
    { kind: "formula", formula: 'CONCAT(A1)<>""' },
    { kind: "text", operator: "containsText", text: "n/a" },
    { kind: "formula", formula: "LEFT(B1,LEN($D$1))=$D$1" },
    { kind: "state", state: "notContainsErrors" },
    { kind: "period", period: "lastWeek" },
    { kind: "count", repeated: false },
    { kind: "top", rank: 10, percent: true, bottom: true },
    { kind: "average", below: true, orEqual: true, deviations: 2 },
    {
      kind: "scale",
      points: [
        { kind: "min", color: "#FF0000" },
        { kind: "percentile", value: "50", color: "#FFFF00" },
        { kind: "formula", value: "$D$1", color: "#00FF00" },
      ],
    },
    { kind: "bar", from: { kind: "min" }, to: { kind: "num", value: "5" }, color: "#638EC6", hidesValue: true, lengths: [10, 90] },
    {
      kind: "icons",
      set: "3TrafficLights1",
      points: [
        { kind: "percent", value: "0" },
        { kind: "percent", value: "33" },
        { kind: "num", value: "67", above: true },
      ],
      reversed: true,
    },
  ]);
});

it("reads what newer versions say about a bar, and their own rules", () => {
  const after =
    formatted(
      "A1:A9",
      `<cfRule type="dataBar" priority="2"><dataBar><cfvo type="min"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar><extLst><ext xmlns:x14="${X14}" uri="{B025F937-C7B1-47D3-B67F-A62EFF666E3E}"><x14:id>{A}</x14:id></ext></extLst></cfRule>`,
    ) +
    newer(
      `<x14:conditionalFormatting xmlns:xm="${XM}"><x14:cfRule type="dataBar" id="{A}"><x14:dataBar minLength="0" maxLength="100" gradient="0"><x14:cfvo type="autoMin"/><x14:cfvo type="autoMax"/><x14:negativeFillColor rgb="FFFF0000"/></x14:dataBar></x14:cfRule><xm:sqref>A1:A9</xm:sqref></x14:conditionalFormatting>` +
        `<x14:conditionalFormatting xmlns:xm="${XM}"><x14:cfRule type="expression" priority="1" id="{B}"><xm:f>A1=Other!A1</xm:f><x14:dxf><font><color rgb="FF006100"/></font></x14:dxf></x14:cfRule><xm:sqref>B1:B2</xm:sqref></x14:conditionalFormatting>` +
        `<x14:conditionalFormatting xmlns:xm="${XM}"><x14:cfRule type="iconSet" priority="3" id="{C}"><x14:iconSet iconSet="3Stars" custom="1"><x14:cfvo type="percent"><xm:f>0</xm:f></x14:cfvo><x14:cfvo type="num"><xm:f>2</xm:f></x14:cfvo><x14:cfvo type="formula"><xm:f>$D$1</xm:f></x14:cfvo><x14:cfIcon iconSet="NoIcons" iconId="0"/><x14:cfIcon iconSet="3Flags" iconId="2"/><x14:cfIcon iconSet="3Stars" iconId="2"/></x14:iconSet></x14:cfRule><xm:sqref>C1</xm:sqref></x14:conditionalFormatting>`,
    );
  expect(formatsIn(file(after)).map(({ source, rule, look }) => ({ source, rule, ...(look ? { look } : {}) }))).toEqual([
    { source: "x1", rule: { kind: "formula", formula: "A1=Other!A1" }, look: { color: "#006100" } },
    {
      source: "2",
      rule: {
        kind: "bar",
        from: { kind: "autoMin" },
        to: { kind: "autoMax" },
        color: "#638EC6",
        negative: "#FF0000",
        solid: true,
        lengths: [0, 100],
        axis: true,
      },
    },
    {
      source: "x3",
      rule: {
        kind: "icons",
        set: "3Stars",
        points: [
          { kind: "percent", value: "0" },
          { kind: "num", value: "2" },
          { kind: "formula", value: "$D$1" },
        ],
        icons: [null, { set: "3Flags", place: 2 }, { set: "3Stars", place: 2 }],
      },
    },
  ]);
});

it("does not show a rule that it does not know, nor rules that such a rule may end", () => {
  const cell = (priority: number): string => `<cfRule type="cellIs" dxfId="0" priority="${priority}" operator="equal"><formula>1</formula></cfRule>`;
  const unknown = formatted("A1:A9", `<cfRule type="future" priority="2" stopIfTrue="1"/>${cell(1)}${cell(3)}`) + formatted("B1", cell(4));
  const book = readBook(file(unknown));
  expect(book.sheets[0]!.formats?.map(({ source }) => source)).toEqual(["1", "4"]);
  expect(book.leftOut).toEqual(["2 conditional formats"]);
});

const EVERY: readonly FormatRule[] = [
  { kind: "cell", operator: "notBetween", formulas: ["1", "$B$1"] },
  { kind: "cell", operator: "equal", formulas: ['"a ""b"""'] },
  { kind: "formula", formula: 'AND(A1<>"",CONCAT(A1)=Other!A1)' },
  { kind: "text", operator: "endsWith", text: 'a"<' },
  { kind: "text", operator: "notContainsText", text: "n/a" },
  { kind: "state", state: "containsBlanks" },
  { kind: "period", period: "nextMonth" },
  { kind: "count", repeated: true },
  { kind: "top", rank: 3, percent: true },
  { kind: "average", below: true, deviations: 1 },
  {
    kind: "scale",
    points: [
      { kind: "min", color: "#FF0000" },
      { kind: "max", color: "#00FF00" },
    ],
  },
  { kind: "bar", from: { kind: "autoMin" }, to: { kind: "num", value: "9" }, color: "#638EC6", negative: "#FF0000", lengths: [0, 100], axis: true },
  { kind: "bar", from: { kind: "min" }, to: { kind: "max" }, color: "#638EC6", lengths: [10, 90] },
  {
    kind: "icons",
    set: "5Boxes",
    points: ["0", "20", "40", "60", "80"].map((value) => ({ kind: "percent", value })),
    hidesValue: true,
  },
  { kind: "icons", set: "3Arrows", points: ["0", "33", "67"].map((value) => ({ kind: "percent", value })), icons: [null, { set: "3Flags", place: 1 }, null] },
];
const everyFormat = EVERY.map((rule, i): ConditionalFormat => {
  const draws = rule.kind === "scale" || rule.kind === "bar" || rule.kind === "icons";
  return { areas: [{ row: 0, column: 0, rows: 5, columns: 1 }], rule, ...(draws ? {} : { look: { bold: i % 2 === 0, fill: "#FFC7CE", format: "0.0" } }) };
});
const withoutSource = (formats: readonly ConditionalFormat[]) => formats.map(({ source: _, ...rest }) => rest);

it("writes every kind of rule into a new file, and reads it again", () => {
  const bytes = writeBook({ sheets: [{ name: "A", cells: [], formats: everyFormat }], active: 0, names: [], settings: {} });
  expect(withoutSource(formatsIn(bytes))).toEqual(everyFormat);
});

it("adds every kind of rule to a file before its own, and gives a copied sheet its rules", () => {
  const own = formatted("A1", '<cfRule type="uniqueValues" dxfId="1" priority="1"/>');
  const written = save(file(own), (formats) => [...everyFormat, ...formats]);
  expect(withoutSource(formatsIn(written))).toEqual([...everyFormat, ...withoutSource(formatsIn(file(own)))]);
  const copy: BookSheet = { ...open(file(own)).book.sheets[0]!, name: "Copy", formats: withoutSource(formatsIn(file(own))) };
  const copied = saved(file(own), (book) => ({ book: { ...book, sheets: [...book.sheets, copy] }, origins: [0, 1, undefined] })).file;
  expect(withoutSource(formatsIn(copied, 2))).toEqual(copy.formats);
});

const strip = (kind: "insert" | "delete" | "reorder", lines: readonly [number, number]) =>
  ({ kind, sheet: "Sheet1", axis: "rows", lines, across: [0, Infinity] }) as BookEdit & { kind: "insert" };
const THREE =
  formatted("A1:A4", '<cfRule type="expression" dxfId="0" priority="4"><formula>A1&gt;$B$1</formula></cfRule>') +
  `<conditionalFormatting sqref="C1:C4" ><cfRule  type="future" priority="5" odd="1"/><cfRule type="uniqueValues" dxfId="1" priority="6"/></conditionalFormatting>`;

it("leaves all bytes of other rules when one changes, also of rules that it does not know", () => {
  const written = save(file(THREE), ([first, ...others]) => [{ ...first!, rule: { kind: "formula", formula: "A1>9" } }, ...others]);
  expect(xmlOf(written)).toBe(
    xmlOf(file(THREE))
      .replace(formatted("A1:A4", '<cfRule type="expression" dxfId="0" priority="4"><formula>A1&gt;$B$1</formula></cfRule>'), "")
      .replace(
        "</conditionalFormatting></worksheet>",
        `</conditionalFormatting>${formatted("A1:A4", '<cfRule type="expression" dxfId="0" priority="4"><formula>A1&gt;9</formula></cfRule>')}</worksheet>`,
      ),
  );
  expect(xmlOf(written, "xl/styles.xml")).toBe(STYLES);
});

it("keeps the order of known and unknown rules when rules are added, reordered and removed", () => {
  const priorities = (bytes: Uint8Array): string[] =>
    [...xmlOf(bytes).matchAll(/type="(\w+)"[^>]*?priority="(\d+)"/g)].sort((a, b) => Number(a[2]) - Number(b[2])).map((m) => m[1]!);
  const added: ConditionalFormat = { areas: [{ row: 0, column: 0, rows: 1, columns: 1 }], rule: { kind: "count", repeated: true }, look: { bold: true } };
  expect(priorities(save(file(THREE), (formats) => [added, ...formats]))).toEqual(["duplicateValues", "expression", "future", "uniqueValues"]);
  expect(priorities(save(file(THREE), (formats) => [...formats].reverse()))).toEqual(["uniqueValues", "expression", "future"]);
  const removed = save(file(THREE), (formats) => formats.slice(1));
  expect(xmlOf(removed)).not.toContain("expression");
  expect(priorities(removed)).toEqual(["future", "uniqueValues"]);
});

it("reuses an equal look of the file, and leaves out an extension without rules", () => {
  const look = formatsIn(file(THREE))[1]!.look!;
  expect(look.format).toBe("0.0");
  const plain = { color: "#123456" } as const;
  const twice = save(file(THREE), (formats) => [
    { areas: formats[0]!.areas, rule: { kind: "count", repeated: true }, look: plain },
    { areas: formats[0]!.areas, rule: { kind: "count", repeated: false }, look: plain },
    ...formats,
  ]);
  expect(xmlOf(twice, "xl/styles.xml")).toContain('<dxfs count="3">');
  const bars = save(file(""), () => [everyFormat[11]!]);
  expect(xmlOf(bars)).toContain("extLst");
  expect(xmlOf(save(bars, () => []))).toBe(xmlOf(file("")));
});

it.each<[string, BookEdit, string, string, string]>([
  ["insert a row above", strip("insert", [0, 0]), "A2:A5", "A2&gt;$B$2", "C2:C5"],
  ["insert a row inside", strip("insert", [2, 3]), "A1:A6", "A1&gt;$B$1", "C1:C6"],
  ["insert a row below the last", strip("insert", [4, 4]), "A1:A5", "A1&gt;$B$1", "C1:C5"],
  ["delete the first row", strip("delete", [0, 0]), "A1:A3", "A1&gt;#REF!", "C1:C3"],
  ["delete a row inside", strip("delete", [2, 2]), "A1:A3", "A1&gt;$B$1", "C1:C3"],
  ["move the first row away", { ...strip("reorder", [0, 0]), kind: "reorder", to: 9 }, "A1:A3 A9", "A1&gt;$B$9", "C1:C3 C9"],
  ["move another row between", { ...strip("reorder", [8, 8]), kind: "reorder", to: 2 }, "A1:A2 A4:A5", "A1&gt;$B$1", "C1:C2 C4:C5"],
])("rules of the file move as those of the grid, and saving writes nothing else: %s", (_, edit, sqref, formula, unknown) => {
  const written = save(file(THREE), (formats) => editedFormats(formats, edit, "Sheet1").formats, [edit]);
  const expected = THREE.replace('"A1:A4"', `"${sqref}"`).replace("A1&gt;$B$1", formula).replace('"C1:C4"', `"${unknown}"`);
  expect(/<conditionalFormatting.*(?=<\/worksheet>)/.exec(xmlOf(written))![0]).toBe(expected);
});

it("names rules that it does not know when their cells are cut and pasted, and no others", () => {
  const lost = (column: number): readonly string[] => {
    const edits: readonly BookEdit[] = [
      { kind: "move", sheet: "Sheet1", block: { row: 0, column, rows: 1, columns: 1 }, to: { sheet: "Sheet2", row: 0, column: 0 } },
    ];
    return saved(file(THREE), (book) => ({ book: withSheet(book, 0, () => ({ cells: [] })), origins: [0, 1], edits })).lost;
  };
  expect(lost(2)).toEqual(["On Sheet1, conditional formats of cells that you moved to other places do not go with the cells."]);
  expect(lost(4)).toEqual([]);
});

it("gives a copied sheet of the file each rule once, as the file has it, and an edited one anew", () => {
  const copied = (change: Change): Uint8Array =>
    saved(file(THREE), (opened) => {
      const { book, ...now } = withCopy(opened, "Copy");
      return {
        ...now,
        book: withSheet(
          book,
          book.sheets.findIndex(({ name }) => name === "Copy"),
          ({ formats = [] }) => ({ formats: change(withoutSource(formats)) }),
        ),
      };
    }).file;
  const part = "xl/worksheets/sheet3.xml";
  const formatsOf = (bytes: Uint8Array): string => /<conditionalFormatting.*(?=<\/worksheet>)/.exec(xmlOf(bytes, part))![0];
  expect(formatsOf(copied((formats) => formats))).toBe(THREE);
  const edited = copied(([first, ...others]) => [{ ...first!, rule: { kind: "formula", formula: "A1>7" } }, ...others]);
  expect(formatsOf(edited).match(/<cfRule/g)).toHaveLength(3);
  expect(formatsOf(edited)).toContain("<formula>A1&gt;7</formula>");
  expect(formatsOf(edited)).not.toContain("$B$1");
});

const { rows, move: cut, reorder: drag } = editsOf("S");

type Case = readonly [what: string, areas: string, edits: readonly BookEdit[], areasNow: string | undefined, ...isLeft: true[]];

const CASES: readonly Case[] = [
  ["all its cells are cut", "A1:A5", [cut("A1:B9", "D11")], "D11:D15"],
  ["some of its cells are cut", "A1:A5", [cut("A2:A3", "D7")], "A1 A4:A5 D7:D8"],
  ["a column of its cells is cut", "A1:C5", [cut("B1:B5", "E1")], "A1:A5 C1:C5 E1:E5"],
  ["other cells are pasted over its first ones", "A1:A5", [cut("F1:F2", "A1")], "A3:A5"],
  ["other cells are pasted over all of it", "A1:A5", [cut("F1:F9", "A1")], undefined],
  ["its cells are cut to another sheet", "A1:A5 C1", [cut("A1:A5", "A1", "T")], "C1", true],
  ["all its cells are cut to another sheet", "A1:A5", [cut("A1:A5", "A1", "T")], undefined, true],
  ["cells of another sheet are pasted into it", "A1:A5", [cut("F1:F2", "A4", "S", "T")], "A1:A3"],
  ["cells are inserted above some of its columns", "A2:B5", [rows("insert", 1, 1, [0, 0])], "B2:B5 A3:A6"],
  ["cells are deleted above some of its columns", "A2:B5", [rows("delete", 1, 1, [0, 0])], "B2:B5 A1:A4"],
  ["rows are inserted in it", "A1:A5 C9", [rows("insert", 3, 4)], "A1:A7 C11"],
  ["rows are dragged out of it", "A1:A9", [drag(4, 5, 12)], "A1:A7 A10:A11"],
  ["rows are dragged into it", "A1:A9", [drag(12, 12, 4)], "A1:A3 A5:A10"],
  ["rows are dragged within it", "A1:A9", [drag(2, 3, 8)], "A1:A9"],
  ["a whole column is cut through", "C:C", [rows("insert", 1, 1)], "C:C"],
  ["edits follow each other, with a rename between", "A1:A5", [{ kind: "rename", sheet: "S", name: "T" }, cut("A1:A5", "C1", "T", "T")], "C1:C5"],
];

it.each(CASES.map(([what, areas, edits, text, ...isLeft]) => ({ what, areas, edits, text, isLeft: isLeft.length > 0 })))(
  "a rule's areas go with their cells if $what",
  ({ areas, edits, text, isLeft }) => {
    expect(cellAreasAfter(areas, [], "S", edits)).toMatchObject({ text, isLeft });
  },
);

it("a rule that means other cells from each of its cells stays if only some of them go, and says so", () => {
  const after = (formula: string, edit: BookEdit) => cellAreasAfter("A1:A5", [formula], "S", [edit]);
  expect(after("A1>A$9", cut("A2:A3", "D7"))).toEqual({ text: "A1:A5", formulas: ["A1>A$9"], isLeft: true });
  expect(after("B1>1", cut("A2:A3", "D7"))).toEqual({ text: "A1:A5", formulas: ["B1>1"], isLeft: true });
  expect(after("A1>1", cut("A2:A3", "D7"))).toEqual({ text: "A1 A4:A5 D7:D8", formulas: ["A1>1"], isLeft: false });
  expect(after("A1>A2", drag(2, 3, 9))).toMatchObject({ text: "A1:A5", isLeft: true });
  expect(after("A1>B1", drag(2, 3, 9))).toMatchObject({ text: "A1:A3 A7:A8", isLeft: false });
  expect(after("A1>B1", cut("A1:A5", "D7"))).toEqual({ text: "D7:D11", formulas: ["D7>B1"], isLeft: false });
});

it("only conditional formats get lines that are inserted behind their last one, and whole columns keep the formula of their first row", () => {
  expect(cellAreasAfter("A1:A5", [], "S", [rows("insert", 6, 7)], true).text).toBe("A1:A7");
  expect(cellAreasAfter("A1:A5", [], "S", [rows("insert", 6, 7)]).text).toBe("A1:A5");
  expect(cellAreasAfter("A:A", ["A1>B1"], "S", [rows("insert", 1, 2)]).formulas).toEqual(["A1>B1"]);
  expect(cellAreasAfter("A:A", ["A1>B1"], "S", [rows("delete", 1, 2)]).formulas).toEqual(["A1>B1"]);
});

it.each([
  ["its first rows are deleted", "A2:A9", "B2>$C$9", [rows("delete", 1, 3)], "B1>$C$6"],
  ["other cells are pasted over its first ones", "A1:A5", "B1>1", [cut("F1:F2", "A1")], "B3>1"],
  ["all its cells are cut", "A1:A5", "B1>A1", [cut("A1:A5", "D7")], "B1>D7"],
  ["cells before it are inserted, then its first row is deleted", "A1:A5", "B1>1", [rows("insert", 1, 1), rows("delete", 2, 2)], "B2>1"],
] as const)("a rule's formula is for its first cell if %s", (_, areas, formula, edits, expected) => {
  expect(cellAreasAfter(areas, [formula], "S", edits).formulas).toEqual([expected]);
});

it("areas that are references keep cells that are cut out of them", () => {
  expect(referencesAfter("A1:A5 C1", "S", [cut("A2:A3", "D7")])).toBe("A1:A5 C1");
  expect(referencesAfter("A1:A5 C:C", "S", [cut("A1:A5", "D7")])).toBe("D7:D11 C:C");
  expect(referencesAfter("A1:A5", "S", [cut("A1:A5", "D7", "T")])).toBeUndefined();
});

it.each([
  ["", 'General" (sample)"', '"(sample) "@'],
  ["General", 'General" (sample)"', '"(sample) "@'],
  ["0.00%", '0.00%" (sample)"', '"(sample) "@'],
  ["yyyy-mm-dd", 'yyyy-mm-dd" (sample)"', '"(sample) "@'],
  ['#,##0_);[Red](#,##0);"-";@" x"', '#,##0_)" (sample)";[Red](#,##0)" (sample)";"-"" (sample)";@" x"', '#,##0_);[Red](#,##0);"-";"(sample) "@" x"'],
  [String.raw`0\;0" ;"_;;[=1]"one"`, String.raw`0\;0" ;"_;" (sample)";[=1]"one"" (sample)"`, '"(sample) "@'],
  ["@", 'General" (sample)"', '"(sample) "@'],
  ["0;-0;;@", '0" (sample)";-0" (sample)";;@', '0;-0;;"(sample) "@'],
  [";;;", ";;;", ";;;"],
])("a number format that shows a word, %j, shows it with a number and with a text", (format, number, text) => {
  expect([markedFormat(format, false, "sample"), markedFormat(format, true, "sample")]).toEqual([number, text]);
});

test.each(["yyyy-mm-dd", "d", "m", "mm", "mmm", "[$-407]dd/mm/yyyy", "m/d/yyyy h:mm", '"Day" d', "0;yyyy", "mm.yy", "dd hh:mm:ss"])(
  "%s shows a day",
  (format) => {
    expect(showsDay(format)).toBe(true);
  },
);

test.each(["General", "0.00", "h:mm", "mm:ss", "[h]:mm:ss", "[mm]:ss", "h:mm AM/PM", '0 "days"', "[Red]0", "mmss.0", "0\\d", "#,##0_d", "@"])(
  "%s shows none",
  (format) => {
    expect(showsDay(format)).toBe(false);
  },
);

type Random = (below: number) => number;
const [ROWS, COLUMNS] = [12, 6];

const FORMULAS = ["A1&gt;1", "A1&gt;$A1", "A1&gt;A$1", "B2=A1", "$C$3&gt;4", "A1&gt;$C$3", "SUM($A$1:A1)&gt;3", "TRUE"];

/** A file whose rules share elements, areas and formulas. */
function fileOf(random: Random): Uint8Array {
  let priority = 0;
  const area = (): string => {
    const [row, column] = [1 + random(ROWS), random(COLUMNS)];
    const letters = (at: number): string => String.fromCharCode(65 + at);
    const kind = random(6);
    if (kind === 0) return `${letters(column)}1:${letters(column)}1048576`;
    return `${letters(column)}${row}:${letters(column + random(3))}${row + random(4)}`;
  };
  const elements = Array.from({ length: 4 }, () => {
    const rules = Array.from({ length: 1 + random(2) }, () =>
      random(3) > 0
        ? `<cfRule type="expression" priority="${++priority}"><formula>${one(random, FORMULAS)}</formula></cfRule>`
        : `<cfRule type="uniqueValues" priority="${++priority}"/>`,
    );
    return `<conditionalFormatting sqref="${area()}${random(3) === 0 ? ` ${area()}` : ""}">${rules.join("")}</conditionalFormatting>`;
  });
  return smallFile({ sheets: { S: '<row r="1"><c r="A1"><v>1</v></c></row>', T: "" }, after: elements.join("") });
}

function editOf(random: Random): BookEdit {
  const [row, column] = [random(ROWS), random(COLUMNS)];
  const isRows = random(2) === 0;
  const axis = isRows ? "rows" : "columns";
  const first = isRows ? row : column;
  const strip = { sheet: "S", axis, lines: [first, first + random(3)], across: ALL } as const;
  const kind = random(6);
  if (kind === 0) return { kind: "insert", ...strip };
  if (kind === 1) return { kind: "delete", ...strip };
  if (kind === 2) return { kind: one(random, ["insert", "delete"] as const), ...strip, across: isRows ? [column, column + random(3)] : [row, row + random(3)] };
  if (kind === 3) {
    const to = random(isRows ? ROWS : COLUMNS);
    return { kind: "reorder", ...strip, to: to >= first && to <= strip.lines[1] + 1 ? strip.lines[1] + 2 : to };
  }
  const block: Block = { row, column, rows: 1 + random(4), columns: 1 + random(3) };
  return { kind: "move", sheet: "S", block, to: { sheet: random(4) === 0 ? "T" : "S", row: random(ROWS), column: random(COLUMNS) } };
}

/** Formats without what only the file has. */
const bare = (formats: readonly ConditionalFormat[] = []) => formats.map(({ areas, rule }) => JSON.stringify({ areas, rule })).sort();

it(`saved conditional formats are those of the grid after random edits (${TESTED})`, () => {
  const wrong: string[] = [];
  for (let i = 0; i < many(3_000, 300) && wrong.length < 5; i++) {
    const random = randomOf(Number(SEED) * 10_000 + i);
    const file = fileOf(random);
    const opened = open(file);
    const edits = Array.from({ length: 1 + random(4) }, () => editOf(random));
    const now = afterEdits(opened.book, edits);
    const read = readBook(savedBook(opened, now, { trusts: () => true }).file);
    const [found, expected] = [bare(read.sheets[0]!.formats), bare(now.book.sheets[0]!.formats)];
    for (const [what, one, other] of [
      ["lost", expected, found],
      ["instead", found, expected],
    ] as const)
      for (const format of one) if (!other.includes(format)) wrong.push(`${i}: ${what} ${format} after ${JSON.stringify(edits)}`);
  }
  expect(wrong).toEqual([]);
});
