import { groupedBy } from "../../../contract/lists";
import { CHANGE_WORDS } from "../../../proof/change-words";
import { CHANGE_CLASSES, type CellChange, type LockedCell } from "../../../proof/diff-locks";
import type { Compared } from "./compared";
import { classLabels, datesOf, detailsOf, shownWithUnit, sourcesOf, totalWords } from "./diff-words";

/** `4.2 % (2026-11-18, fred)` */
function cellText(cell: LockedCell | undefined): string {
  if (!cell) return "–";
  const facts = [...datesOf(cell), ...sourcesOf(cell)];
  return `${shownWithUnit(cell)}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
}

function* changeLines(change: CellChange): Generator<string> {
  yield `  ${change.where}: ${cellText(change.before)} → ${cellText(change.after)}`;
  const others = classLabels(change).slice(1);
  const follows = change.classes[0] === "follows" ? classLabels(change).slice(0, 1) : [];
  for (const line of [...follows, ...others, ...detailsOf(change)]) yield `    ${line}`;
}

/** The differences as text for a terminal: a summary, then the cells by their first class. */
export function diffText({ before, after, changes, notes }: Compared): string {
  const lines = [`${before.name} (${before.lock.service.moment}) → ${after.name} (${after.lock.service.moment})`, ...notes];
  lines.push(totalWords(changes, Object.keys(after.lock.cells).length));
  const groups = groupedBy(changes, ({ classes }) => classes[0]!);
  for (const one of CHANGE_CLASSES) {
    const group = groups.get(one);
    if (!group) continue;
    lines.push("", `${CHANGE_WORDS[one].label}: ${CHANGE_WORDS[one].meaning}`);
    for (const change of group) for (const line of changeLines(change)) lines.push(line);
  }
  return lines.join("\n");
}
