import { strFromU8, unzipSync } from "fflate";
import { readFileSync } from "node:fs";
import path from "node:path";
import { repairCalls } from "../../../../src/workbook/xlsx/repair-calls";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { itWithSharedData } from "../../../shared-data";
import { smallFile, type SmallFile } from "./small-file";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SHEET = "xl/worksheets/sheet1.xml";
const METADATA = "xl/metadata.xml";
const TYPE = `<metadataType name="XLDAPR" cellMeta="1"/>`;
const DYNAMIC = `<bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk>`;
const metadata = (content: string): string =>
  `<metadata xmlns="${MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray">${content}</metadata>`;
const WHOLE = metadata(
  `<metadataTypes count="1">${TYPE}</metadataTypes><futureMetadata name="XLDAPR" count="1">${DYNAMIC}</futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata>`,
);
const withMetadata = (content: string): Partial<SmallFile> => ({ related: { sheetMetadata: "metadata.xml" }, parts: { [METADATA]: content } });

function repaired(cells: string, rest: Partial<SmallFile> = withMetadata(WHOLE)) {
  const before = smallFile({ sheets: { S: `<row r="2">${cells}</row>` }, ...rest });
  const { file, repaired: places } = repairCalls(before);
  const parts = unzipSync(file);
  return { before, file, places, parts, row: /<row r="2">(.*)<\/row>/s.exec(strFromU8(parts[SHEET]!))![1]! };
}
const right = (reference: string, formula: string, rest = "<v>1</v>", cm = 1): string =>
  `<c r="${reference}" cm="${cm}"><f t="array" ref="${reference}">${formula}</f>${rest}</c>`;

describe("a repair writes the form that Excel stores for", () => {
  it.each([
    [
      "the typed name",
      `<c r="A2" t="e" cm="1"><f t="array" aca="1" ref="A2" ca="1">SERVICE.FRED("A&amp;B")</f><v>#NAME?</v></c>`,
      `<c r="A2" t="e" cm="1"><f t="array" ref="A2">_xldudf_SERVICE_FRED(&quot;A&amp;B&quot;)</f><v>#NAME?</v></c>`,
    ],
    [
      "a name of another add-in",
      `<c r="A2" cm="1"><f t="array" ref="A2">[2]!_xldudf_SERVICE_FRED(A1)</f><v>1</v></c>`,
      right("A2", "_xldudf_SERVICE_FRED(A1)"),
    ],
    [
      "lower case",
      `<c r="A2" s="3" cm="1"><f t="array" ref="A2">_xldudf_service_price(A1)</f><v>1</v></c>`,
      `<c r="A2" s="3" cm="1"><f t="array" ref="A2">_xldudf_SERVICE_PRICE(A1)</f><v>1</v></c>`,
    ],
    ["a plain formula", `<c r="A2"><f>_xldudf_SERVICE_FRED(A1)</f><v>1</v></c>`, right("A2", "_xldudf_SERVICE_FRED(A1)")],
    ["an array without its mark", `<c r="A2"><f t="array" ref="A2">_xldudf_SERVICE_FRED(A1)</f><v>1</v></c>`, right("A2", "_xldudf_SERVICE_FRED(A1)")],
    [
      "a call within other functions, not in texts",
      `<c r="A2" cm="1"><f t="array" ref="A2">IF(service.fred (A1)&gt;1,"SERVICE.FRED(",_xlfn.XLOOKUP(1,B1,_xll.SERVICE.GET(A1)))</f><v>1</v></c>`,
      right("A2", `IF(_xldudf_SERVICE_FRED(A1)&gt;1,&quot;SERVICE.FRED(&quot;,_xlfn.XLOOKUP(1,B1,_xldudf_SERVICE_GET(A1)))`),
    ],
  ])("%s", (_, before, after) => {
    const { row, places } = repaired(before);
    expect([row, places]).toEqual([after, ["S!A2"]]);
  });

  it("shared formulas, each in its own cell", () => {
    const { row, places } = repaired(
      `<c r="A2"><f t="shared" ref="A2:C2" si="0">_xldudf_service_price(A1)</f><v>1</v></c><c r="B2"><f t="shared" si="0"/><v>1</v></c>`,
    );
    expect([row, places]).toEqual([right("A2", "_xldudf_SERVICE_PRICE(A1)") + right("B2", "_xldudf_SERVICE_PRICE(B1)"), ["S!A2", "S!B2"]]);
  });
});

describe("a repair keeps", () => {
  it.each([
    ["a right formula", right("A2", '_xldudf_SERVICE_FRED("X")')],
    [
      "functions that do not exist, and formulas without calls",
      `<c r="A2"><f>SERVICE.NOSUCH(1)</f><v>1</v></c><c r="B2"><f>"SERVICE.FRED("&amp;1</f><v>1</v></c>`,
    ],
    ["a formula that takes one cell of a range", `<c r="A2"><f>ROUND(B1:B9,2)+_xldudf_SERVICE_FRED("X")</f><v>1</v></c>`],
    ["the block of a {=…} formula", `<c r="A2"><f t="array" ref="A2:B2">_xldudf_SERVICE_FRED(A1:B1)</f><v>1</v></c><c r="B2"><v>1</v></c>`],
  ])("%s", (_, cells) => {
    const { before, file, places } = repaired(cells);
    expect([file === before, places]).toEqual([true, []]);
  });

  it("the kind of formulas that cannot become dynamic arrays, with right names", () => {
    const { row } = repaired(
      `<c r="A2"><f>ROUND(B1:B9,2)+SERVICE.FRED("X")</f><v>1</v></c><c r="B2"><f t="array" ref="B2:C2">SERVICE.FRED(A1:B1)</f><v>1</v></c><c r="C2"><v>1</v></c>`,
    );
    expect(row).toBe(
      `<c r="A2"><f>ROUND(B1:B9,2)+_xldudf_SERVICE_FRED(&quot;X&quot;)</f><v>1</v></c><c r="B2"><f t="array" ref="B2:C2">_xldudf_SERVICE_FRED(A1:B1)</f><v>1</v></c><c r="C2"><v>1</v></c>`,
    );
  });

  it("a name SERVICE of the workbook itself", () => {
    const workbook = `<definedNames><definedName name="Service">LAMBDA(x,x)</definedName></definedNames>`;
    expect(repaired(`<c r="A2"><f>SERVICE(1)</f><v>1</v></c>`, { ...withMetadata(WHOLE), workbook }).row).toContain("SERVICE(1)</f>");
  });

  it("other parts and chain entries unchanged", () => {
    const chain = `<calcChain xmlns="${MAIN}"><c r="A2" i="1"/><c r="B2" i="1" a="1"/><c r="C2" i="1"/></calcChain>`;
    const { before, parts } = repaired(
      `<c r="A2"><f>SERVICE.FRED(A1)</f><v>1</v></c><c r="B2" cm="1"><f t="array" ref="B2">SERVICE.FRED(A1)</f><v>1</v></c><c r="C2"><f>A2</f><v>1</v></c>`,
      { related: { sheetMetadata: "metadata.xml", calcChain: "calcChain.xml" }, parts: { [METADATA]: WHOLE, "xl/calcChain.xml": chain } },
    );
    const was = unzipSync(before);
    expect(Object.keys(was).filter((name) => Buffer.compare(was[name]!, parts[name]!) !== 0)).toEqual([SHEET, "xl/calcChain.xml"]);
    expect(strFromU8(parts["xl/calcChain.xml"]!)).toBe(chain.replace(`<c r="A2" i="1"/>`, ""));
  });
});

describe("the mark of dynamic arrays", () => {
  const plain = `<c r="A2"><f>_xldudf_SERVICE_FRED(A1)</f><v>1</v></c>`;

  it("comes with its part, content type and relationship if the file has none", () => {
    const { parts, row } = repaired(plain, {});
    expect(row).toBe(right("A2", "_xldudf_SERVICE_FRED(A1)"));
    expect(strFromU8(parts[METADATA]!)).toContain(`fDynamic="1"`);
    expect(strFromU8(parts["[Content_Types].xml"]!)).toMatch(/<Override PartName="\/xl\/metadata\.xml" ContentType="[^"]*sheetMetadata\+xml"\/><\/Types>$/);
    expect(strFromU8(parts["xl/_rels/workbook.xml.rels"]!)).toMatch(/Type="[^"]*\/sheetMetadata" Target="metadata\.xml"\/><\/Relationships>$/);
  });

  const other = `<metadataType name="XLRICHVALUE"/>`;
  const rich = `<futureMetadata name="XLRICHVALUE" count="1"><bk><extLst/></bk></futureMetadata>`;
  it.each([
    [
      "a record that leads elsewhere",
      `<metadataTypes count="2">${other}${TYPE}</metadataTypes>${rich}<futureMetadata name="XLDAPR" count="1">${DYNAMIC}</futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata>`,
      2,
      `<cellMetadata count="2"><bk><rc t="1" v="0"/></bk><bk><rc t="2" v="0"/></bk></cellMetadata>`,
    ],
    [
      "only another type",
      `<metadataTypes count="1">${other}</metadataTypes>${rich}<valueMetadata count="1"><bk><rc t="1" v="0"/></bk></valueMetadata>`,
      1,
      `<cellMetadata count="1"><bk><rc t="2" v="0"/></bk></cellMetadata><valueMetadata`,
    ],
    [
      "only a block of fixed size",
      `<metadataTypes count="1">${TYPE}</metadataTypes><futureMetadata name="XLDAPR" count="1">${DYNAMIC.replace('fDynamic="1"', 'fDynamic="0"')}</futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata>`,
      2,
      `<bk><rc t="1" v="1"/></bk></cellMetadata>`,
    ],
    ["nothing", "", 1, `<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`],
  ])("is added to a part with %s", (_, content, cm, record) => {
    const { parts, row, file } = repaired(plain, withMetadata(metadata(content)));
    expect(row).toBe(right("A2", "_xldudf_SERVICE_FRED(A1)", "<v>1</v>", cm));
    expect(strFromU8(parts[METADATA]!)).toContain(record);
    expect(repairCalls(file)).toEqual({ file, repaired: [] });
  });

  it("is used as it is", () => {
    expect(strFromU8(repaired(plain).parts[METADATA]!)).toBe(WHOLE);
  });
});

itWithSharedData("every form of a call is repaired in excel-forms.xlsx, once", (folder) => {
  const before = new Uint8Array(readFileSync(path.join(folder, "..", "workbooks", "excel-forms.xlsx")));
  const { file, repaired: places } = repairCalls(before);
  expect(places.length).toBe(62);
  const [was, is] = [unzipSync(before), unzipSync(file)];
  expect(Object.keys(is)).toEqual(Object.keys(was));
  const changed = Object.keys(was).filter((name) => Buffer.compare(was[name]!, is[name]!) !== 0);
  expect(changed).toEqual(["xl/worksheets/sheet2.xml", "xl/worksheets/sheet3.xml", "xl/calcChain.xml"]);
  const formulas = [1, 2, 3].flatMap((n) =>
    [...strFromU8(is[`xl/worksheets/sheet${n}.xml`]!).matchAll(/<c [^>]*><f[^>]*>[^<]*service[^<]*/gi)].map(([cell]) => cell),
  );
  expect(formulas.filter((cell) => !/ cm="1"[^>]*><f t="array" ref="[A-Z]+\d+">/.test(cell) || /service\./i.test(cell))).toEqual([]);
  expect(formulas).toHaveLength(67);
  expect(readBook(file).sheets.flatMap(({ cells }) => cells.filter(({ stuckName }) => stuckName))).toEqual([]);
  expect(repairCalls(file).repaired).toEqual([]);
});
