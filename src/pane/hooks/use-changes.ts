import { useEffect, useReducer } from "preact/hooks";

/** Redraws whenever the source changes: the host, a refresher, some work. */
export function useChanges(source: { onChange(listener: () => void): () => void }): void {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const stop = source.onChange(() => draw(undefined));
    // Includes changes between the first drawing and this effect.
    draw(undefined);
    return stop;
  }, [source]);
}
