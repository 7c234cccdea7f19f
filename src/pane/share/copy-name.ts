/** The copy's file name: the workbook's name, or SERVICE if it is unknown, followed by "values". */
export function copyName(fileName: string | undefined): string {
  const stem = (fileName ?? "").replace(/\.(xls[xmb]?|ods|csv)$/i, "").trim();
  return `${stem === "" ? "SERVICE" : stem} values.xlsx`;
}
