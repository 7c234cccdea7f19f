import { strFromU8, unzipSync } from "fflate";
import { withCopy } from "../../../lossless/edit-sheets";
import { openedBook } from "../../../../src/engine/book/opened-book";
import type { Book, BookSheet } from "../../../../src/workbook/book";
import type { ConditionalFormat, FormatRule } from "../../../../src/workbook/conditional-format";
import { editedFormats } from "../../../../src/workbook/edits/edited-cells";
import type { BookEdit } from "../../../../src/workbook/edits/moved-areas";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { savedBook } from "../../../../src/workbook/xlsx/save/save-book";
import { writeBook } from "../../../../src/workbook/xlsx/write-book";
import { smallFile } from "./small-file";

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
const open = (bytes: Uint8Array) => ({ file: bytes, book: openedBook(readBook(bytes)) });
const formatsIn = (bytes: Uint8Array, sheet = 0): readonly ConditionalFormat[] => readBook(bytes).sheets[sheet]!.formats ?? [];
const xmlOf = (bytes: Uint8Array, part = SHEET): string => strFromU8(unzipSync(bytes)[part]!);
const save = (
  bytes: Uint8Array,
  change: (formats: readonly ConditionalFormat[]) => readonly ConditionalFormat[],
  edits: readonly BookEdit[] = [],
): Uint8Array => {
  const opened = open(bytes);
  const [sheet, ...others] = opened.book.sheets as [BookSheet, ...BookSheet[]];
  const { formats = [], ...rest } = sheet;
  const now = change(formats);
  const book: Book = { ...opened.book, sheets: [{ ...rest, ...(now.length > 0 ? { formats: now } : {}) }, ...others] };
  return savedBook(opened, { book, origins: book.sheets.map((_, i) => i), edits }, { trusts: () => true }).file;
};

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
  const saved = save(file(own), (formats) => [...everyFormat, ...formats]);
  expect(withoutSource(formatsIn(saved))).toEqual([...everyFormat, ...withoutSource(formatsIn(file(own)))]);
  const opened = open(file(own));
  const copy: BookSheet = { ...opened.book.sheets[0]!, name: "Copy", formats: withoutSource(opened.book.sheets[0]!.formats!) };
  const book: Book = { ...opened.book, sheets: [...opened.book.sheets, copy] };
  const copied = savedBook(opened, { book, origins: [0, 1, undefined] }, { trusts: () => true }).file;
  expect(withoutSource(formatsIn(copied, 2))).toEqual(copy.formats);
});

const strip = (kind: "insert" | "delete" | "reorder", lines: readonly [number, number]) =>
  ({ kind, sheet: "Sheet1", axis: "rows", lines, across: [0, Infinity] }) as BookEdit & { kind: "insert" };
const THREE =
  formatted("A1:A4", '<cfRule type="expression" dxfId="0" priority="4"><formula>A1&gt;$B$1</formula></cfRule>') +
  `<conditionalFormatting sqref="C1:C4" ><cfRule  type="future" priority="5" odd="1"/><cfRule type="uniqueValues" dxfId="1" priority="6"/></conditionalFormatting>`;

it("leaves all bytes of other rules when one changes, also of rules that it does not know", () => {
  const saved = save(file(THREE), ([first, ...others]) => [{ ...first!, rule: { kind: "formula", formula: "A1>9" } }, ...others]);
  expect(xmlOf(saved)).toBe(
    xmlOf(file(THREE))
      .replace(formatted("A1:A4", '<cfRule type="expression" dxfId="0" priority="4"><formula>A1&gt;$B$1</formula></cfRule>'), "")
      .replace(
        "</conditionalFormatting></worksheet>",
        `</conditionalFormatting>${formatted("A1:A4", '<cfRule type="expression" dxfId="0" priority="4"><formula>A1&gt;9</formula></cfRule>')}</worksheet>`,
      ),
  );
  expect(xmlOf(saved, "xl/styles.xml")).toBe(STYLES);
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
  const saved = save(file(THREE), (formats) => editedFormats(formats, edit, "Sheet1").formats, [edit]);
  const expected = THREE.replace('"A1:A4"', `"${sqref}"`).replace("A1&gt;$B$1", formula).replace('"C1:C4"', `"${unknown}"`);
  expect(/<conditionalFormatting.*(?=<\/worksheet>)/.exec(xmlOf(saved))![0]).toBe(expected);
});

it("names rules that it does not know when their cells are cut and pasted, and no others", () => {
  const lost = (column: number): readonly string[] => {
    const opened = open(file(THREE));
    const edits: readonly BookEdit[] = [
      { kind: "move", sheet: "Sheet1", block: { row: 0, column, rows: 1, columns: 1 }, to: { sheet: "Sheet2", row: 0, column: 0 } },
    ];
    const [sheet, ...others] = opened.book.sheets as [BookSheet, ...BookSheet[]];
    const book: Book = { ...opened.book, sheets: [{ ...sheet, cells: [] }, ...others] };
    return savedBook(opened, { book, origins: [0, 1], edits }, { trusts: () => true }).lost;
  };
  expect(lost(2)).toEqual(["On Sheet1, conditional formats of cells that you moved to other places do not go with the cells."]);
  expect(lost(4)).toEqual([]);
});

it("gives a copied sheet of the file each rule once, as the file has it, and an edited one anew", () => {
  const copied = (change: (formats: readonly ConditionalFormat[]) => readonly ConditionalFormat[]): Uint8Array => {
    const opened = open(file(THREE));
    const now = withCopy(opened.book, "Copy");
    const bare = (formats: readonly ConditionalFormat[]) => formats.map(({ source: _, ...format }) => format);
    const sheets = now.book.sheets.map((sheet) => (sheet.name === "Copy" ? { ...sheet, formats: change(bare(sheet.formats ?? [])) } : sheet));
    return savedBook(opened, { ...now, book: { ...now.book, sheets } }, { trusts: () => true }).file;
  };
  const part = "xl/worksheets/sheet3.xml";
  const formatsOf = (bytes: Uint8Array): string => /<conditionalFormatting.*(?=<\/worksheet>)/.exec(xmlOf(bytes, part))![0];
  expect(formatsOf(copied((formats) => formats))).toBe(THREE);
  const edited = copied(([first, ...others]) => [{ ...first!, rule: { kind: "formula", formula: "A1>7" } }, ...others]);
  expect(formatsOf(edited).match(/<cfRule/g)).toHaveLength(3);
  expect(formatsOf(edited)).toContain("<formula>A1&gt;7</formula>");
  expect(formatsOf(edited)).not.toContain("$B$1");
});
