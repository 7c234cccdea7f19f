/** Formats "2026-12-01T00:00:00Z" for display. */
export const inWords = (iso: string): string =>
  iso
    .replace("T", " ")
    .replace(/:\d\d(\.\d+)?Z$/, " UTC")
    .replace(/ 00:00 UTC$/, "");
