/** A function's name in Google Sheets, which does not allow dots: `SERVICE.FRED` → `SERVICE_FRED`. */
export const sheetsName = (id: string): string => id.replace(/^SERVICE\./, "SERVICE_");
