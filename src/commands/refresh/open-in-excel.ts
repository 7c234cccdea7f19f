import { existsSync } from "node:fs";
import path from "node:path";

/** The file that Excel keeps beside a book while it is open there. */
export const excelMark = (book: string): string => `~$${path.basename(book)}`;

/** True if the book is open in Excel, on any machine. */
export const isOpenInExcel = (book: string): boolean => existsSync(path.join(path.dirname(book), excelMark(book)));
