import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { CALL, fullBook } from "../lossless/full-book";
import { entriesOf, textsOf } from "../lossless/package-text";
import { refreshed } from "../lossless/scripted-service";

const SHEET = "xl/worksheets/sheet1.xml";
const WORKBOOK = "xl/workbook.xml";
const before = fullBook();
let after: Uint8Array;
beforeAll(async () => {
  const result = await refreshed(before);
  expect(result.changed).toEqual([{ where: "Sheet1!A1", before: 1, after: 4.25 }]);
  after = result.file;
});

test("only the value of the call changes in a workbook with everything that other writers lose", () => {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  expect([...is.keys()]).toEqual([...was.keys()]);
  expect([...was].filter(([name, bytes]) => Buffer.compare(bytes, is.get(name)!) !== 0).map(([name]) => name)).toEqual([SHEET]);
  const changed = CALL.replace("<v>1</v>", "<v>4.25</v>");
  expect(textsOf(after).get(SHEET)).toBe(textsOf(before).get(SHEET)!.replace(CALL, changed));
});

type Kept = readonly [part: string, text: string];
const of = (part: string, ...texts: readonly string[]): Kept[] => texts.map((text) => [part, text]);

describe("a refresh keeps", () => {
  /** Parts that must stay, and texts in a part that must stay. */
  test.each<[what: string, parts: readonly string[], texts?: readonly Kept[]]>([
    ["charts with their caches and trend lines", ["xl/charts/chart1.xml"]],
    ["pivot tables with their filters", ["xl/pivotTables/pivotTable1.xml"], [[WORKBOOK, `<pivotCache cacheId="3" r:id="rCache"/>`]]],
    ["pivot caches", ["xl/pivotCache/pivotCacheDefinition1.xml", "xl/pivotCache/pivotCacheRecords1.xml"]],
    ["shapes and text boxes, also those that show a cell", ["xl/drawings/drawing1.xml"], [[SHEET, `<drawing r:id="rDrawing"/>`]]],
    [
      "pictures, also behind the cells and in headers",
      ["xl/media/image1.png", "xl/drawings/vmlDrawing2.vml"],
      [[SHEET, `<legacyDrawingHF r:id="rHeader"/><picture r:id="rPicture"/>`]],
    ],
    [
      "threaded comments, their authors and the notes beside them",
      ["xl/threadedComments/threadedComment1.xml", "xl/persons/person.xml", "xl/comments1.xml", "xl/drawings/vmlDrawing1.vml"],
    ],
    [
      "slicers and timelines",
      ["xl/slicers/slicer1.xml", "xl/slicerCaches/slicerCache1.xml", "xl/timelines/timeline1.xml"],
      [...of(SHEET, `<x14:slicer r:id="rSlicer"/>`, `<x15:timelineRef r:id="rTimeline"/>`), ...of(WORKBOOK, `<x14:slicerCache r:id="rSlicerCache"/>`)],
    ],
    ["the data model, connections and queries", ["xl/model/item.data", "xl/connections.xml", "xl/queryTables/queryTable1.xml"]],
    ["tables with calculated columns", ["xl/tables/table1.xml"], [[SHEET, `<tablePart r:id="rTable"/>`]]],
    ["data tables", [], [[SHEET, `<f t="dataTable" ref="C4:C5" dt2D="0" dtr="0" r1="D1" ca="1"/><v>7</v>`]]],
    [
      "scenarios, filters, validation, links and watches",
      [],
      of(SHEET, `<scenario name="Best"`, `<filter val="1"/>`, `<formula1>"a,b"</formula1>`, `tooltip="Go up"`, `<cellWatch r="A1"/>`),
    ],
    [
      "conditional formats, data bars and sparklines",
      ["xl/styles.xml"],
      of(SHEET, `<cfRule type="cellIs" dxfId="0"`, `<x14:cfRule type="dataBar" id="{1}">`, `<xm:f>Sheet1!D1:D2</xm:f><xm:sqref>F1</xm:sqref>`),
    ],
    ["number formats and differential styles", ["xl/styles.xml"], [["xl/styles.xml", `<dxfs count="2">`]]],
    [
      "array formulas, also those that spill",
      ["xl/metadata.xml"],
      of(SHEET, `<f t="array" ref="B1">SUM(D1:D2*E1:E2)</f>`, `<c r="B2" cm="1"><f t="array" ref="B2:B3">`),
    ],
    [
      "stored names of this and other add-ins' functions",
      ["xl/webextensions/webextension1.xml"],
      of(SHEET, `_xldudf_SERVICE_FRED("NUM")`, "_xldudf_CONTOSO_ADD(1,2)"),
    ],
    ["values as they are written, and new kinds of errors", [], of(SHEET, "<v>1.10</v>", "<v>1E+1</v>", `t="e" vm="1"`)],
    ["rich text and its readings", ["xl/sharedStrings.xml"]],
    [
      "how the workbook calculates, and its calculation chain",
      ["xl/calcChain.xml"],
      [[WORKBOOK, `calcMode="manual" iterate="1" iterateCount="50" iterateDelta="1E-4" fullPrecision="0"`]],
    ],
    ["names with their blanks, and links to other workbooks", ["xl/externalLinks/externalLink1.xml"], [[WORKBOOK, `comment=" two  blanks "> Sheet1!$D$1 <`]]],
    [
      "protection of sheets and of the workbook",
      [],
      [...of(SHEET, `saltValue="c2FsdA=="`, `<protectedRange sqref="D1"`), ...of(WORKBOOK, `lockStructure="1"`)],
    ],
    [
      "panes, outlines, merged cells, row heights and page breaks",
      [],
      of(
        SHEET,
        `state="frozen"`,
        `outlineLevel="1" collapsed="1"`,
        `ht="30.75" customHeight="1" thickBot="1" x14ac:dyDescent="0.25"`,
        `<mergeCell ref="A8:B9"/>`,
        `<brk id="4"`,
      ),
    ],
    [
      "printer settings, headers and footers",
      ["xl/printerSettings/printerSettings1.bin"],
      of(SHEET, "<oddHeader>&amp;L&amp;G</oddHeader>", `orientation="landscape" r:id="rPrinter"`),
    ],
    [
      "macros, form controls and embedded objects",
      ["xl/vbaProject.bin", "xl/ctrlProps/ctrlProp1.xml", "xl/activeX/activeX1.bin", "xl/embeddings/oleObject1.bin"],
    ],
    [
      "custom XML, custom properties and sensitivity labels",
      ["customXml/item1.xml", "customXml/itemProps1.xml", "docProps/custom.xml", "xl/customProperty1.bin", "docMetadata/LabelInfo.xml"],
    ],
    ["namespaces that a reader may ignore", [], of(SHEET, `mc:Ignorable="x14ac xr"`, `xr:uid="{00000000-0001-0000-0000-000000000000}"`)],
  ])("%s", (_, parts, texts = []) => {
    const [was, is] = [entriesOf(before), entriesOf(after)];
    expect(parts.filter((part) => !was.has(part) || Buffer.compare(was.get(part)!, is.get(part) ?? Buffer.alloc(0)) !== 0)).toEqual([]);
    const [old, now] = [textsOf(before), textsOf(after)];
    expect(texts.filter(([part, text]) => old.get(part)?.split(text).length !== 2 || now.get(part)?.split(text).length !== 2)).toEqual([]);
  });
});

test("docs/refresh-fidelity.md names tests that exist, each in its file under its title", () => {
  const root = path.resolve(__dirname, "../..");
  const named = [...readFileSync(path.join(root, "docs", "refresh-fidelity.md"), "utf8").matchAll(/`(test\/[\w./-]+\.test\.ts)`: ([^|]+?)(?=\s*\|)/g)];
  expect(named.length).toBeGreaterThan(25);
  const missing = named.filter(([, file, title]) => {
    const text = existsSync(path.join(root, file!)) ? readFileSync(path.join(root, file!), "utf8") : "";
    return !['"', "'", "`"].some((quote) => text.includes(quote + title! + quote));
  });
  expect(missing.map(([whole]) => whole)).toEqual([]);
});
