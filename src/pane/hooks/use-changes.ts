import { useEffect, useReducer } from "preact/hooks";

/** Redraws when the source changes, such as the host or the refresher. */
export function useChanges(source: { onChange(listener: () => void): () => void }): void {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const stop = source.onChange(() => draw(undefined));
    // Catches changes between the first render and this effect.
    draw(undefined);
    return stop;
  }, [source]);
}
