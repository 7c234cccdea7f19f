import { createHeldRequests } from "../../../src/hosts/excel/held-requests";
import { pass, withFakeTimers } from "../../time";

withFakeTimers();

const later = () => {
  let settle: () => void = () => undefined;
  const request = new Promise<void>((resolve) => (settle = resolve));
  return { request, settle };
};

/** @param isEditing what Excel answers to the question, if it answers */
function watched(isEditing: () => Promise<boolean>) {
  let questions = 0;
  const held = createHeldRequests(() => {
    questions++;
    return isEditing();
  });
  const heard: (string | undefined)[] = [];
  held.onChange(() => heard.push(held.state()));
  return { held, heard, questions: () => questions };
}

it("says that a cell is edited after a second, until the request is answered", async () => {
  const { held, heard } = watched(async () => true);
  const { request, settle } = later();
  const watching = held.watch(request);
  await pass(999);
  expect(held.state()).toBeUndefined();
  await pass(1);
  expect(held.state()).toBe("editing");
  await pass(60_000);
  settle();
  await watching;
  expect(heard).toEqual(["editing", undefined]);
});

it("says it again after a second for the next request", async () => {
  const { held, heard } = watched(async () => true);
  for (let i = 0; i < 3; i++) {
    const { request, settle } = later();
    const watching = held.watch(request);
    await pass(1_000);
    expect(held.state()).toBe("editing");
    settle();
    await watching;
  }
  expect(heard).toEqual(["editing", undefined, "editing", undefined, "editing", undefined]);
});

it("asks nothing about requests that are answered within a second", async () => {
  const { held, heard, questions } = watched(async () => true);
  for (let i = 0; i < 20; i++) {
    const { request, settle } = later();
    const watching = held.watch(request);
    await pass(900);
    settle();
    await watching;
  }
  await pass(10_000);
  expect([heard, questions()]).toEqual([[], 0]);
});

it("asks with one question at a time about many requests, and says that Excel does not answer if that is held too", async () => {
  const { held, heard, questions } = watched(() => new Promise(() => undefined));
  const requests = Array.from({ length: 100 }, later);
  const watching = requests.map(({ request }) => held.watch(request));
  await pass(60_000);
  expect([heard, questions()]).toEqual([["silent"], 1]);
  for (const { settle } of requests) settle();
  await Promise.all(watching);
  expect(heard).toEqual(["silent", undefined]);
});

it("says nothing while Excel works, and notices an edit that begins later", async () => {
  let editing = false;
  const { held, heard } = watched(async () => editing);
  const { request } = later();
  void held.watch(request);
  await pass(5_000);
  expect(heard).toEqual([]);
  editing = true;
  await pass(2_000);
  expect(heard).toEqual(["editing"]);
});

it("passes on a refused request, and an Excel that cannot say whether a cell is edited", async () => {
  const { held, heard } = watched(() => Promise.reject(new Error("no")));
  const watching = held.watch(new Promise((_, reject) => void setTimeout(() => reject(new Error("refused")), 1_500)));
  const refused = expect(watching).rejects.toThrow("refused");
  await pass(5_000);
  await refused;
  expect(heard).toEqual([]);
});

const limited = () => Object.assign(new Error("Too many requests."), { code: "ActivityLimitReached" });

it("makes a refused request again after a pause, which all requests share", async () => {
  const { held, heard, questions } = watched(async () => false);
  let refusals = 1;
  let sent = 0;
  const ask = () =>
    held.patiently(async () => {
      sent++;
      if (refusals-- > 0) throw limited();
      return sent;
    });
  const first = ask();
  await pass(0);
  const others = Array.from({ length: 99 }, ask);
  expect([sent, held.state()]).toEqual([1, "limited"]);
  await pass(1_000);
  expect(await Promise.all([first, ...others])).toHaveLength(100);
  expect([sent, questions(), heard]).toEqual([101, 0, ["limited", undefined]]);
});

it("refuses what Excel refuses for a minute, and then waits no second minute until Excel answers again", async () => {
  const { held } = watched(async () => false);
  let sent = 0;
  let isLimited = true;
  const ask = () =>
    held
      .patiently(async () => {
        sent++;
        if (isLimited) throw limited();
        return "answered";
      })
      .catch((e: Error) => `${e.name}: ${e.message}`);
  const first = ask();
  await pass(60_000);
  expect(await first).toMatch(/^WorkbookRefusal: Excel refused this for a minute.*Wait a minute/);
  expect(sent).toBe(7);
  expect(await ask()).toMatch(/^WorkbookRefusal/);
  expect(sent).toBe(8);
  isLimited = false;
  expect(await ask()).toBe("answered");
  isLimited = true;
  const again = ask();
  await pass(1_000);
  isLimited = false;
  await pass(2_000);
  expect(await again).toBe("answered");
});

it("does not repeat a request that Excel refuses for its content", async () => {
  const { held } = watched(async () => false);
  let sent = 0;
  const refused = held.patiently(() => {
    sent++;
    return Promise.reject(Object.assign(new Error("no"), { code: "InvalidArgument" }));
  });
  await expect(refused).rejects.toThrow("no");
  expect(sent).toBe(1);
});

describe("a stop", () => {
  const refusal = (what: Promise<unknown>) => what.then(() => "answered").catch((e: Error) => `${e.name}: ${e.message}`);

  it("ends a request in a pause at once, which is not made again; others go on", async () => {
    const { held } = watched(async () => false);
    const stop = new AbortController();
    const sent = { stopped: 0, other: 0 };
    let isLimited = true;
    const ask = (who: keyof typeof sent, signal?: AbortSignal) =>
      held.patiently(async () => {
        sent[who]++;
        if (isLimited) throw limited();
      }, signal);
    const [stopped, waiting, other] = [refusal(ask("stopped", stop.signal)), refusal(ask("stopped", stop.signal)), refusal(ask("other"))];
    await pass(7_000);
    const before = sent.stopped;
    stop.abort();
    await pass(1);
    expect([await stopped, await waiting]).toEqual(Array.from({ length: 2 }, () => "WorkbookRefusal: Stopped. Nothing was changed."));
    expect(held.state()).toBe("limited");
    isLimited = false;
    await pass(30_000);
    expect(await other).toBe("answered");
    expect([sent.stopped, held.state()]).toEqual([before, undefined]);
  });

  it("ends a request that Excel holds after a second; one that is answered within it is answered", async () => {
    const { held, heard } = watched(async () => true);
    const stop = new AbortController();
    const [long, short] = [later(), later()];
    const ended = [long, short].map(({ request }) => refusal(held.watch(request, stop.signal)));
    await pass(10_000);
    stop.abort();
    await pass(500);
    short.settle();
    await pass(500);
    expect(await Promise.all(ended)).toEqual(["WorkbookRefusal: Stopped. Nothing was changed.", "answered"]);
    expect(heard).toEqual(["editing", undefined]);
    long.settle();
    // What is asked after a stop, such as what was done, has the same second.
    const after = refusal(held.watch(later().request, stop.signal));
    await pass(1_000);
    expect(await after).toMatch(/^WorkbookRefusal: Stopped/);
  });
});
