/** What the copy is called: the workbook's own name with "values" behind it, where it is known. */
export function copyName(fileName: string | undefined): string {
  const stem = (fileName ?? "").replace(/\.(xls[xmb]?|ods|csv)$/i, "").trim();
  return `${stem === "" ? "SERVICE" : stem} values.xlsx`;
}
