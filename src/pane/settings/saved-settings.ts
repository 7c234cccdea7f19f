/** Every workbook setting of the add-in, described for the user. List new ones here, so that they can be removed. */
export const SAVED_SETTINGS: readonly { readonly name: string; readonly what: string }[] = [
  { name: "service.asof", what: "The day or moment that all cells are as of" },
  { name: "service.check", what: "A leftover of the check of Excel" },
  { name: "service.display", what: "How cells show reasons and dates" },
  { name: "service.freshness", what: "When answers arrived and when they expire" },
  { name: "service.refresh", what: "When to refresh automatically" },
  { name: "service.sources.sheet", what: "The name of the sources sheet" },
  { name: "service.tables", what: "The tables: what they ask, and what they wrote" },
];
