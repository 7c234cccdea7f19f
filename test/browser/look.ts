import type AxeBuilder from "@axe-core/playwright";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Frame, Page } from "playwright-core";
import { expectEventually } from "../time";

/** Folder for screenshots. Without it none are taken. */
const SHOTS = process.env.SHOTS;

/** Appearances of a page, by the user's settings. Forced colours are the contrast themes of Windows. */
export const LOOKS = [
  ["light", { colorScheme: "light", forcedColors: "none" }],
  ["dark", { colorScheme: "dark", forcedColors: "none" }],
  ["forced-colours", { colorScheme: "light", forcedColors: "active" }],
] as const;

/** Widths of the pane: at its narrowest, as Excel opens it, and widened by the user. */
const WIDTHS = [270, 450, 320] as const;

/** axe as a script. Its own builder injects it into every frame for each run and opens another page, which is several times slower. */
const axe = (): string => readFileSync(createRequire(require.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"), "utf8");

/** The rules about colours. Another appearance changes nothing else. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

interface Checked {
  /** Selectors of parts that are not checked. */
  readonly parts?: readonly string[];
  /** Rules that are not checked. */
  readonly rules?: readonly string[];
  /** Only the rules about colours. */
  readonly onlyColours?: boolean;
}

/** Runs axe on this frame's document. Does not enter child frames. */
export async function violations(frame: Frame, { parts = [], rules = [], onlyColours = false }: Checked = {}): Promise<unknown[]> {
  // Evaluated as text: the page's policy forbids foreign scripts, but not code from the debugger.
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(`(() => { ${axe()} })()`);
  const where = { include: [["html"]], exclude: parts.map((part) => [part]) };
  const how = {
    resultTypes: ["violations"],
    rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])),
    ...(onlyColours ? { runOnly: { type: "rule", values: COLOUR_RULES.filter((rule) => !rules.includes(rule)) } } : {}),
  };
  const results = (await frame.evaluate(`axe.run(${JSON.stringify(where)}, ${JSON.stringify(how)})`)) as Awaited<ReturnType<AxeBuilder["analyze"]>>;
  // A run that checked nothing would find nothing.
  expect(results.passes.length).toBeGreaterThan(onlyColours ? 0 : 10);
  return results.violations.map(({ id, nodes }) => ({ id, where: nodes.map((n) => n.html) }));
}

/** Expects no accessibility violation in light, dark and forced colours. Leaves the page light. */
export async function accessible(page: Page, state: string, frame: Frame = page.mainFrame()): Promise<void> {
  for (const [look, media] of LOOKS) {
    await page.emulateMedia(media);
    // A busy page has the colours of another look some time later.
    const found = async () => ({ state, look, found: await violations(frame, { onlyColours: look !== LOOKS[0][0] }) });
    await expectEventually(found).toEqual({ state, look, found: [] });
    if (!SHOTS) continue;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: path.join(SHOTS, `${state}-${look}.png`), fullPage: true });
  }
  await page.emulateMedia(LOOKS[0][1]);
}

/** Expects no clipping and no horizontal scrolling at any pane width. Leaves the page 320 px wide. */
async function fitsEveryWidth(page: Page, state: string): Promise<void> {
  const height = page.viewportSize()?.height ?? 900;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height });
    // A chart redraws shortly after its width changes.
    await page.waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${state}-${width}.png`), fullPage: true });
  }
}

/** Checks accessibility and widths. */
export async function looksRight(page: Page, state: string): Promise<void> {
  await accessible(page, state);
  await fitsEveryWidth(page, state);
}
