import { useEffect, useReducer } from "preact/hooks";
import type { Work, WorkState } from "./work";

/** The state of some work, drawn again as it goes on. */
export function useWork<T>(work: Work<T>): WorkState<T> {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => work.onChange(() => draw(undefined)), [work]);
  return work.state();
}
