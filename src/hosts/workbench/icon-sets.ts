import { iconGroup } from "@univerjs/sheets-conditional-formatting";
import { isIconSet } from "../../workbook/xlsx/formats/icon-sets";

/** Removes the icon sets that Excel does not have from the choices for conditional formats. */
export function leaveOutIconSets(): void {
  for (const category of iconGroup) category.group = category.group.filter(({ name }) => isIconSet(name));
}
