/** Everything that is kept in a workbook's own settings, and what it is in words. Whoever keeps more names it here, so that it can be removed. */
export const KEPT_SETTINGS: readonly { readonly name: string; readonly what: string }[] = [
  { name: "service.display", what: "How cells show reasons and dates" },
  { name: "service.freshness", what: "When answers arrived and when they expire" },
  { name: "service.refresh", what: "When to refresh automatically" },
  { name: "service.sources.sheet", what: "Which sheet holds the notes on sources" },
];
