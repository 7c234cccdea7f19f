import { useEffect, useState } from "preact/hooks";
import { missingOf, type FieldInput } from "./call-text";
import type { FormSpec } from "./form-spec";
import { isOneArgument, wrongWith, type FieldValue } from "./read-inputs";

/** Why no value is shown yet. */
export type Waiting = { readonly kind: "reading" | "wrong" | "asking" } | { readonly kind: "missing"; readonly names: readonly string[] };

export interface Previewed<R> {
  readonly preview: Waiting | R;
  /** Error of each argument, by index. */
  readonly wrongs: readonly (string | undefined)[];
}

/** How a host previews a formula. */
interface PreviewSource<R> {
  /** Pause in typing after which `ask` is called. */
  readonly pauseMs: number;
  /** What one argument may be, with an example. */
  readonly oneArgument: string;
  readonly read: () => Promise<readonly FieldValue[]>;
  /**
   * Returns the value, or why it is missing; arguments are complete and valid. Calls `asking` if that takes a while. A late result is dropped; undefined
   * means none.
   */
  readonly ask: (args: readonly FieldValue[], asking: () => void, signal: AbortSignal) => Promise<R | undefined>;
}

/** Previews a formula after a pause in typing. Starts again if the form or one of `dependencies` changes. */
export function usePreview<R>(source: PreviewSource<R>, spec: FormSpec, inputs: readonly FieldInput[], dependencies: readonly unknown[]): Previewed<R> {
  const [previewed, setPreviewed] = useState<Previewed<R>>({ preview: { kind: "reading" }, wrongs: [] });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const work = async () => {
      const args = await source.read();
      const wrongs = spec.parameters.map((p, i) => {
        const input = inputs[i];
        if (!input || input.text.trim() === "") return undefined;
        return input.mode === "cell" && !isOneArgument(input.text)
          ? `${p.name}: expected ${source.oneArgument}, got something else. Check its quotes and brackets.`
          : wrongWith(spec, args, i);
      });
      const put = (preview: Waiting | R) => {
        if (!signal.aborted) setPreviewed({ preview, wrongs });
      };
      if (wrongs.some((wrong) => wrong !== undefined)) return put({ kind: "wrong" });
      const missing = missingOf(spec, inputs);
      if (missing.length > 0) return put({ kind: "missing", names: missing.map((p) => p.name) });
      if (signal.aborted) return;
      const result = await source.ask(args, () => put({ kind: "asking" }), signal);
      if (result !== undefined) put(result);
    };
    const timer = setTimeout(() => void work(), source.pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [spec, JSON.stringify(inputs), ...dependencies]);
  return previewed;
}
