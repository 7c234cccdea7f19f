import { mkdirSync } from "node:fs";
import path from "node:path";
import { partOf } from "../../corpus";
import { LOOKS, violations } from "../look";
import type { Shown } from "./view";

const SHOTS = process.env.SHOTS;

/** What does not fit: scrolling to the side, and texts that are cut off or outside the window. The rows of a virtual list are cut: the active one is whole below. Runs in the page. */
function misfits(foreign: readonly string[]): string[] {
  const root = document.documentElement;
  const found: string[] = [];
  if (root.scrollWidth > root.clientWidth) found.push(`scrolls ${root.scrollWidth - root.clientWidth} px to the side`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (
      !parent ||
      node.textContent?.trim() === "" ||
      parent.closest([".only-read-out", ".off-screen", ".virtual-row", "script", "style", "option", ...foreign].join())
    )
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const cut = (left: number, right: number) => box.left < left - 1 || box.right > right + 1;
    let scrolls = false;
    for (let around: Element | null = parent; around && around !== root; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around);
      const { left, right, top, bottom } = around.getBoundingClientRect();
      if (overflowX === "auto" || overflowX === "scroll") scrolls = true;
      // A text that ends in … has its whole in a title.
      if (scrolls || around.hasAttribute("title")) break;
      if ((overflowX === "hidden" || overflowX === "clip") && cut(left, right)) found.push(`cut off: ${parent.outerHTML.slice(0, 160)}`);
      else if ((overflowY === "hidden" || overflowY === "clip") && (box.top < top - 1 || box.bottom > bottom + 1))
        found.push(`cut off below: ${parent.outerHTML.slice(0, 160)}`);
      if (position === "fixed") break;
    }
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const [x, y] = [right - 2, (top + bottom) / 2];
      const over = right - left > 4 && y > 0 && y < window.innerHeight ? document.elementFromPoint(x, y) : null;
      if (over?.matches("button:not([role=menuitem]), input, select, textarea") && !over.contains(parent))
        found.push(`covered: ${parent.outerHTML.slice(0, 160)}`);
    }
    if (!scrolls && cut(0, root.clientWidth)) found.push(`outside the window: ${parent.outerHTML.slice(0, 160)}`);
  }
  return found;
}

/** Controls that the keyboard does not reach, or whose focus is not visible. Runs in the page. */
function unreachable(foreign: readonly string[]): string[] {
  const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex], [role=button], [role=tab], [role=option], [role=menuitem]";
  const found: string[] = [];
  const isForeign = (e: Element) => foreign.length > 0 && e.closest(foreign.join()) !== null;
  const before = document.activeElement;
  const dialog = document.querySelector("dialog[open]");
  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (isForeign(control) || !control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || (dialog && !dialog.contains(control))) continue;
    const composite = control.closest("[role=tablist], [role=listbox], [role=menu], [role=radiogroup], [role=grid], [role=table]");
    // One stop for the Tab key, arrows within.
    if (composite && composite !== control && control.tabIndex < 0) continue;
    if (control.tabIndex < 0) {
      // A heading or region that only the page focuses; a file chooser that a button opens; a calendar beside a field for typing.
      if (!control.matches("h1, h2, h3, main, [type=file], [aria-hidden=true]")) found.push(`no stop of the Tab key: ${control.outerHTML.slice(0, 160)}`);
      continue;
    }
    const ring = (): string => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(control);
      return `${outlineStyle === "none" ? "" : `${outlineStyle} ${outlineWidth} ${outlineColor}`} ${boxShadow}`;
    };
    (document.activeElement as HTMLElement | null)?.blur();
    const without = ring();
    (control.focus as (options: object) => void).call(control, { focusVisible: true, preventScroll: true });
    if (document.activeElement === control && ring() === without) found.push(`no visible focus: ${control.outerHTML.slice(0, 160)}`);
  }
  (document.activeElement as HTMLElement | null)?.blur();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return found;
}

/** What is wrong with a view: accessibility in the themes and widths of this run, and at every width what does not fit. */
export async function checkView({ page, frame, widths, resize, foreign = [] }: Shown, name: string): Promise<unknown[]> {
  const wrong: unknown[] = [];
  const combinations = widths.flatMap((width) => LOOKS.map((look) => ({ width, look })));
  const chosen = partOf(combinations, 1 / combinations.length, ({ width, look }) => `${name} ${width} ${look[0]}`);
  for (const width of [...widths].reverse()) {
    await resize(width);
    // A chart redraws shortly after its width changes.
    const fits = await settledMisfits();
    if (fits.length > 0) wrong.push({ width, fits });
    for (const { look } of chosen.filter((one) => one.width === width)) {
      await page.emulateMedia(look[1]);
      const found = await violations(frame, { parts: foreign });
      if (found.length > 0) wrong.push({ width, look: look[0], found });
    }
    await page.emulateMedia(LOOKS[0][1]);
    if (SHOTS) {
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: path.join(SHOTS, `${name.replace(/\W+/g, "-")}-${width}.png`), fullPage: true });
    }
  }
  const keys = await frame.evaluate(unreachable, foreign);
  if (keys.length > 0) wrong.push({ keys });
  return wrong;

  async function settledMisfits(): Promise<string[]> {
    for (let turns = 0; ; turns++) {
      const found = await frame.evaluate(misfits, foreign);
      if (found.length === 0 || turns >= 20) return found;
      await frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30))));
    }
  }
}
