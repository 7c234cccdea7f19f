// Waiting for what happens by itself, and timers that only a test moves.

/** How long something is waited for. It only ends what hangs: two busy cores may take many times as long as a quiet machine, and nothing is timed by it. */
export const LIMIT_MS = 180_000;

const EVERY_MS = 50;
const realTimeout = setTimeout;
const pause = (ms: number): Promise<void> => new Promise((resolve) => void realTimeout(resolve, ms));

/** Runs the check until it throws nothing, and returns its result. Timers that are faked move on meanwhile. */
export async function untilPasses<T>(check: () => T | Promise<T>): Promise<T> {
  const end = process.hrtime.bigint() + BigInt(LIMIT_MS) * 1_000_000n;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (process.hrtime.bigint() > end) throw error;
    }
    if (setTimeout !== realTimeout) await jest.advanceTimersByTimeAsync(EVERY_MS);
    await pause(EVERY_MS);
  }
}

export const untilTrue = (check: () => boolean | Promise<boolean>): Promise<void> =>
  untilPasses(async () => {
    if (!(await check())) throw new Error(`Not so within the time: ${check.toString()}`);
  });

type Matchers<T> = jest.Matchers<Promise<void>, T>;

/** `expect` of what `read` returns, repeated until it holds. */
export function expectEventually<T>(read: () => T): Matchers<Awaited<T>> & { readonly not: Matchers<Awaited<T>> } {
  const repeated = (not: boolean): unknown =>
    new Proxy(
      {},
      {
        get: (_, name) =>
          name === "not"
            ? repeated(true)
            : (...expected: readonly unknown[]) =>
                untilPasses(async () => {
                  const found = expect(await read());
                  ((not ? found.not : found) as unknown as Record<PropertyKey, (...all: readonly unknown[]) => void>)[name]!(...expected);
                }),
      },
    );
  return repeated(false) as ReturnType<typeof expectEventually<T>>;
}

const TIMERS = ["Date", "performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "clearImmediate"] as const;
const OTHERS = ["hrtime", "nextTick", "queueMicrotask"] as const;

/** Replaces timers and the clock, or only some of them, by ones that `jest.advanceTimersByTimeAsync` moves. */
export function fakeTimers({ only = TIMERS, now }: { readonly only?: readonly (typeof TIMERS)[number][]; readonly now?: number } = {}): void {
  jest.useFakeTimers({ doNotFake: [...OTHERS, ...TIMERS.filter((name) => !only.includes(name))], ...(now === undefined ? {} : { now }) });
}

/** The same for each test of a file or describe block. */
export function withFakeTimers(...given: Parameters<typeof fakeTimers>): void {
  beforeEach(() => fakeTimers(...given));
  afterEach(() => void jest.useRealTimers());
}

export const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
