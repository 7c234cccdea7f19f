/** A workbook's refusal; the message says why and what to do. */
export class WorkbookRefusal extends Error {
  override readonly name = "WorkbookRefusal";
}

/** A refusal because cells hold something: they can be overwritten. */
export class CellsTaken extends WorkbookRefusal {}
