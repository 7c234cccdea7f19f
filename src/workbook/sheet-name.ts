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

/** The wanted name, with a number if a sheet has it already. Names are compared without case, as in Excel. */
export function freeSheetName(wanted: string, taken: readonly string[]): string {
  const name = sheetName(wanted);
  const there = new Set(taken.map((t) => t.toLowerCase()));
  if (!there.has(name.toLowerCase())) return name;
  for (let n = 2; ; n++) {
    const numbered = `${name.slice(0, LONGEST - ` ${n}`.length).trimEnd()} ${n}`;
    if (!there.has(numbered.toLowerCase())) return numbered;
  }
}
