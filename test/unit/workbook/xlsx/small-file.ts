import { strToU8, zipSync } from "fflate";
import { FileRefusal } from "../../../../src/workbook/xlsx/file-refusal";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { frozenParts } from "../../../../src/workbook/xlsx/rewrite/freeze-service-cells";
import { pack, unpack } from "../../../../src/workbook/xlsx/unpack";

/* Namespaces of the file format. */
export const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
export const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELS = "http://schemas.openxmlformats.org/package/2006/relationships";
export const MS = "http://schemas.microsoft.com/office";

/** A relationship: a type without a slash is one of Office. */
type Relationship = readonly [id: string, type: string, target: string, mode?: string];
/** The part of these relationships. */
export const relationships = (...all: readonly Relationship[]): string =>
  `<Relationships xmlns="${RELS}">${all.map(([id, type, target, mode]) => `<Relationship Id="${id}" Type="${type.includes("/") ? type : `${OFFICE}/${type}`}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ""}/>`).join("")}</Relationships>`;

export interface SmallFile {
  /** Content of the sheets' `sheetData`. */
  readonly sheets: Readonly<Record<string, string>>;
  /** Content after `sheetData` in the first sheet. */
  readonly after?: string;
  /** Content after the workbook's sheets. */
  readonly workbook?: string;
  /** Content before the workbook's sheets. */
  readonly properties?: string;
  /** Additional parts, or replacements for those created here. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Additional relationships of the workbook: type to target. */
  readonly related?: Readonly<Record<string, string>>;
}

/** The part in which a file says that Excel saved it, so that its stored values are those of its formulas. */
export const SAVED_BY_EXCEL: Readonly<Record<string, string>> = {
  "docProps/app.xml":
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Microsoft Excel</Application><AppVersion>16.0300</AppVersion></Properties>',
};

export const worksheet = (data: string, after = ""): string =>
  `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetData>${data}</sheetData>${after}</worksheet>`;

/** An .xlsx file with this content. */
export function smallFile({ sheets, after = "", workbook = "", properties = "", parts = {}, related = {} }: SmallFile): Uint8Array {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": relationships(["rId1", "officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${names
      .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="s${i + 1}"/>`)
      .join("")}</sheets>${workbook}</workbook>`,
    "xl/_rels/workbook.xml.rels": relationships(
      ...names.map((_, i) => [`s${i + 1}`, "worksheet", `worksheets/sheet${i + 1}.xml`] as const),
      ...Object.entries(related).map(([type, target], i) => [`x${i}`, `${OFFICE}/${type}`, target] as const),
    ),
    ...Object.fromEntries(names.map((name, i) => [`xl/worksheets/sheet${i + 1}.xml`, worksheet(sheets[name]!, i === 0 ? after : "")])),
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const PANES = "xl/webextensions/taskpanes.xml";
const inQuotes = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The parts in which Excel stores an add-in's settings: each as JSON, in the properties of its task pane. */
export const settingsInExcel = (settings: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> => ({
  "_rels/.rels": relationships(["rId1", "officeDocument", "xl/workbook.xml"], ["rId2", `${MS}/2011/relationships/webextensiontaskpanes`, PANES]),
  [PANES]: `<wetp:taskpanes xmlns:wetp="${MS}/webextensions/taskpanes/2010/11"><wetp:taskpane dockstate="right" visibility="0" width="350" row="4"><wetp:webextensionref xmlns:r="${OFFICE}" r:id="rId1"/></wetp:taskpane></wetp:taskpanes>`,
  "xl/webextensions/_rels/taskpanes.xml.rels": relationships(["rId1", `${MS}/2011/relationships/webextension`, "webextension1.xml"]),
  "xl/webextensions/webextension1.xml": `<we:webextension xmlns:we="${MS}/webextensions/webextension/2010/11" id="{7D3F0C5A-9B1E-4C62-8F47-2A6E51D0B9C4}"><we:reference id="7d3f0c5a-9b1e-4c62-8f47-2a6e51d0b9c4" version="0.1.0.0" store="developer" storeType="Registry"/><we:alternateReferences/><we:properties>${Object.entries(
    settings,
  )
    .map(([name, value]) => `<we:property name="${inQuotes(name)}" value="${inQuotes(JSON.stringify(value))}"/>`)
    .join("")}</we:properties><we:bindings/></we:webextension>`,
});

/** The file with the formulas of SERVICE as values, and what was not replaced. */
export function frozenFile(file: Uint8Array) {
  const { parts, ...rest } = frozenParts(unpack(file));
  return { file: rest.frozen === 0 ? file : pack(parts), ...rest };
}

/** The message with which a file is refused; "taken" if it is accepted. Any other error fails the test. */
export function refusal(file: Uint8Array, read: (file: Uint8Array) => unknown = readBook): string {
  try {
    read(file);
  } catch (e) {
    if (e instanceof FileRefusal) return e.message;
    throw e;
  }
  return "taken";
}
