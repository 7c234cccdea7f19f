import type { PaneHost } from "../../../src/pane/pane-host";
import { createWork, workPerBook, type Working } from "../../../src/pane/work/work";
import { WorkbookRefusal } from "../../../src/workbook/workbook-refusal";

/** Work that waits until the test lets it continue. */
function held() {
  let working: Working | undefined;
  let go: (result: string | undefined) => void = () => undefined;
  let fail: (e: Error) => void = () => undefined;
  const run = (given: Working) => {
    working = given;
    return new Promise<string | undefined>((resolve, reject) => {
      go = resolve;
      fail = reject;
    });
  };
  return { run, working: () => working!, go: (r: string | undefined) => go(r), fail: (e: Error) => fail(e) };
}

describe("a long task", () => {
  it("reports its steps and progress, and ends with its result", async () => {
    const work = createWork<string>();
    const seen: string[] = [];
    work.onChange(() => seen.push(JSON.stringify(work.state())));
    const { run, working, go } = held();
    const ends = work.start("Reading", run);
    working().progress(1, 4);
    working().step("Writing");
    go("a result");
    expect(await ends).toEqual({ kind: "done", result: "a result" });
    expect(seen.map((text) => JSON.parse(text) as unknown)).toEqual([
      { working: { words: "Reading", done: 0, of: 0 } },
      { working: { words: "Reading", done: 1, of: 4 } },
      { working: { words: "Writing", done: 0, of: 0 } },
      { last: { kind: "done", result: "a result" }, result: "a result" },
    ]);
  });

  it("keeps its newest result while it runs again, and if that fails", async () => {
    const work = createWork<string>();
    await work.start("Reading", async () => "first");
    const { run, fail } = held();
    const again = work.start("Reading", run);
    expect(work.state()).toEqual({ working: { words: "Reading", done: 0, of: 0 }, result: "first" });
    fail(new WorkbookRefusal("Busy."));
    await again;
    expect(work.state()).toEqual({ last: { kind: "failed", message: "Busy." }, result: "first" });
  });

  it("does not start again while it runs", async () => {
    const work = createWork<string>();
    const { run, go } = held();
    const first = work.start("One", run);
    const second = work.start("Two", run);
    expect(work.state().working?.words).toBe("One");
    go("one");
    expect([await first, await second]).toEqual([
      { kind: "done", result: "one" },
      { kind: "done", result: "one" },
    ]);
  });

  it.each([
    ["returns nothing", (h: ReturnType<typeof held>) => h.go(undefined)],
    ["fails", (h: ReturnType<typeof held>) => h.fail(new Error("aborted"))],
  ])("ends as stopped if it %s after stop(), and reports no more progress", async (_, end) => {
    const work = createWork<string>();
    const h = held();
    const ends = work.start("Reading", h.run);
    work.stop();
    expect(h.working().signal.aborted).toBe(true);
    h.working().progress(3, 4);
    expect(work.state()).toEqual({ working: { words: "Reading", done: 0, of: 0 } });
    end(h);
    expect(await ends).toEqual({ kind: "stopped" });
  });

  it("fails with the workbook's own message, or with a general message for any other error", async () => {
    const ended = async (e: Error) => createWork<string>().start("Reading", () => Promise.reject(e));
    expect(await ended(new WorkbookRefusal("The sheet is protected. Unprotect it."))).toEqual({
      kind: "failed",
      message: "The sheet is protected. Unprotect it.",
    });
    expect(await ended(new TypeError("undefined is not a function"))).toEqual({ kind: "failed", message: expect.stringMatching(/Try again/) as string });
  });

  it("is one object per pane, so that it continues while its tab is hidden", () => {
    const of = workPerBook<string>();
    const hostOf = (): PaneHost => ({ workbook: () => undefined, onChange: () => () => undefined }) as unknown as PaneHost;
    const [one, other] = [hostOf(), hostOf()];
    expect(of(one)).toBe(of(one));
    expect(of(one)).not.toBe(of(other));
  });
});
