import { momentWords } from "../../../contract/as-of";
import { withSeparators } from "../../../contract/counted";
import { CHANGE_WORDS } from "../../../proof/change-words";
import { type CellChange, CHANGE_CLASSES, type ChangeClass, type LockedCell } from "../../../proof/diff-locks";
import { escapeXml as escape } from "../../../workbook/xlsx/xml-edits";
import { type Compared, factsOfLock } from "./compared";
import { classCounts, datesOf, detailsOf, documentsOf, followsWords, lockedText, lockedUnit, sourcesOf, totalWords } from "./diff-words";

/** Styles of the page that `diffHtml` writes, in light and dark. The marks differ by class: warm for what needs a look, blue for what is expected. */
const PAGE_STYLES = `
:root { color-scheme: light dark; --text: #1b1f24; --quiet: #57606a; --back: #ffffff; --panel: #f6f8fa; --line: #d8dee4; --link: #0b57d0;
  --alarm: #b3261e; --warn: #9a6700; --calm: #0b57d0; --good: #1a7f37; --other: #6e7781; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --quiet: #9da7b3; --back: #0d1117; --panel: #161b22; --line: #30363d; --link: #7cb0ff;
  --alarm: #ff8a80; --warn: #e3b341; --calm: #7cb0ff; --good: #57c96f; --other: #9da7b3; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { margin: 0; font-size: 28px; line-height: 1.2; }
h2 { display: flex; align-items: center; gap: 8px; margin: 40px 0 4px; font-size: 18px; }
p { margin: 4px 0 12px; }
a { color: var(--link); }
code { font: 12.5px/1.4 ui-monospace, SFMono-Regular, Consolas, monospace; overflow-wrap: anywhere; }
.total { font-size: 17px; }
.quiet, .fact, .unit, .none, .count { color: var(--quiet); }
.count { font-weight: 400; }
.note { padding: 8px 12px; border-left: 4px solid var(--warn); background: var(--panel); }
.summary { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0; padding: 0; list-style: none; }
.summary a { display: flex; align-items: center; gap: 8px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 16px; background: var(--panel);
  color: var(--text); text-decoration: none; }
.summary a:hover { border-color: var(--link); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.mark { display: inline-block; flex: none; width: 10px; height: 10px; border-radius: 3px; background: var(--other); }
.mark.became_reason, .mark.to_sample, .mark.kept, .mark.removed { background: var(--alarm); }
.mark.formula_changed, .mark.argument_changed, .mark.source_changed, .mark.unit_changed, .mark.revision, .mark.other_reason,
.mark.earlier_period { background: var(--warn); }
.mark.new_period, .mark.new_window, .mark.follows { background: var(--calm); }
.mark.to_published, .mark.became_value, .mark.no_longer_kept, .mark.added { background: var(--good); }
.tag { display: inline-block; margin: 2px 4px 2px 0; padding: 0 8px; border: 1px solid var(--line); border-radius: 10px; background: var(--panel);
  font-size: 12.5px; font-weight: 400; }
details { margin: 8px 0; }
summary { cursor: pointer; color: var(--quiet); }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
thead th { padding-bottom: 4px; color: var(--quiet); font-size: 13px; font-weight: 600; }
tbody th { font-weight: 400; }
@media (min-width: 641px) { .cells th:first-child { width: 44%; } }
.locks { margin-top: 8px; font-size: 13.5px; }
.locks th:first-child, .locks thead td { width: 130px; }
.address { font-weight: 600; }
.formula { display: block; color: var(--quiet); }
.value { font-weight: 600; font-variant-numeric: tabular-nums; }
.fact { font-size: 13px; }
@media (max-width: 640px) {
  main { padding: 20px 14px 48px; }
  .cells thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .cells, .cells tbody, .cells tr, .cells th, .cells td { display: block; width: auto; }
  .cells tr { padding: 10px 0; border-bottom: 1px solid var(--line); }
  .cells tbody th, .cells td { padding: 2px 0; border: 0; width: auto; }
  .cells td { display: grid; grid-template-columns: 64px 1fr; }
  .cells td::before { content: attr(data-label); grid-row: 1 / span 9; color: var(--quiet); font-size: 13px; }
  .cells td > * { grid-column: 2; }
}
@media print { .summary a { border: 0; background: none; padding: 0 8px 0 0; } tr { break-inside: avoid; } main { padding: 0; } }
`;

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
