/** True for a text that is a number as JavaScript reads it. */
export const isNumeric = (text: string): boolean => text.trim() !== "" && Number.isFinite(Number(text));
