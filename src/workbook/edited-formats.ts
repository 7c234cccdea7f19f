import { formulasOf, withFormulas, type ConditionalFormat } from "./conditional-format";
import { editedCells, type EditOptions, type RuledCells } from "./edited-cells";
import type { BookEdit } from "./moved-areas";
import { sheetAfter } from "./moved-places";

/** The conditional formats of a sheet after an edit, and those that go with cells to another sheet. */
interface EditedFormats {
  readonly formats: readonly ConditionalFormat[];
  readonly gone: readonly ConditionalFormat[];
}

/** A format for these cells. */
function withCells(format: ConditionalFormat, { areas, formulas }: RuledCells): ConditionalFormat {
  let i = 0;
  return { ...format, areas, rule: withFormulas(format.rule, (formula) => formulas[i++] ?? formula) };
}

/**
 * The conditional formats of a sheet after an edit of the workbook, as in Excel: they go with their cells, and their formulas follow. Formats without cells are removed. Cells whose
 * formulas mean something else get a rule of their own.
 *
 * @param sheet the name of their sheet before the edit
 * @param isOfSheet true for a name that is limited to a sheet
 */
export function editedFormats(
  formats: readonly ConditionalFormat[],
  edit: BookEdit,
  sheet: string,
  isOfSheet?: NonNullable<EditOptions["isOfSheet"]>,
): EditedFormats {
  const done = formats.map((format): EditedFormats => {
    const { here, gone } = editedCells({ areas: format.areas, formulas: formulasOf(format.rule) }, edit, sheet, {
      grows: true,
      ...(isOfSheet ? { isOfSheet } : {}),
    });
    const { source: _, ...added } = format;
    return { formats: here.map((cells, i) => withCells(i === 0 ? format : added, cells)), gone: gone.map((cells) => withCells(added, cells)) };
  });
  return { formats: done.flatMap((one) => one.formats), gone: done.flatMap(({ gone }) => gone) };
}

/** The same after edits. Those that go with cells to another sheet are left out. */
export function movedFormats(formats: readonly ConditionalFormat[], sheet: string, edits: readonly BookEdit[]): readonly ConditionalFormat[] {
  let [now, name] = [formats, sheet];
  for (const edit of edits) {
    now = editedFormats(now, edit, name).formats;
    name = sheetAfter(name, [edit]) ?? name;
  }
  return now;
}
