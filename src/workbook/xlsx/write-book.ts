import { strToU8 } from "fflate";
import type { Book } from "../book";
import { savedBook } from "./save/save-book";
import { stylesOf } from "./styles-part";
import { pack } from "./unpack";

const HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A file without sheets that calculates as a book does. */
function emptyFile({ from1904, asDisplayed }: Book): Uint8Array {
  const parts = Object.entries({
    "[Content_Types].xml":
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml":
      `<workbook xmlns="${MAIN}"><workbookPr${from1904 ? ` date1904="1"` : ""}/><bookViews><workbookView/></bookViews><sheets></sheets>` +
      `<calcPr calcId="191029"${asDisplayed ? ` fullPrecision="0"` : ""}/></workbook>`,
  });
  return pack(stylesOf(new Map(parts.map(([name, xml]) => [name, strToU8(HEAD + xml)])), "xl/workbook.xml").parts);
}

/**
 * Writes an .xlsx file for Excel: formulas in stored form with their last results, dates as numbers with formats. Equal books give equal bytes. A formula
 * without a known value shows `#GETTING_DATA`, never 0 or empty, and the file makes Excel calculate it on opening. A formula that a file cannot contain
 * (incomplete, or referring to another workbook) is written as text. The content named in `leftOut` is not in the file.
 */
export function writeBook(book: Book): Uint8Array {
  const opened = { file: emptyFile(book), book: { sheets: [], active: 0, names: [], settings: {} } };
  return savedBook(opened, { book, origins: book.sheets.map(() => undefined) }, { trusts: () => true }).file;
}
