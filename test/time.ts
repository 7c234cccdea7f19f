// Waiting for what happens by itself, and timers that only a test moves.

interface Limits {
  readonly timeout?: number;
  readonly interval?: number;
}

const realTimeout = setTimeout;
const pause = (ms: number): Promise<void> => new Promise((resolve) => void realTimeout(resolve, ms));

/** Runs the check until it throws nothing, and returns its result. Timers that are faked move on meanwhile. */
export async function untilPasses<T>(check: () => T | Promise<T>, { timeout = 5_000, interval = 50 }: Limits = {}): Promise<T> {
  const end = process.hrtime.bigint() + BigInt(timeout) * 1_000_000n;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (process.hrtime.bigint() > end) throw error;
    }
    if (setTimeout !== realTimeout) await jest.advanceTimersByTimeAsync(interval);
    await pause(interval);
  }
}

export const untilTrue = (check: () => boolean | Promise<boolean>, limits?: Limits): Promise<void> =>
  untilPasses(async () => {
    if (!(await check())) throw new Error(`Not so within the time: ${check.toString()}`);
  }, limits);

type Matchers<T> = jest.Matchers<Promise<void>, T>;

/** `expect` of what `read` returns, repeated until it holds. */
export function expectEventually<T>(read: () => T, limits?: Limits): Matchers<Awaited<T>> & { readonly not: Matchers<Awaited<T>> } {
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
                }, limits),
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
