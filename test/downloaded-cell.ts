import type { CellValue } from "../src/workbook/cell";

/*
 * Writes cells as a download from Google Sheets (File, Download, .xlsx) has them, from what was seen in such files: one of each kind is at
 * grid-is.github.io/apiary/explain/gsdv, others in apache/poi pull 1046 and vinci1it2000/formulas issue 51. Not with the product's writer, which is tested by it.
 */

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const literal = (text: string): string => (text.match(/[^]{1,255}/g) ?? [""]).map((part) => `"${part.replaceAll('"', '""')}"`).join("&");

/** A cell with this formula, without its equals sign, and this value; without a formula, a cell that the array of another one fills. */
export function downloadedCell(reference: string, formula: string | undefined, value: Exclude<CellValue, null>, attributes = ""): string {
  const [type, beside, shown] =
    typeof value === "number"
      ? ["", Number.isInteger(value) ? `${value}.0` : `${value}`, `${value}`]
      : typeof value === "boolean"
        ? [' t="b"', value ? "TRUE" : "FALSE", value ? "1" : "0"]
        : [' t="str"', literal(typeof value === "string" ? value : value.error), typeof value === "string" ? value : value.error];
  const form = `IFERROR(__xludf.DUMMYFUNCTION(${literal(formula ?? '"COMPUTED_VALUE"')}),${beside})`;
  return `<c r="${reference}"${attributes}${type}><f>${escaped(form)}</f><v>${escaped(shown)}</v></c>`;
}
