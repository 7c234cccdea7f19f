import { addDays } from "../../src/contract/dates";
import { keptPage, type Kept } from "../conformance/kept-page";
import { KEYS, type LocalService, type Switches } from "./local-service";
import { release } from "./excel-host";
import { enterKey, evals } from "./stage";
import { openWorkbench, type Workbench } from "./workbench";

const kept = keptPage({ open: (browser, service) => openWorkbench(browser, service), renew: (workbench) => workbench.newBook() });

/** Enough questions for two requests; a sheet of this workbook has only 1,000 rows. */
const ROWS = 990;
const DAYS = Array.from({ length: ROWS }, (_, i) => addDays("2019-01-02", i));

/** 990 different questions, one of them inside a larger formula and one that depends on its neighbour, with formulas over them. */
async function openFilled(): Promise<Kept<Workbench>> {
  const opened = await kept();
  const bench = opened.page;
  await bench.write(
    `A1:B${ROWS}`,
    DAYS.map((day, i) => [`=SERVICE.FREDH("DGS10","${day}","last")`, `=A${i + 1}*2`]),
  );
  await bench.write("D1:E1", [["=SERVICE.FRED(E1)+1", "DGS2"]]);
  await bench.settled();
  await bench.pane.getByRole("tab", { name: "Refresh" }).click();
  return opened;
}

/** What all cells show after everything is answered and calculated. */
async function shown(bench: Workbench): Promise<readonly string[]> {
  await bench.settled();
  return bench.grid.evaluate(async ({ workbook }, rows) => {
    const places = Array.from({ length: rows * 5 }, (_, i) => ({ sheet: "Sheet1", row: Math.floor(i / 5), column: i % 5 }));
    return (await workbook.shown(places)).map(({ text }) => text);
  }, ROWS);
}
const refresh = ({ pane }: Workbench) => pane.getByRole("button", { name: "Refresh", exact: true });
const result = ({ pane }: Workbench) => pane.locator(".refresh-result, section[aria-labelledby=refresh-last] > .problem").first();

/** The service answers one request, then behaves like this. */
function afterOneRequest(service: LocalService, turn: Switches["eval"]): void {
  const before = evals(service).length;
  Object.defineProperty(service.switches, "eval", {
    configurable: true,
    get: (): Switches["eval"] => (evals(service).length > before + 1 ? turn : "answer"),
  });
}

const recover = ({ switches }: LocalService) => Object.defineProperty(switches, "eval", { configurable: true, writable: true, value: "answer" });

const overQuota = JSON.stringify({ detail: { code: "over_quota", reason: "the month's quota is used up", resets_at: "2024-07-01T00:00:00Z" } });

describe("a service that fails during a refresh of the workbook", () => {
  it.each<[string, Switches["eval"], RegExp]>([
    ["dies", "lost", /cannot be reached/],
    ["has an error", { status: 503 }, /had an error/],
    ["refuses the key", { status: 401, body: JSON.stringify({ detail: { code: "revoked_key" } }) }, /has been revoked/],
    ["runs out of quota", { status: 401, body: overQuota }, /quota is used up/],
    ["asks the client to wait for an hour", { status: 429, retryAfter: "3600" }, /Too many requests/],
  ])("%s: the pane reports it, no value is lost, and the next refresh works", async (_, turn, words) => {
    const { page: bench, service, passed } = await openFilled();
    const before = await shown(bench);
    afterOneRequest(service, turn);
    await refresh(bench).click();
    await bench.pane.getByRole("heading", { name: "No answer" }).waitFor();
    expect(await result(bench).innerText()).toMatch(/^991 cells asked, 0 changed, \d+ got no answer\.$/);
    expect(await bench.pane.locator("main").innerText()).toMatch(words);
    expect(await shown(bench)).toEqual(before);

    recover(service);
    // After a refused key, a spent quota or a long Retry-After no request is sent until it ends or the key changes.
    if (typeof turn === "object" && (turn.status === 401 || turn.status === 429)) await useAnotherKey(bench, service);
    await refresh(bench).click();
    await bench.pane.getByText("991 cells asked, 0 changed.", { exact: true }).first().waitFor();
    expect(await shown(bench)).toEqual(before);
    passed();
  });

  it("is slow: the refresh can be stopped, and the next works", async () => {
    const { page: bench, service, passed } = await openFilled();
    const before = await shown(bench);
    afterOneRequest(service, "held");
    await refresh(bench).click();
    await bench.pane.getByRole("progressbar").waitFor();
    await bench.pane.getByRole("button", { name: "Stop" }).click();
    await bench.pane.getByText("Stopped. Nothing was changed.").first().waitFor();
    expect(await shown(bench)).toEqual(before);

    recover(service);
    release(service);
    await refresh(bench).click();
    await bench.pane.getByText("991 cells asked, 0 changed.", { exact: true }).first().waitFor();
    expect(await shown(bench)).toEqual(before);
    passed();
  });
});

/** As a user does: enters another key, tests and saves it. */
async function useAnotherKey(bench: Workbench, service: LocalService): Promise<void> {
  const other = evals(service).at(-1)?.key === KEYS.good ? KEYS.local : KEYS.good;
  const { pane } = bench;
  await pane.getByRole("tab", { name: "Account" }).click();
  await pane.getByRole("button", { name: "Use another key" }).click();
  await enterKey(bench, other);
  await pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
  await pane.getByRole("tab", { name: "Refresh" }).click();
}
