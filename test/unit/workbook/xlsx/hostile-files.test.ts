import fc from "fast-check";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { unpack } from "../../../../src/workbook/xlsx/unpack";
import { frozenFile, refusal, smallFile, worksheet } from "./small-file";

const SERVICE_CELL = `<row r="1"><c r="A1"><f>_xldudf_SERVICE_FRED("DGS10")</f><v>4.25</v></c></row>`;
const good = (): Uint8Array => smallFile({ sheets: { Sheet1: SERVICE_CELL } });

const LISTED = [0x50, 0x4b, 0x01, 0x02];
/** The file with a 32-bit number changed in the last entry of its central directory. */
function withListed(file: Uint8Array, offset: number, value: number): Uint8Array {
  const changed = file.slice();
  new DataView(changed.buffer).setUint32(Buffer.from(changed).lastIndexOf(Buffer.from(LISTED)) + offset, value, true);
  return changed;
}

describe("a damaged file", () => {
  const last = [...unpack(good()).keys()].at(-1)!;
  test.each([
    ["a wrong checksum", withListed(good(), 16, 0x12345678), /: its checksum is wrong\. /],
    ["a length that is too small", withListed(good(), 24, 3), /: it holds more than the 3 bytes that the file says\. /],
    ["a length that is too large", withListed(good(), 24, 5_000), /: it holds [\d,]+ bytes, and the file says 5,000\. /],
    ["a length beyond any compression ratio", withListed(good(), 24, 100_000_000), /: it is too short for the 100,000,000 bytes that the file says\. /],
  ])("is refused for %s", (_, file, words) => {
    for (const read of [readBook, frozenFile]) {
      expect(refusal(file, read)).toMatch(words);
      expect(refusal(file, read)).toContain(`part ${last} is damaged`);
    }
  });

  test("is refused for a changed byte of a part", () => {
    const file = smallFile({ sheets: { Sheet1: SERVICE_CELL }, parts: { "xl/media/image1.png": "not packed" } });
    const stored = zipSync(unzipSync(file), { level: 0 });
    const at = Buffer.from(stored).indexOf("not packed");
    stored[at] = stored[at]! ^ 1;
    expect(refusal(stored, frozenFile)).toMatch(/part xl\/media\/image1\.png is damaged: its checksum is wrong/);
  });

  test("is refused for two parts of one name", () => {
    const file = Buffer.from(zipSync({ "xl/a.xml": strToU8("<a/>"), "xl/b.xml": strToU8("<b/>") }));
    for (const [name, shown] of Object.entries({ "xl/a.xml": "xl/a.xml", "XL/a.xml": "XL/a.xml", "xl\\a.xml": "xl/a.xml" })) {
      const twice = Buffer.from(file.toString("latin1").replaceAll("xl/b.xml", name!), "latin1");
      expect(refusal(new Uint8Array(twice))).toBe(`Expected an .xlsx workbook, got one with two parts named ${shown}. Open it in Excel and save it.`);
    }
  });

  test("is refused for a part that declares a gigabyte", () => expect(refusal(withListed(good(), 24, 0x3fffffff))).toMatch(/at most 512 MB/));
});

/** A workbook with this sheet. */
const sheet = (xml: string): Uint8Array => smallFile({ sheets: { Sheet1: "" }, parts: { "xl/worksheets/sheet1.xml": xml } });
const cells = (data: string, after = ""): Uint8Array => sheet(worksheet(data, after));
const columns = (cols: string): Uint8Array => sheet(worksheet(SERVICE_CELL).replace("<sheetData>", `<cols>${cols}</cols><sheetData>`));

describe("a sheet with impossible cells or sizes", () => {
  test.each<[string, Uint8Array, RegExp]>([
    [
      "an array formula over the whole sheet",
      cells(`<row r="1"><c r="A1"><f t="array" ref="A1:XFD1048576">1</f></c></row>`),
      /array formulas over at most 1,000,000 cells.*XFD1048576/,
    ],
    ["a column before the first", columns(`<col min="-1000000" max="5" width="9"/>`), /a column from 1 to 16,384.*"-1000000"/],
    ["a column that is not a number", columns(`<col min="x" max="5" width="9"/>`), /a column from 1 to 16,384.*"x"/],
    ["columns that end before they begin", columns(`<col min="9" max="5" width="9"/>`), /columns in their order/],
    ["repeated columns", columns(`<col min="1" max="16384" width="9"/>`.repeat(50)), /columns in their order/],
    ["a row beyond the last", cells(`<row r="1048577"><c><v>1</v></c></row>`), /a row from 1 to 1,048,576.*"1048577"/],
    ["a row before the first", cells(`<row r="-5" ht="9" customHeight="1"/>`), /a row from 1/],
    ["a row that is not a whole number", cells(`<row r="1.5"/>`), /a row from 1/],
    ["a cell beyond the last column", cells(`<row r="1"><c r="XFE1"><v>1</v></c></row>`), /a cell from A1 to XFD1048576.*XFE1/],
    ["an invalid cell", cells(`<row r="1"><c r="constructor"><v>1</v></c></row>`), /a cell from A1 to XFD1048576/],
    ["cells that continue beyond the last column", cells(`<row r="1"><c r="XFD1"><v>1</v></c><c><v>2</v></c></row>`), /a column from 1 to 16,384.*"16385"/],
    ["merged cells over most of a sheet", cells("", `<mergeCells><mergeCell ref="A1:XFC1048575"/></mergeCells>`), /at most 1,000,000 merged cells/],
    ["a formula of a million characters", cells(`<row r="1"><c r="A1"><f>${"1+".repeat(500_000)}1</f></c></row>`), /formulas of at most 8,192 characters/],
  ])("is refused for %s", (_, file, words) => {
    expect(file.length).toBeLessThan(20_000);
    expect(refusal(file)).toMatch(words);
    expect(refusal(file)).toMatch(/^Expected .* in xl\/worksheets\/sheet1\.xml, got .*\. Open the file in Excel, let it repair the file, and save it\.$/);
  });

  test("is refused for a long shared formula in very many cells", () => {
    const long = `<c r="A1"><f t="shared" si="0" ref="A1:A9">${"A1+".repeat(10_000)}1</f></c>`;
    const followers = `<c><f t="shared" si="0"/></c>`.repeat(10_000);
    expect(refusal(cells(`<row r="1">${long}${followers}</row>`))).toMatch(
      /formulas of at most [\d,]+ characters together in xl\/worksheets\/sheet1\.xml, got more/,
    );
  });

  test("may merge whole rows and columns", () => {
    const file = cells(SERVICE_CELL, `<mergeCells><mergeCell ref="A2:XFD3"/><mergeCell ref="B1:C1048576"/></mergeCells>`);
    expect(readBook(file).sheets[0]?.merges).toHaveLength(2);
  });

  test("has invalid row heights and panes replaced by valid ones", () => {
    const views = `<sheetViews><sheetView><pane state="frozen" xSplit="1e9" ySplit="-4"/></sheetView></sheetViews>`;
    const xml = worksheet(`<row r="1" ht="1e99" customHeight="1"/><row r="2" ht="x" customHeight="1" hidden="1"/>`).replace(
      "<sheetData>",
      `${views}<sheetData>`,
    );
    expect(readBook(sheet(xml)).sheets[0]).toMatchObject({
      rows: [
        { row: 0, height: 409.5 },
        { row: 1, hidden: true },
      ],
      frozen: { rows: 0, columns: 16_383 },
    });
  });
});

describe("names such as constructor and __proto__", () => {
  const NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];
  const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  test.each(NAMES)("%s is accepted as a relationship's target and type, and refused as a workbook that the file does not have", (name) => {
    const base = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    for (const type of ["styles", "sharedStrings", "theme", "table", "sheetMetadata", "calcChain", "customXml", name]) {
      const file = smallFile({ sheets: { Sheet1: SERVICE_CELL }, related: { [type]: `/${name}` } });
      expect(refusal(file)).toBe("taken");
      expect(refusal(file, frozenFile)).toBe("taken");
    }
    const rels = `<Relationships><Relationship Id="r" Type="${base}/officeDocument" Target="/${name}"/></Relationships>`;
    expect(refusal(smallFile({ sheets: { Sheet1: "" }, parts: { "_rels/.rels": rels } }))).toMatch(/zip file without one/);
  });

  test.each(NAMES)("%s is accepted as a sheet, a name, a style, a function and a part", (name) => {
    const file = smallFile({
      sheets: {
        [name]: `<row r="1"><c r="A1" s="${name}" t="${name}" vm="${name}"><f t="shared" si="${name}">${name}(${name}!A1)</f><v>${name}</v></c></row>`,
      },
      workbook: `<definedNames><definedName name="${name}" localSheetId="${name}">${name}</definedName></definedNames>`,
      parts: {
        [`xl/${name}`]: name,
        "xl/styles.xml": `<styleSheet ${MAIN}><borders><border><left style="${name}"/></border></borders><cellXfs><xf numFmtId="${name}" fontId="${name}" borderId="0"/></cellXfs></styleSheet>`,
      },
      related: { styles: "styles.xml" },
    });
    expect(refusal(file)).toBe("taken");
    expect(refusal(file, frozenFile)).toBe("taken");
  });

  test("__proto__ is refused as a part's name, because no object can store it", () => {
    const file = Buffer.from(zipSync({ "xl/aaaa.xml": strToU8("<a/>"), "0123456_9": strToU8("x") }));
    const named = Buffer.from(file.toString("latin1").replaceAll("0123456_9", "__proto__"), "latin1");
    expect(refusal(new Uint8Array(named))).toMatch(/a part named __proto__/);
  });
});

test("deeply nested XML is read; unclosed XML and entities are refused", () => {
  const deep = 200_000;
  expect(refusal(sheet(`<worksheet>${"<a>".repeat(deep)}${"</a>".repeat(deep)}<sheetData/></worksheet>`))).toBe("taken");
  expect(refusal(sheet(`<worksheet>${"<a>".repeat(deep)}`))).toMatch(/cannot be read/);
  for (const entities of ['<!ENTITY b "x">', `<!ENTITY a "${"x".repeat(50)}"><!ENTITY b "&a;&a;&a;">`])
    expect(refusal(sheet(`<!DOCTYPE w [${entities}]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`))).toMatch(
      /cannot be read/,
    );
});

describe("reading or freezing a file throws only a FileRefusal", () => {
  const whole = smallFile({
    sheets: {
      Sheet1: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><f t="shared" si="0" ref="B1:B3">A1*2</f><v>1</v></c></row><row r="2" ht="20" customHeight="1"><c r="B2"><f t="shared" si="0"/><v>2</v></c><c r="C2" cm="1"><f t="array" ref="C2:D3">_xldudf_SERVICE_FRED("DGS10")</f><v>4</v></c></row>`,
    },
    after: `<mergeCells><mergeCell ref="A5:B6"/></mergeCells>`,
    workbook: `<definedNames><definedName name="N">Sheet1!$A$1</definedName></definedNames>`,
    parts: { "xl/sharedStrings.xml": `<sst><si><t>x</t></si></sst>` },
    related: { sharedStrings: "sharedStrings.xml" },
  });

  test("if any bytes are changed or cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
        fc.nat(whole.length),
        (bytes, cut) => {
          const file = whole.slice(0, cut % 4 === 0 ? cut : whole.length);
          for (const [at, byte] of bytes) if (at < file.length) file[at] = byte;
          for (const read of [readBook, frozenFile]) refusal(file, read);
        },
      ),
      { numRuns: 400 },
    );
  });

  test("if any attribute or text of a part is changed", () => {
    const parts = Object.entries(unzipSync(whole)).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
    const word = fc.constantFrom(
      ..."-1 0 1e9 NaN Infinity x  constructor __proto__ A1:XFD1048576 XFD1048576 ../../.. / shared array 99999999999999999999".split(" "),
    );
    fc.assert(
      fc.property(fc.nat(parts.length - 1), fc.nat(200), word, (part, nth, text) => {
        const changed = parts.map(([name, xml], i) => {
          let n = 0;
          const places = [...xml.matchAll(/"[^"<>]*"|(?<=>)[^<>]+/g)].length;
          return [
            name,
            strToU8(
              i === part && places > 0
                ? xml.replace(/"[^"<>]*"|(?<=>)[^<>]+/g, (old) => (n++ === nth % places ? (old.startsWith('"') ? `"${text}"` : text) : old))
                : xml,
            ),
          ] as const;
        });
        const file = zipSync(Object.fromEntries(changed));
        for (const read of [readBook, frozenFile]) refusal(file, read);
      }),
      { numRuns: 600 },
    );
  });
});
