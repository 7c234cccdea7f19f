import { useReducer } from "preact/hooks";
import { BLANK, expressionText, type Input } from "../../../pane/formula/call-text";
import type { FormSpec } from "../../../pane/formula/form-spec";
import { readInputs } from "../../../pane/formula/read-inputs";
import { usePreview } from "../../../pane/formula/use-preview";
import type { Sourced } from "../sidebar-calls";
import type { InsertMemory } from "./insert-memory";
import type { RunScript } from "./run-script";
import { wordsOf } from "./words-of";

/** The script's preview of a formula. */
export type ScriptPreview =
  | { readonly kind: "no_key" }
  /** `of` is the previewed call if the formula refers to cells; for a range, the call of its first cell. */
  | { readonly kind: "sourced"; readonly sourced: Sourced; readonly of?: string }
  /** The script could not be called, or did not answer. */
  | { readonly kind: "failed"; readonly message: string };

/** Previews a formula through the script, one call at a time. */
export function useScriptPreview(
  run: RunScript,
  memory: InsertMemory,
  spec: FormSpec,
  inputs: readonly Input[],
  sheet: string | undefined,
  hasKey: boolean,
  asOf: string | undefined,
) {
  const [attempt, retry] = useReducer((n: number) => n + 1, 0);
  // The active sheet matters only if the formula refers to a cell.
  const from = inputs.some(({ mode }) => mode === "cell") ? sheet : "";
  const previewed = usePreview<ScriptPreview>(
    {
      // A call of the script takes a second or more.
      pauseMs: 700,
      oneArgument: "one cell, range or expression, such as A2 or A2:A40",
      read: () => readInputs(spec, inputs, undefined, undefined),
      ask: async (_, asking, signal) => {
        if (!hasKey) return { kind: "no_key" };
        asking();
        await memory.previewing;
        if (signal.aborted) return undefined;
        const given = spec.parameters.map((_, i) => inputs[i] ?? BLANK);
        const preview = run(
          "preview",
          spec.id,
          given.map((input) => ({ mode: input.mode, text: input.mode === "cell" ? expressionText(input, sheet) : input.text.trim() })),
        );
        memory.previewing = preview.catch(() => undefined);
        try {
          const sourced = await preview;
          return { kind: "sourced", sourced, ...(given.some(({ mode }) => mode === "cell") ? { of: sourced.label } : {}) };
        } catch (e) {
          return { kind: "failed", message: wordsOf(e) };
        }
      },
    },
    spec,
    inputs,
    [run, memory, from, hasKey, asOf, attempt],
  );
  return { ...previewed, retry: () => retry(undefined) };
}
