import { onStop, type Stops } from "../../../src/commands/until-stopped";

/** Signals, a parent process and a timer, all controlled by the test. */
function stops(terminal: boolean, parent = true) {
  const handlers = new Map<string, () => void>();
  const looks: (() => void)[] = [];
  let pid = 100;
  const machine: Stops = {
    on: (signal, then) => {
      handlers.set(signal, then);
      return () => handlers.delete(signal);
    },
    terminal,
    parent: parent ? { first: 100, current: () => pid } : undefined,
    every: (_ms, look) => {
      looks.push(look);
      return () => looks.splice(0);
    },
  };
  const stopped = jest.fn();
  const hungUp = jest.fn();
  const release = onStop(stopped, machine, hungUp);
  return {
    stopped,
    hungUp,
    release,
    handlers,
    looks,
    send: (signal: string) => handlers.get(signal)?.(),
    orphan: () => {
      pid = 1;
      looks.forEach((look) => look());
    },
  };
}

test.each(["SIGINT", "SIGTERM"])("stops on %s", (signal) => {
  const s = stops(false);
  s.send(signal);
  expect(s.stopped).toHaveBeenCalledTimes(1);
});

test("stops on a hang-up from a terminal", () => {
  const s = stops(true);
  s.send("SIGHUP");
  expect(s.stopped).toHaveBeenCalledTimes(1);
});

test("ignores a hang-up without a terminal, as under nohup", () => {
  const s = stops(false);
  s.send("SIGHUP");
  s.send("SIGHUP");
  s.orphan();
  expect([s.stopped.mock.calls.length, s.hungUp.mock.calls.length]).toEqual([0, 1]);
  s.send("SIGTERM");
  expect(s.stopped).toHaveBeenCalledTimes(1);
});

test("stops when the npm that started it ends, not before", () => {
  const s = stops(false);
  s.looks.forEach((look) => look());
  expect(s.stopped).not.toHaveBeenCalled();
  s.orphan();
  expect(s.stopped).toHaveBeenCalledTimes(1);
});

test("watches nothing after the release, and no parent unless npm started the process", () => {
  const s = stops(false);
  s.release();
  expect([s.handlers.size, s.looks.length]).toEqual([0, 0]);
  expect(stops(false, false).looks).toEqual([]);
});
