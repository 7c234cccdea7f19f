import { sayReport } from "../../src/commands/refresh/report-lines";
import { entriesOf } from "../lossless/package-text";
import { refreshed } from "../lossless/scripted-service";
import { MS, OFFICE, smallFile } from "../unit/workbook/xlsx/small-file";

const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006";
const CALL = `_xldudf_SERVICE_FRED("NUM")`;
const relations = (of: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships>${of.map(([type, target], i) => `<Relationship Id="r${i}" Type="${type.includes("/") ? type : `${OFFICE}/${type}`}" Target="${target}"/>`).join("")}</Relationships>`;

/** A workbook with calls everywhere but in cells, apart from those of these rows. */
const book = (rows: string): Uint8Array =>
  smallFile({
    sheets: { "My sheet": rows },
    after:
      `<conditionalFormatting sqref="A1:A9"><cfRule type="expression" priority="1"><formula>${CALL}&gt;1</formula></cfRule><cfRule type="expression" priority="2"><formula>A1&gt;1</formula></cfRule></conditionalFormatting>` +
      `<dataValidations><dataValidation type="custom" sqref="C1"><formula1>SERVICE.FRED("NUM")&gt;B1</formula1></dataValidation><dataValidation type="list" sqref="C2"><formula1>"SERVICE.FRED(1)"</formula1></dataValidation></dataValidations>` +
      `<extLst><ext xmlns:x14="${MS}/spreadsheetml/2009/9/main" xmlns:xm="${MS}/excel/2006/main"><x14:conditionalFormatting><x14:cfRule type="expression"><xm:f>${CALL}</xm:f></x14:cfRule><xm:sqref>D1:D3</xm:sqref></x14:conditionalFormatting></ext></extLst>`,
    workbook: `<definedNames><definedName name="Used">${CALL}</definedName><definedName name="Unused">${CALL}</definedName></definedNames>`,
    parts: {
      "xl/worksheets/_rels/sheet1.xml.rels": relations([
        ["drawing", "../drawings/drawing1.xml"],
        ["ctrlProp", "../ctrlProps/ctrlProp1.xml"],
      ]),
      "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing"><xdr:sp textlink="Used"/></xdr:wsDr>`,
      "xl/drawings/_rels/drawing1.xml.rels": relations([["chart", "../charts/chart1.xml"]]),
      "xl/charts/chart1.xml": `<c:chartSpace xmlns:c="${DRAWING}/chart"><c:title><a:t xmlns:a="${DRAWING}/main">SERVICE.FRED("NUM")</a:t></c:title><c:ser><c:tx><c:strRef><c:f>${CALL}</c:f></c:strRef></c:tx></c:ser></c:chartSpace>`,
      "xl/ctrlProps/ctrlProp1.xml": `<formControlPr xmlns="${MS}/spreadsheetml/2009/9/main" fmlaLink="SERVICE.FRED(&quot;NUM&quot;)"/>`,
      "xl/pivotCache/pivotCacheDefinition1.xml": `<pivotCacheDefinition><cacheFields><cacheField name="Rate" formula="${CALL.replaceAll('"', "&quot;")}"/></cacheFields></pivotCacheDefinition>`,
      "xl/macrosheets/sheet1.xml": `<macrosheet><sheetData><row r="1"><c r="A1"><f>${CALL}</f></c></row></sheetData></macrosheet>`,
      "xl/_rels/workbook.xml.rels": relations([
        ["worksheet", "worksheets/sheet1.xml"],
        ["pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml"],
        [`${MS}/2006/relationships/xlMacrosheet`, "macrosheets/sheet1.xml"],
      ]).replace('"r0"', '"s1"'),
    },
  });

test("calls of SERVICE that are not in cells are named and stay as they are", async () => {
  const before = book(`<row r="1"><c r="A1"><f>Used+1</f><v>1</v></c></row>`);
  const result = await refreshed(before);
  expect(result.changed).toEqual([{ where: "'My sheet'!A1", before: 1, after: 5.25 }]);
  const [was, is] = [entriesOf(before), entriesOf(result.file)];
  expect([...was].filter(([name, bytes]) => Buffer.compare(bytes, is.get(name)!) !== 0).map(([name]) => name)).toEqual(["xl/worksheets/sheet1.xml"]);
  const err: string[] = [];
  const report = { name: "b.xlsx", status: "refreshed", result, requests: 1 } as const;
  sayReport(report, { json: false, dryRun: false } as Parameters<typeof sayReport>[1], { out: () => undefined, err: (line) => void err.push(line) });
  const excel = "Excel calculates it when it opens the book with the add-in.";
  expect(err).toEqual([
    `b.xlsx: 1 conditional format calls SERVICE and is not refreshed: 'My sheet'!A1:A9. ${excel}`,
    `b.xlsx: 1 data validation calls SERVICE and is not refreshed: 'My sheet'!C1. ${excel}`,
    `b.xlsx: 1 newer conditional format or validation calls SERVICE and is not refreshed: 'My sheet'!D1:D3. ${excel}`,
    `b.xlsx: 1 chart calls SERVICE and is not refreshed: xl/charts/chart1.xml. ${excel}`,
    `b.xlsx: 1 form control calls SERVICE and is not refreshed: xl/ctrlProps/ctrlProp1.xml. ${excel}`,
    `b.xlsx: 1 pivot table field calls SERVICE and is not refreshed: xl/pivotCache/pivotCacheDefinition1.xml. ${excel}`,
    `b.xlsx: 1 macro sheet calls SERVICE and is not refreshed: xl/macrosheets/sheet1.xml. ${excel}`,
    `b.xlsx: 1 name that no cell uses calls SERVICE and is not refreshed: Unused. ${excel}`,
  ]);
});

test("a book with such calls only keeps every byte, and they are named too", async () => {
  const before = book(`<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>`);
  const { file, outsideCalls } = await refreshed(before);
  expect(Buffer.compare(file, before)).toBe(0);
  expect(outsideCalls.map(({ what: [kind], where }) => [kind, where.length])).toContainEqual(["name that no cell uses", 2]);
});
