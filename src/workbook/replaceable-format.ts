/** True if a format shows a percent sign after numbers of percent, as the add-in's own do: 4.23 shows as 4.23%. */
const showsPercent = (format: string): boolean => format.includes('"%"');

/** True if a cell's number format may be replaced by that of its new formula: it is General or Text, or it would show a figure of another unit as percent. */
export const isReplaceable = (old: string, next: string): boolean =>
  old === "General" || old === "@" ? next !== old : showsPercent(old) && !showsPercent(next);
