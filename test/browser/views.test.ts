import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import type { RunUpdate } from "../../src/commands/local-update/local-updates";
import { many, TESTED } from "../corpus";
import { stage } from "./stage";
import { checkView } from "./views/check-view";
import { PANE_VIEWS } from "./views/pane-views";
import { expectEventually } from "../time";

const at = stage();

/** At its narrowest, as Excel opens it, and widened by the user. */
const WIDTHS = [320, 270, 450, 768];

/** Components that are looked at in another test of this folder. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "pane/export/copy-button": "refusals.test.ts",
  "pane/inspect/spreadsheet-inspect-tab": "sheets-sidebar.test.ts",
  "pane/late-tab": "pane.test.ts",
  "pane/mount-pane": "pane.test.ts",
  "pane/refresh/spreadsheet-refresh-tab": "sheets-sidebar.test.ts",
  "pane/refresh/unattended": "sheets-sidebar.test.ts",
  "pane/settings/unknown-name-cells": "host-check.test.ts",
  "pane/share/sheet-copy": "sheets-sidebar.test.ts",
};

describe("every view", () => {
  it(
    "of the pane in Excel is accessible and fits every width",
    async () => {
      let arrive = (_: boolean): void => undefined;
      const nothing = { documents: 0, unchanged: 0, added: 0, changed: 0, failures: [], leftOut: [], notices: [] };
      const run: RunUpdate = async ({ on, stop }) => {
        const arrived = new Promise<boolean>((resolve) => (arrive = resolve));
        const treasury = { publisher: "treasury", feed: "treasury.par-yield-curve" };
        on?.({ event: "due", publishers: [{ id: "treasury", name: "U.S. Department of the Treasury", feeds: 1 }, { id: "sec", name: "U.S. Securities and Exchange Commission", feeds: 1 }] }); // prettier-ignore
        on?.({ event: "ended", publisher: "sec", feed: "sec.x", title: "x", ...nothing, waiting: "the SEC requires a contact with every request." });
        on?.({ event: "began", ...treasury });
        on?.({ event: "progress", ...treasury, done: 12, of: 35 });
        const failed = await Promise.race([arrived, new Promise<boolean>((resolve) => stop.addEventListener("abort", () => resolve(true)))]);
        if (stop.aborted) return { status: 1 };
        const failures = failed
          ? [{ url: "https://home.treasury.gov/x.csv", message: "The server answered with status 503. It is asked again at the next update." }]
          : [];
        on?.({ event: "ended", ...treasury, title: "x", ...nothing, failures: failures as never, documents: 35, added: 1 });
        return { status: failed ? 1 : 0 };
      };
      at.service.runUpdate = run;
      at.service.switches.localKey = true;
      const excel = await at.excel();
      const wrong: unknown[] = [];
      const resize = async (width: number): Promise<void> => {
        await excel.page.setViewportSize({ width, height: 900 });
        await excel.page.evaluate((w) => void (document.querySelector("iframe")!.style.width = `${w}px`), width);
        await excel.pane.waitForFunction((w) => window.innerWidth === w, width);
      };
      for (const view of PANE_VIEWS) {
        await view.open({ excel, service: at.service, arrive: (isFailed) => arrive(isFailed) }).catch((e: unknown) => {
          throw new Error(`This view did not open: ${view.name}`, { cause: e });
        });
        const status = async () => (await excel.pane.locator(".said").textContent())?.trim();
        await expectEventually(status)
          .toMatch(view.says ?? /^$/)
          .catch((e: unknown) => {
            throw new Error(`This view says something else: ${view.name}`, { cause: e });
          });
        const found = await checkView({ page: excel.page, frame: excel.pane, widths: WIDTHS, resize }, view.name);
        if (found.length > 0) wrong.push({ view: view.name, found });
      }
      expect({ tested: TESTED, wrong }).toEqual({ tested: TESTED, wrong: [] });
    },
    many(900_000, 180_000),
  );

  it("of the pane is named here", () => {
    const components = (readdirSync(path.join(ROOT, "src", "pane"), { recursive: true }) as string[])
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => `pane/${file.split(path.sep).join("/").slice(0, -".tsx".length)}`);
    const named = [...PANE_VIEWS.flatMap(({ shows }) => shows), ...Object.keys(ELSEWHERE)];
    expect(components.filter((component) => !named.includes(component))).toEqual([]);
    expect(named.filter((component) => !components.includes(component))).toEqual([]);
    const tests = [...new Set(Object.values(ELSEWHERE))];
    expect(tests.filter((test) => !/\b(accessible|looksRight)\(/.test(readFileSync(path.join(__dirname, test), "utf8")))).toEqual([]);
  });
});
