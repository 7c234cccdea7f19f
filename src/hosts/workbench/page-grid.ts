import type { Injector, IWorkbookData } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import type { EngineFunctions } from "../../engine/univer";
import type { BookEdit } from "../../workbook/edits/moved-areas";

/** The grid on the page: Univer with the SERVICE functions in it. */
export interface Grid {
  readonly api: FUniver;
  readonly functions: EngineFunctions;
  readonly injector: Injector;
  /** What moved cells, and renamed or deleted sheets, since the workbook is shown. */
  edits(): readonly BookEdit[];
  /** Shows this workbook instead of the current one, with this sheet active. */
  load(book: IWorkbookData, active: number): void;
}
