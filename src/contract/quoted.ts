/** A text as a formula writes it: in quotes, with each of its own quotes twice. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
