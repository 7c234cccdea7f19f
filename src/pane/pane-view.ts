export type TabId = "build" | "inspect" | "refresh" | "audit" | "share" | "account" | "settings";

/** What a page around the pane asks it to show: a tab, or the card of the first run. */
export type PaneView = TabId | "first-run";
