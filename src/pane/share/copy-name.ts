/**
 * The copy's file name: the workbook's name, or SERVICE if it is unknown, followed by "values". A copy of a workbook with macros has them, and its extension: Excel opens
 * it under no other.
 */
export function copyName(fileName: string | undefined): string {
  const stem = (fileName ?? "").replace(/\.(xls[xmb]?|ods|csv)$/i, "").trim();
  return `${stem === "" ? "SERVICE" : stem} values.${/\.xlsm$/i.test(fileName ?? "") ? "xlsm" : "xlsx"}`;
}
