import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate, zipSync } from "fflate";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { FileRefusal } from "../../src/workbook/xlsx/file-refusal";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { WHOLE } from "../corpus";
import { entriesOf, textsOf } from "../lossless/package-text";
import { OFFICE, smallFile, worksheet } from "../unit/workbook/xlsx/small-file";
import { refreshDesk } from "./refresh-desk";

const CALL = `<row r="1"><c r="A1"><f>_xldudf_SERVICE_FRED("DGS10")</f><v>1</v></c></row>`;
const SHEET = "xl/worksheets/sheet1.xml";
const good = (parts: Readonly<Record<string, string>> = {}, related: Readonly<Record<string, string>> = {}): Uint8Array =>
  smallFile({ sheets: { S: CALL }, parts, related });

/** The file with a number of 32 bits changed in the directory record of its last entry. */
function listedAs(file: Uint8Array, offset: number, value: number): Uint8Array {
  const changed = Buffer.from(file);
  changed.writeUInt32LE(value, changed.lastIndexOf(Buffer.from("PK\u0001\u0002", "latin1")) + offset);
  return changed;
}

/** The file with an entry's name changed to one of the same length. */
const renamed = (file: Uint8Array, from: string, to: string): Uint8Array => Buffer.from(Buffer.from(file).toString("latin1").replaceAll(from, to), "latin1");

/** The file whose last entry is the same bytes as another one, `xl/a.xml`. */
const overlapping = (file: Uint8Array): Uint8Array => listedAs(file, 42, Buffer.from(file).indexOf("xl/a.xml") - 30);

/** The same parts written as a stream: sizes and checksums follow the data. */
function streamed(file: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_, chunk) => void chunks.push(chunk));
  for (const [name, bytes] of Object.entries(unzipSync(file))) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    entry.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

/** The file with the 64-bit end records of large archives. */
function withZip64End(file: Uint8Array): Uint8Array {
  const old = Buffer.from(file);
  const end = old.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  const wide = Buffer.alloc(76);
  wide.write("PK\u0006\u0006", 0, "latin1");
  wide.writeBigUInt64LE(44n, 4);
  for (const place of [24, 32]) wide.writeBigUInt64LE(BigInt(old.readUInt16LE(end + 10)), place);
  wide.writeBigUInt64LE(BigInt(old.readUInt32LE(end + 12)), 40);
  wide.writeBigUInt64LE(BigInt(old.readUInt32LE(end + 16)), 48);
  wide.write("PK\u0006\u0007", 56, "latin1");
  wide.writeBigUInt64LE(BigInt(end), 64);
  wide.writeUInt32LE(1, 72);
  const tail = Buffer.from(old.subarray(end));
  tail.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([old.subarray(0, end), wide, tail]);
}

/** A compound file, as Excel writes .xls files and locked workbooks. */
const compound = (text: string): Uint8Array =>
  Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(504), Buffer.from(text, "utf16le")]);

const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha">${[..."bcdefghij"].map((name, i) => `<!ENTITY ${name} "${`&${"abcdefghi"[i]!};`.repeat(10)}">`).join("")}]>`;

const COPY = "Copy or download the file again and open that.";
/** Files that are refused, and why. */
const REFUSED: Readonly<Record<string, readonly [Uint8Array, string]>> = {
  "bomb.xlsx": [
    listedAs(good(), 24, 0x3fffffff),
    "Expected a workbook that unpacks to at most 512 MB, got a larger one. Remove sheets or data that are not needed, and open it again.",
  ],
  "lying-bomb.xlsx": [
    listedAs(good({ "xl/z.xml": " ".repeat(100_000) }), 24, 10),
    `Expected an .xlsx workbook, got one whose part xl/z.xml is damaged: it holds more than the 10 bytes that the file says. ${COPY}`,
  ],
  "checksum.xlsx": [listedAs(good(), 16, 1), `Expected an .xlsx workbook, got one whose part ${SHEET} is damaged: its checksum is wrong. ${COPY}`],
  "cut-off.xlsx": [good().subarray(0, 700), "Expected an .xlsx workbook, got a damaged file, or part of one. Copy or download it again and open that."],
  "empty.xlsx": [new Uint8Array(), "Expected an .xlsx workbook, got an empty file. Save the workbook again and open that."],
  "locked.xlsx": [
    compound("EncryptedPackage"),
    "Expected an .xlsx workbook, got one that is locked with a password. Open it in Excel, remove the password under File, Info, Protect Workbook, and save it.",
  ],
  "old.xlsx": [compound("Workbook"), "Expected an .xlsx workbook, got an old .xls file. Open it in Excel and save it as Excel Workbook (.xlsx)."],
  "twice.xlsx": [
    renamed(good({ "xl/worksheets/sheet2.xml": worksheet("") }), "xl/worksheets/sheet2.xml", SHEET),
    `Expected an .xlsx workbook, got one with two parts named ${SHEET}. Open it in Excel and save it.`,
  ],
  "laughs.xlsx": [
    good({ [SHEET]: `${LAUGHS}${worksheet(`<row r="1"><c r="A1" t="str"><v>&j;</v></c></row>`)}` }),
    `Expected an .xlsx workbook, got one whose part ${SHEET} cannot be read (undefined entity). Open it in Excel, let it repair the file, and save it.`,
  ],
  "overlapping.xlsx": [
    overlapping(good({ "xl/a.xml": "<a/>", "xl/b.xml": "<a/>" })),
    "Expected an .xlsx workbook, got a damaged file, or part of one. Copy or download it again and open that.",
  ],
  "row.xlsx": [
    good({ [SHEET]: worksheet(`${CALL}<row r="99999999"/>`) }),
    `Expected a row from 1 to 1,048,576 in ${SHEET}, got "99999999". Open the file in Excel, let it repair the file, and save it.`,
  ],
  "latin.xlsx": [
    zipSync({ ...unzipSync(good()), [SHEET]: Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${worksheet(CALL, "<!-- é -->")}`, "latin1") }),
    `Expected text in UTF-8 in ${SHEET}, got another encoding. Open the file in Excel and save it.`,
  ],
  "only-macros.xlsm": [
    smallFile({
      sheets: { M: "" },
      parts: {
        "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="s1" Type="http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      },
    }),
    "Expected a workbook with at least one sheet of cells, got none. Open it in Excel, add a sheet, and save it.",
  ],
};

/** Files that look unusual and are refreshed. */
const REFRESHED: Readonly<Record<string, Uint8Array>> = {
  "dots.xlsx": renamed(
    renamed(good({ "xl/0123456/a.xml": "<a/>", "01234567890/evil.xlsx": "<b/>" }), "xl/0123456/a.xml", "xl/../../../a.xml".slice(0, 16)),
    "01234567890/evil.xlsx",
    "../../../01/evil.xlsx",
  ),
  "macros.xlsm": good({
    "xl/macrosheets/sheet1.xml": `<xm:macrosheet xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><sheetData><row r="1"><c r="A1"><f>SERVICE.FRED("DGS10")</f><v>1</v></c></row></sheetData></xm:macrosheet>`,
    "xl/vbaProject.bin": "not read",
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="s1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="m1" Type="http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet" Target="macrosheets/sheet1.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="s1"/><sheet name="Macro1" sheetId="2" r:id="m1"/></sheets></workbook>`,
  }),
  "stream.xlsx": streamed(good()),
  "zip64.xlsx": withZip64End(good()),
  "strict.xlsx": zipSync(
    Object.fromEntries(
      Object.entries(unzipSync(good())).map(([name, bytes]) => [
        name,
        strToU8(
          strFromU8(bytes)
            .replaceAll("http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main")
            .replaceAll(OFFICE, "http://purl.oclc.org/ooxml/officeDocument/relationships"),
        ),
      ]),
    ),
  ),
};

const desk = refreshDesk();

test("damaged and hostile files are refused in a sentence and stay as they are; unusual ones are refreshed and keep all other parts", async () => {
  const folder = path.join("a", "books");
  mkdirSync(desk.at(folder), { recursive: true });
  const all = { ...Object.fromEntries(Object.entries(REFUSED).map(([name, [bytes]]) => [name, bytes])), ...REFRESHED };
  for (const [name, bytes] of Object.entries(all)) desk.put(path.join(folder, name), bytes);
  expect(await desk.run(folder)).toBe(1);
  const refusals = Object.entries(REFUSED).map(([name, [, why]]) => `${path.join(folder, name)}: ${why}`);
  const macros = `${path.join(folder, "macros.xlsm")}: 1 macro sheet calls SERVICE and is not refreshed: xl/macrosheets/sheet1.xml. Excel calculates it when it opens the book with the add-in.`;
  expect(desk.err.sort()).toEqual([...refusals, macros].sort());
  const read = (name: string): Uint8Array => desk.read(path.join(folder, name));
  expect(Object.entries(REFUSED).filter(([name, [bytes]]) => Buffer.compare(read(name), bytes) !== 0)).toEqual([]);
  for (const [name, bytes] of Object.entries(REFRESHED)) {
    const [before, after] = [entriesOf(bytes), entriesOf(read(name))];
    expect([name, [...after.keys()]]).toEqual([name, [...before.keys()]]);
    expect([name, [...before].filter(([part, entry]) => Buffer.compare(entry, after.get(part)!) !== 0).map(([part]) => part)]).toEqual([name, [SHEET]]);
    expect([name, textsOf(read(name)).get(SHEET)]).toEqual([name, expect.stringMatching(/<c r="A1"><f>[^<]*<\/f><v>[2-9]\.\d+<\/v><\/c>/)]);
  }
  // Nothing is written elsewhere.
  expect([desk.names(), desk.names(folder)]).toEqual([["a", "d"], Object.keys(all).sort()]);
});

(WHOLE ? test : test.skip)("a sheet of 200 MB with too many cells is refused before it fills the memory", () => {
  const row = `<row>${"<c><v>1</v></c>".repeat(16_000)}</row>`;
  const file = good({ [SHEET]: worksheet(row.repeat(Math.ceil(200e6 / row.length))) });
  expect(file.length).toBeLessThan(1e6);
  expect(() => readBook(file)).toThrow(
    new FileRefusal("Expected a workbook with at most 5,000,000 cells, got a larger one. Remove sheets or data that are not needed, and open it again."),
  );
});
