import { onStop, type Stops } from "../../../src/commands/until-stopped";

/** Signals, a parent process and a timer, all controlled by the test. */
function stops(terminal: boolean, parent = true) {
  const handlers = new Map<string, () => void>();
  const checks: (() => void)[] = [];
  let pid = 100;
  const machine: Stops = {
    on: (signal, then) => {
      handlers.set(signal, then);
      return () => handlers.delete(signal);
    },
    terminal,
    parent: parent ? { first: 100, current: () => pid } : undefined,
    every: (_ms, check) => {
      checks.push(check);
      return () => checks.splice(0);
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
    checks,
    send: (signal: string) => handlers.get(signal)?.(),
    orphan: () => {
      pid = 1;
      checks.forEach((check) => check());
    },
  };
}

test.each(["SIGINT", "SIGTERM"])("a running command stops on %s", (signal) => {
  const s = stops(false);
  s.send(signal);
  expect(s.stopped).toHaveBeenCalledTimes(1);
});

test("a running command stops on SIGHUP when its terminal closes", () => {
  const s = stops(true);
  s.send("SIGHUP");
  expect(s.stopped).toHaveBeenCalledTimes(1);
});

test("a command without a terminal, as under nohup, keeps running after SIGHUP until SIGTERM", () => {
  const s = stops(false);
  s.send("SIGHUP");
  s.send("SIGHUP");
  s.orphan();
  expect([s.stopped.mock.calls.length, s.hungUp.mock.calls.length]).toEqual([0, 1]);
  s.send("SIGTERM");
  expect(s.stopped).toHaveBeenCalledTimes(1);
});

test("a command that npm started stops when that npm process ends", () => {
  const s = stops(false);
  s.checks.forEach((check) => check());
  expect(s.stopped).not.toHaveBeenCalled();
  s.orphan();
  expect(s.stopped).toHaveBeenCalledTimes(1);
});

test("release() removes the signal handlers and the check of the parent process", () => {
  const s = stops(false);
  expect([s.handlers.size, s.checks.length]).toEqual([3, 1]);
  s.release();
  expect([s.handlers.size, s.checks.length]).toEqual([0, 0]);
});

test("a command that npm did not start does not check its parent process", () => {
  expect(stops(false, false).checks).toEqual([]);
});
