import { sameSheet, type BookEdit } from "./moved-areas";
import { sheetAfter } from "./moved-places";

/** A sheet that is a copy of one of the opened file. */
interface SheetCopy {
  /** The index of the opened sheet. */
  readonly origin: number;
  /** Its name now. */
  readonly name: string;
  /** The edits that lead from the opened sheet to the copy: what refers to that sheet refers to the copy from when it was made. */
  readonly edits: readonly BookEdit[];
}

/** The copies of sheets after edits, also copies of copies, without those that were deleted. */
export function copiesAfter(sheets: readonly string[], edits: readonly BookEdit[]): SheetCopy[] {
  let lines: (Omit<SheetCopy, "name"> & { readonly name: string | undefined })[] = sheets.map((name, origin) => ({ origin, name, edits }));
  for (const [at, edit] of edits.entries()) {
    lines = lines.map((line) => ({ ...line, name: line.name === undefined ? undefined : sheetAfter(line.name, [edit]) }));
    const from = edit.kind === "copy" ? lines.find(({ name }) => name !== undefined && sameSheet(name, edit.sheet)) : undefined;
    if (edit.kind !== "copy" || !from) continue;
    lines.push({ ...from, name: edit.name, edits: from.edits.map((one, i) => (i === at ? { kind: "rename", sheet: edit.sheet, name: edit.name } : one)) });
  }
  return lines.slice(sheets.length).flatMap((line) => (line.name === undefined ? [] : [{ ...line, name: line.name }]));
}
