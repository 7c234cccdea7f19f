import { iconGroup, iconMap } from "@univerjs/sheets-conditional-formatting";
import { isIconSet } from "../../workbook/xlsx/formats/rule-of";

/** Removes the icon sets that Excel does not have from the choices for conditional formats. */
export function leaveOutIconSets(): void {
  for (const category of iconGroup) {
    category.group = category.group.filter(({ name }) => isIconSet(name));
    // Univer 0.25.1 has its words under another name.
    category.title = category.title.replace(/^sheet\.cf\./, "sheets-conditional-formatting-ui.");
  }
  for (const name of Object.keys(iconMap)) if (!isIconSet(name)) delete (iconMap as Record<string, unknown>)[name];
}
