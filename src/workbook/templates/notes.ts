import { LABEL, LEAD } from "./looks";
import { entry, type Entry } from "./sheet-of";

/** Notes below each sheet: how to read reasons, and where to find more. */
export const notes = (...own: readonly string[]): Entry[][] => [
  [entry("How to read this sheet", LABEL)],
  ...[
    ...own,
    "A cell that begins with n/a: has no value, and says why. It is text: SUM, AVERAGE, MEDIAN and RANK ignore it, and ISNUMBER is FALSE. It is never 0.",
    "Change the yellow cells; everything else updates. Select a cell to see its source, date and caveats in the pane's Inspect tab.",
  ].map((text) => [entry(text, LEAD)]),
];
