import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { smallFile, type SmallFile } from "./small-file";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PROPERTIES = {
  "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="b" Type="${OFFICE}/extended-properties" Target="docProps/app.xml"/></Relationships>`,
};
const properties = (heading: string) => ({
  ...PROPERTIES,
  "docProps/app.xml": `<Properties><HeadingPairs><vt:vector><vt:variant><vt:lpstr>${heading}</vt:lpstr></vt:variant></vt:vector></HeadingPairs></Properties>`,
});
const styles = (style: string, format = "0") => ({
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs><cellStyles><cellStyle name="${style}" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
});
const localeIn = (file: Partial<SmallFile>) => readBook(smallFile({ sheets: { S: `<row r="1"><c r="A1" s="1"><v>1</v></c></row>` }, ...file })).locale;

test.each<readonly [what: string, file: Partial<SmallFile>, language: string]>([
  ["the list of sheets", { parts: properties("Feuilles de calcul") }, "French"],
  ["the style Normal", { parts: styles("Standard"), related: { styles: "styles.xml" } }, "German"],
  ["a new sheet", { sheets: { Foglio1: "" } }, "Italian"],
  ["a number format", { parts: styles("Normal", "[$-407]dd/mm/yyyy"), related: { styles: "styles.xml" } }, "German"],
])("%s shows the language of Excel", (_, file, language) => {
  expect(localeIn(file)).toEqual({ language });
});

test("English words, a currency and damaged properties show none", () => {
  expect(localeIn({ parts: properties("Worksheets") })).toBeUndefined();
  expect(localeIn({ parts: styles("Normal", "[$€-407] 0.00"), related: { styles: "styles.xml" } })).toBeUndefined();
  expect(localeIn({ parts: { ...PROPERTIES, "docProps/app.xml": "<Properties><HeadingPairs>" } })).toBeUndefined();
});
