/** Excel's limit for a sheet name, in characters. */
const LONGEST = 31;
const FALLBACK = "Sheet";

/** The wanted name in a form that Excel accepts: none of \ / ? * [ ] :, no apostrophe at either end, at most 31 characters, not empty, not `History`. */
export function sheetName(wanted: string): string {
  const name = wanted
    // Control characters would make the file unreadable.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f]+/g, " ")
    .replace(/[\\/?*[\]:]/g, "-")
    .slice(0, LONGEST)
    .replace(/^[\s']+|[\s']+$/g, "");
  return name === "" || /^history$/i.test(name) ? `${name || FALLBACK} 2`.replace(/^Sheet 2$/, FALLBACK) : name;
}

/** The name, or else the first of `numbered` for 2, 3, … that no sheet has. Names are compared without case, as in Excel. */
function firstFree(name: string, taken: readonly string[], numbered: (n: number) => string): string {
  const there = new Set(taken.map((t) => t.toLowerCase()));
  let free = name;
  for (let n = 2; there.has(free.toLowerCase()); n++) {
    const suffix = numbered(n);
    free = `${name.slice(0, LONGEST - suffix.length).trimEnd()}${suffix}`;
  }
  return free;
}

/** The wanted name, with a number if a sheet has it already. */
export const freeSheetName = (wanted: string, taken: readonly string[]): string => firstFree(sheetName(wanted), taken, (n) => ` ${n}`);

/** The name that Excel gives the copy of a sheet: `Sheet1 (2)`. */
export function copiedSheetName(name: string, taken: readonly string[]): string {
  const first = name.replace(/ \(\d+\)$/, "");
  return firstFree(first, [...taken, first], (n) => ` (${n})`);
}
