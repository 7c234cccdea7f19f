/** A function's name as Google Sheets takes it, which allows no dot: `SERVICE.FRED` → `SERVICE_FRED`. */
export const sheetsName = (id: string): string => id.replace(/^SERVICE\./, "SERVICE_");
