import { createCallLog } from "../../../src/core/call-log";
import { createClient } from "../../../src/core/client";
import { createPaneServices } from "../../../src/web-page/pane-services";
import type { PageRuntime } from "../../../src/web-page/runtime";
import { price } from "../pane/in-memory-host";
import { good, virtualHost } from "../core/virtual-host";

function services() {
  const wire = virtualHost();
  const client = createClient(wire);
  client.setAccess("present");
  return {
    wire,
    cells: createPaneServices({
      client,
      connection: { onChange: () => () => undefined, state: () => ({ kind: "none" }) },
      callLog: createCallLog(),
    } as unknown as PageRuntime).cells,
  };
}

/** A signal and its number of listeners. */
function watched() {
  const abort = new AbortController();
  const listeners = new Set<unknown>();
  const { signal } = abort;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  jest.spyOn(signal, "addEventListener").mockImplementation((...all: Parameters<typeof add>) => {
    listeners.add(all[1]);
    add(...all);
  });
  jest.spyOn(signal, "removeEventListener").mockImplementation((...all: Parameters<typeof remove>) => {
    listeners.delete(all[1]);
    remove(...all);
  });
  return { abort, listeners: () => listeners.size };
}

test("an abort signal has no listeners left once its questions are answered", async () => {
  const { wire, cells } = services();
  const { abort, listeners } = watched();
  const asked = [cells.ask(price("A"), abort.signal), cells.renew(price("B"), abort.signal)];
  expect(listeners()).toBe(2);
  wire.pass(60);
  for (const sent of wire.sent) sent.reply(good(sent, () => ({ value: 1 })));
  expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual(["answer", "answer"]);
  expect(listeners()).toBe(0);
  // Answered from the cache at once.
  await cells.ask(price("A"), abort.signal);
  expect(listeners()).toBe(0);
});

test.each(["before", "while"])("a signal aborted %s the call cancels the question", async (when) => {
  const { wire, cells } = services();
  const abort = new AbortController();
  if (when === "before") abort.abort();
  const asked = cells.renew(price("A"), abort.signal);
  if (when === "while") abort.abort();
  expect(await asked).toMatchObject({ kind: "failure", failure: { code: "cancelled" } });
  wire.pass(1_000);
  expect(wire.sent).toEqual([]);
});
