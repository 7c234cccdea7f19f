import { withSeparators } from "../../../contract/counted";
import { CHANGE_WORDS } from "../../../proof/change-words";
import { CHANGE_CLASSES, type CellChange, type ChangeClass, type LockedCell } from "../../../proof/diff-locks";
import { momentWords } from "../../../contract/as-of";
import { escapeXml as escape } from "../../../workbook/xlsx/xml-edits";
import { factsOfLock, type Compared } from "./compared";
import { PAGE_STYLES } from "./page-styles";
import { classCounts, datesOf, detailsOf, documentsOf, followsWords, lockedText, sourcesOf, totalWords, lockedUnit } from "./diff-words";

/** Characters of a SHA-256 that are shown; the whole is in the title and stays selectable in the lock. */
const SHORT_HASH = 12;
/** Cells that are named before they are counted. */
const NAMED = 8;

const line = (text: string): string => `<div class="fact">${text}</div>`;

/** A cell's side of the table: value with unit, observation dates, sources and documents. */
function sideOf(cell: LockedCell | undefined, none: string): string {
  if (!cell) return `<span class="none">${none}</span>`;
  const unit = lockedUnit(cell);
  const facts = [
    escape([...datesOf(cell), ...sourcesOf(cell)].join(" · ")),
    ...documentsOf(cell).map(({ file, sha256 }) => `${escape(file)} <code title="SHA-256 ${sha256}">${sha256.slice(0, SHORT_HASH)}</code>`),
  ].filter((fact) => fact !== "");
  return `<div class="value">${escape(lockedText(cell))}${unit === "" ? "" : ` <span class="unit">${escape(unit)}</span>`}</div>${facts.map(line).join("")}`;
}

/** The classes of a cell besides that of its section, and the details. */
function causesOf(change: CellChange): string {
  const others = change.classes.slice(1).filter((one) => one !== "follows");
  const labels = others.map((one) => `<span class="tag ${one}">${CHANGE_WORDS[one].label}</span>`).join(" ");
  const details = [...(change.followsFrom ? [followsWords(change.followsFrom).replace(/^f/, "F")] : []), ...detailsOf(change)];
  return `${labels}${details.map((text) => line(escape(text))).join("")}`;
}

function cellRow(change: CellChange): string {
  const { where, before, after } = change;
  const formula = (after ?? before)?.formula ?? "";
  return `<tr><th scope="row"><span class="address">${escape(where)}</span><code class="formula">${escape(formula)}</code>${causesOf(change)}</th><td data-label="Before">${sideOf(before, "not in this lock")}</td><td data-label="After">${sideOf(after, "not in this lock")}</td></tr>`;
}

/** The cells of a class that are listed under an earlier one. */
function elsewhereWords(cells: readonly CellChange[]): string {
  if (cells.length === 0) return "";
  const named = cells.slice(0, NAMED).map(({ where }) => escape(where));
  return ` Also, listed above: ${named.join(", ")}${cells.length > NAMED ? ` and ${withSeparators(cells.length - NAMED)} more` : ""}.`;
}

function section(one: ChangeClass, changes: readonly CellChange[]): string {
  const { label, meaning } = CHANGE_WORDS[one];
  const all = changes.filter(({ classes }) => classes.includes(one));
  const own = all.filter(({ classes }) => classes[0] === one);
  const table =
    own.length === 0
      ? ""
      : `<table class="cells"><thead><tr><th scope="col">Cell</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>${own.map(cellRow).join("\n")}</tbody></table>`;
  const elsewhere = elsewhereWords(all.filter(({ classes }) => classes[0] !== one));
  return `<section id="${one}"><h2><span class="mark ${one}"></span>${label} <span class="count">${withSeparators(all.length)}</span></h2><p class="quiet">${meaning}${elsewhere}</p>${table}</section>`;
}

/** The differences as one HTML page without scripts and without requests: the two locks, a summary by class, then the cells. */
export function diffHtml({ before, after, changes, notes }: Compared): string {
  const [old, now] = [new Map(factsOfLock(before)), new Map(factsOfLock(after))];
  const facts = [...new Set([...old.keys(), ...now.keys()])].map((name) => {
    const cell = (value = ""): string => `<td>${name.endsWith("SHA-256") ? `<code>${escape(value)}</code>` : escape(value)}</td>`;
    return `<tr><th scope="row">${escape(name)}</th>${cell(old.get(name))}${cell(now.get(name))}</tr>`;
  });
  const counts = classCounts(changes);
  const total = totalWords(changes, Object.keys(after.lock.cells).length).split(". ")[0]!.replace(/\.$/, "");
  const summary = [...counts].map(
    ([one, count]) => `<li><a href="#${one}"><span class="mark ${one}"></span>${CHANGE_WORDS[one].label} <b>${withSeparators(count)}</b></a></li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>What changed: ${escape(before.name)} → ${escape(after.name)}</title><style>${PAGE_STYLES}</style></head>
<body><main>
<header><h1>What changed</h1><p class="quiet">${[before, after].map(({ name, lock }) => `${escape(name)}, ${momentWords(Date.parse(lock.service.moment))}`).join(" → ")}</p><p class="total">${total}.</p>${notes.map((note) => `<p class="note">${escape(note)}</p>`).join("")}</header>
${summary.length > 0 ? `<nav aria-label="Classes"><ul class="summary">${summary.join("")}</ul></nav>` : ""}
<details${changes.length === 0 ? " open" : ""}><summary>About the two locks</summary><table class="locks"><thead><tr><td></td><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>${facts.join("")}</tbody></table></details>
${CHANGE_CLASSES.flatMap((one) => (counts.has(one) ? [section(one, changes)] : [])).join("\n")}
</main></body></html>
`;
}
