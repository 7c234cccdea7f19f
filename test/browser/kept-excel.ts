import { keptPage, type Kept } from "../conformance/kept-page";
import { openExcel, type Excel, type Opening } from "./excel-host";

/** One Excel for the tests of a file, with an empty workbook for each. */
export const keptExcel = (): ((options?: { readonly unasked?: boolean; readonly opening?: Opening }) => Promise<Kept<Excel>>) =>
  keptPage<Excel, Opening>({
    open: openExcel,
    renew: async (excel) => excel.newBook(),
    check: (excel) => excel.check(),
  });
