import { columnName } from "../cell-address";
import { LONGEST_TEXT } from "../excel-limits";
import { freeSheetName } from "../sheet-name";
import { mainNamespace, relationshipBase, withPart, withText } from "./edit-package";
import { partNamed, relationshipsPart, sheetParts, partText } from "./package-parts";
import { elementsInText } from "./read-xml";
import type { Parts } from "./unpack";
import { edited, escapeCellText, escapeXml, prefixOf } from "./xml-edits";
import { largest } from "../../contract/lists";

interface PlainSheet {
  readonly rows: readonly (readonly (string | number | boolean)[])[];
  /** Of the columns, in characters. */
  readonly widths: readonly number[];
  /** The row with the headings, from 0. It stays in view with the rows above it. */
  readonly head: number;
}

function cellXml(value: string | number | boolean, at: string): string {
  if (value === "") return "";
  if (typeof value === "boolean") return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === "number") return Number.isFinite(value) ? `<c r="${at}"><v>${value}</v></c>` : `<c r="${at}" t="e"><v>#NUM!</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeCellText(value.slice(0, LONGEST_TEXT))}</t></is></c>`;
}

const sheetXml = ({ rows, widths, head }: PlainSheet, namespace: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${namespace}">` +
  `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${head + 1}" topLeftCell="A${head + 2}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
  (widths.length > 0 ? `<cols>${widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join("")}</cols>` : "") +
  `<sheetData>${rows
    .map((row, r) => {
      const cells = row.map((value, c) => cellXml(value, `${columnName(c)}${r + 1}`)).join("");
      return cells === "" ? "" : `<row r="${r + 1}">${cells}</row>`;
    })
    .join("")}</sheetData></worksheet>`;

/**
 * Adds a sheet of plain values after the others, or replaces one of them. A sheet with relations to other parts, such as drawings, is not replaced: the new one
 * gets another name then.
 *
 * @param wanted its name; with a number if another sheet has it
 * @param replaced the name of the sheet to replace
 * @returns the parts, and the sheet's name
 */
export function withSheet(
  parts: Parts,
  workbook: string,
  wanted: string,
  sheet: PlainSheet,
  replaced?: string,
): { readonly parts: Parts; readonly name: string } {
  const xml = sheetXml(sheet, mainNamespace(parts, workbook));
  const old = sheetParts(parts, workbook).find(({ name }) => name === replaced);
  if (old && !partNamed(parts, relationshipsPart(old.part))) return { parts: withText(parts, old.part, () => xml), name: old.name };

  const added = withPart(parts, workbook, "worksheet", xml);
  const text = partText(parts, workbook);
  const [list, ...entries] = elementsInText(text, workbook, (element) => element === "sheets" || element === "sheet");
  const [prefix, end] = [prefixOf(text.slice(list!.start)), list!.close];
  const id = largest(
    entries.map(({ attributes: a }) => Number(a["sheetId"]) || 0),
    0,
  );
  const name = freeSheetName(
    wanted,
    entries.map(({ attributes: a }) => a["name"] ?? ""),
  );
  // The prefix r may be declared on other elements only.
  const entry = `<${prefix}sheet name="${escapeXml(name)}" sheetId="${id + 1}" xmlns:r="${relationshipBase(parts, workbook)}" r:id="${added.id}"/>`;
  return { parts: withText(added.parts, workbook, () => edited(text, [{ start: end, end, text: entry }])), name };
}
