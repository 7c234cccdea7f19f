import { KEYS } from "../local-service";
import { enterKey } from "../stage";
import type { Clock } from "./clock";
import type { FaultyService } from "./faulty-service";
import type { Random } from "./random";
import type { Window } from "./window";

/** What a round is made of. */
export interface Storm {
  readonly windows: readonly [Window, Window];
  readonly service: FaultyService;
  readonly clock: Clock;
  readonly random: Random;
  readonly origin: string;
  /** Starts a refresh of the window's workbook, which the round waits for. */
  refresh(window: Window): void;
  /** The key that both windows use. */
  key: string;
}

const some = ({ random }: Storm, { rows }: Window, probability: number) => random.some(rows, probability);
const other = ({ windows: [first, second] }: Storm, window: Window): Window => (window === first ? second : first);

/** Saves another key in the pane of this window. */
async function saveKey(storm: Storm, { excel }: Window): Promise<void> {
  const next = storm.key === KEYS.good ? KEYS.local : KEYS.good;
  const { pane } = excel;
  await pane.getByRole("tab", { name: "Account" }).click();
  const change = pane.getByRole("button", { name: "Use another key" });
  await change.or(pane.getByLabel("Base URL")).first().waitFor();
  if (await change.isVisible()) await change.click();
  await enterKey(excel, next, storm.origin);
  await pane.waitForFunction((key) => Object.values({ ...localStorage }).some((text) => String(text).includes(key)), next);
  storm.key = next;
}

/** What happens to the pages and their workbooks while calls wait, by name. */
export const EVENTS = {
  "the runtime is suspended": async (storm, window) => {
    const { clock, random, service, windows } = storm;
    service.hold();
    window.calculate(some(storm, window, 0.5));
    await clock.pass(100);
    // office.js drops results that Excel refuses a minute after they were made.
    for (const { excel } of windows) excel.workbook.limitedResults = 0;
    await clock.suspend(random.pick([6_000, 20_000, 62_000, 600_000]), service.release);
  },
  "time passes": async ({ clock, random }) => clock.pass(random.pick([100, 700, 3_000, 14_000])),
  "an edition is published": async ({ service }) => service.publish(),
  "cells calculate again while they wait": async (storm, window) => window.calculate(some(storm, window, 0.3)),
  "cells are cleared and entered again": async (storm, window) => window.clear(some(storm, window, 0.1)),
  "the workbook is refreshed": async (storm, window) => storm.refresh(window),
  "Excel limits requests and results": async (storm, window) => {
    window.excel.workbook.limited = storm.random.pick([[0], [0, 1, 2], [1, 3, 5], [0, 2, 3, 4, 9]]);
    window.excel.workbook.limitedResults = storm.random.pick([0, 1, 4]);
    storm.refresh(window);
  },
  "a cell is edited during a refresh": async (storm, window) => {
    window.excel.workbook.editing = true;
    storm.refresh(window);
    await storm.clock.pass(storm.random.pick([500, 3_000, 30_000]));
    window.excel.workbook.editing = false;
  },
  "a co-author types and deletes a sheet during a refresh": async (storm, window) => {
    storm.refresh(window);
    await storm.clock.pass(storm.random.pick([1, 50, 400]));
    for (const row of some(storm, window, 0.02)) window.author(row, storm.random.pick(["=not a formula", "7 apples", '=SERVICE.FRED("DGS10")']));
    if (storm.random.chance(0.5)) window.deleteShared();
  },
  "the key is removed and saved in the other window": async (storm, window) => {
    storm.service.refuse(undefined);
    storm.service.noteNoKey();
    const second = other(storm, window);
    const { pane } = second.excel;
    await pane.getByRole("tab", { name: "Account" }).click();
    await pane.getByRole("button", { name: "Remove key" }).click();
    await pane.getByRole("button", { name: "Remove key now" }).click();
    window.calculate(some(storm, window, 0.3));
    await saveKey(storm, second);
  },
  "the key is revoked, and another is saved in the other window": async (storm, window) => {
    storm.service.refuse(storm.key);
    window.calculate(some(storm, window, 0.3));
    await storm.clock.pass(2_000);
    await saveKey(storm, other(storm, window));
  },
  "the page is loaded again": async (_, window) => window.excel.reload(),
} satisfies Readonly<Record<string, (storm: Storm, window: Window) => Promise<void>>>;

export type EventName = keyof typeof EVENTS;
