import { useEffect, useState } from "preact/hooks";

/** A value, or why there is none and what to do. */
export type Loaded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

interface LoadOptions<T> {
  /** Wait before the load, so that moving on quickly, or typing, loads nothing. */
  readonly pauseMs?: number | undefined;
  /** True if the last value stays until the next one is there. */
  readonly keeps?: (last: T) => boolean;
}

/**
 * Loads a value, and loads it again whenever one of `of` changes. A late value of an earlier load is dropped. Undefined until the first value is there.
 *
 * @param load never rejects; returns undefined if there is nothing to load
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T> | undefined,
  of: readonly unknown[],
  { pauseMs, keeps }: LoadOptions<T> = {},
): T | undefined {
  const [loaded, set] = useState<{ readonly value: T } | undefined>();
  useEffect(() => {
    const controller = new AbortController();
    set((last) => (last && keeps?.(last.value) ? last : undefined));
    const start = () =>
      void load(controller.signal)?.then((value) => {
        if (!controller.signal.aborted) set({ value });
      });
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (pauseMs === undefined) start();
    else timer = setTimeout(start, pauseMs);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, of);
  return loaded?.value;
}
