import { MAIN, MS, relationships, smallFile } from "./small-file";

const THREADS = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments";
export const [COMMENTS, VML, MESSAGES, SHEET, TYPES] = [
  "xl/comments1.xml",
  "xl/drawings/vmlDrawing1.vml",
  "xl/threadedComments/threadedComment1.xml",
  "xl/worksheets/sheet1.xml",
  "[Content_Types].xml",
] as const;

export const box = (id: number, row: number, column: number): string =>
  `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style='visibility:hidden'><v:textbox><div style='text-align:left'><br></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:Anchor>${column + 1}, 15, ${row}, 10, ${column + 3}, 31, ${row + 4}, 4</x:Anchor><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`;
export const CHECK_BOX = `<v:shape id="_x0000_s1025" type="#_x0000_t201"><x:ClientData ObjectType="Checkbox"><x:Anchor>1, 0, 1, 0, 2, 0, 2, 0</x:Anchor></x:ClientData></v:shape>`;
export const vml = (shapes: string): string =>
  `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>${shapes}</xml>`;
export const BOLD = '<rPr><b/><sz val="9"/></rPr>';
export const [ANN, PLAIN, THREAD] = [
  `<comment ref="A2" authorId="1" shapeId="0"><text><r>${BOLD}<t>Ann:</t></r><r><t xml:space="preserve">\nfrom the 10-K &amp; p. 4</t></r><rPh sb="0" eb="1"><t>x</t></rPh></text></comment>`,
  `<comment ref="B3" authorId="0"><text><t>plain</t></text></comment>`,
  `<comment ref="C4" authorId="2"><text><t>[Threaded comment]\n\nYour version of Excel allows you to read this threaded comment.\n\nComment:\n    Right?</t></text></comment>`,
] as const;
export const PARTS: Readonly<Record<string, string>> = {
  [COMMENTS]: `<comments xmlns="${MAIN}"><authors><author>Bob</author><author>Ann</author><author>tc={1}</author></authors><commentList>${ANN}${PLAIN}${THREAD}</commentList></comments>`,
  [VML]: vml(`${CHECK_BOX}${box(1026, 1, 0)}${box(1027, 2, 1)}${box(1028, 3, 2)}`),
  [MESSAGES]: `<ThreadedComments xmlns="${THREADS}"><threadedComment ref="C4" personId="{p}" id="{1}"><text>Right?</text></threadedComment><threadedComment ref="C4" personId="{q}" id="{2}" parentId="{1}"><text>Yes.</text></threadedComment></ThreadedComments>`,
  "xl/persons/person.xml": `<personList xmlns="${THREADS}"><person displayName="Ann Lee" id="{p}"/><person displayName="Bob" id="{q}"/></personList>`,
  "xl/worksheets/_rels/sheet1.xml.rels": relationships(
    ["rId1", "vmlDrawing", "../drawings/vmlDrawing1.vml"],
    ["rId2", "comments", "../comments1.xml"],
    ["rId3", `${MS}/2017/10/relationships/threadedComment`, "../threadedComments/threadedComment1.xml"],
  ),
  [TYPES]: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
};
export const CELLS = '<row r="2"><c r="A2"><v>1</v></c></row>';
/** A sheet with a note of two formats in A2, one in B3, and a conversation in C4, beside a check box; and an empty sheet. */
export const file = (parts: Readonly<Record<string, string>> = {}): Uint8Array =>
  smallFile({
    sheets: { S: CELLS, T: "" },
    after: '<legacyDrawing r:id="rId1"/>',
    related: { "../../2017/10/relationships/person": "persons/person.xml" },
    parts: { ...PARTS, ...parts },
  });
