import { WorkbookRefusal } from "../workbook/workbook-refusal";

/** The host did not answer, so the work may or may not have been done. */
export class NoAnswer extends WorkbookRefusal {}
