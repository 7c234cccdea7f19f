import { useEffect, useReducer, useState } from "preact/hooks";
import { BLANK, expressionText, missingOf, type Input } from "../../../pane/formula/call-text";
import type { FormSpec } from "../../../pane/formula/form-spec";
import type { Waiting } from "../../../pane/formula/preview-frame";
import { isOneArgument, readInputs, wrongWith } from "../../../pane/formula/read-inputs";
import type { Sourced } from "../sidebar-calls";
import type { InsertMemory } from "./insert-memory";
import type { RunScript } from "./run-script";
import { wordsOf } from "./words-of";

/** What the formula would show, as far as that is known before it stands in a cell. */
export type Preview =
  | Waiting
  | { readonly kind: "no_key" }
  /** `of` is the one call that was asked, where cells are referred to: of a range, that of its first cell. */
  | { readonly kind: "sourced"; readonly sourced: Sourced; readonly of?: string }
  /** The script was not asked, or did not answer. */
  | { readonly kind: "failed"; readonly message: string };

interface Previewed {
  readonly preview: Preview;
  /** What is wrong with each argument, by its place. */
  readonly wrongs: readonly (string | undefined)[];
  /** Asks once more. */
  readonly again: () => void;
}

/** Pause in typing after which the script is asked: a call of it takes a second or more. */
const PAUSE_MS = 700;

const NOT_ONE =
  "expected one cell, range or expression, such as A2 or A2:A40, got something that does not stand as one argument; check its quotes and brackets.";

/** Asks the script, after a pause in typing, what the formula would give; never twice at once. What comes late for an earlier form is dropped. */
export function usePreview(
  run: RunScript,
  memory: InsertMemory,
  spec: FormSpec,
  inputs: readonly Input[],
  sheet: string | undefined,
  hasKey: boolean,
): Previewed {
  const [{ preview, wrongs }, setPreviewed] = useState<Omit<Previewed, "again">>({ preview: { kind: "reading" }, wrongs: [] });
  const [asked, again] = useReducer((n: number) => n + 1, 0);
  // Which sheet is in sight matters only where a cell is referred to.
  const from = inputs.some(({ mode }) => mode === "cell") ? sheet : "";
  useEffect(() => {
    let over = false;
    const work = async () => {
      const args = await readInputs(spec, inputs, undefined, undefined);
      const given = spec.parameters.map((_, i) => inputs[i] ?? BLANK);
      const found = given.map((input, i) => {
        if (input.text.trim() === "") return undefined;
        return input.mode === "cell" && !isOneArgument(input.text) ? `${spec.parameters[i]?.name ?? "argument"}: ${NOT_ONE}` : wrongWith(spec, args, i);
      });
      const put = (now: Preview) => !over && setPreviewed({ preview: now, wrongs: found });
      if (found.some((wrong) => wrong !== undefined)) return put({ kind: "wrong" });
      const missing = missingOf(spec, inputs);
      if (missing.length > 0) return put({ kind: "missing", names: missing.map((p) => p.name) });
      if (!hasKey) return put({ kind: "no_key" });
      put({ kind: "asking" });
      await memory.previewing;
      if (over) return;
      const asking = run(
        "preview",
        spec.id,
        given.map((input) => ({ mode: input.mode, text: input.mode === "cell" ? expressionText(input, sheet) : input.text.trim() })),
      );
      memory.previewing = asking.catch(() => undefined);
      try {
        const sourced = await asking;
        put({ kind: "sourced", sourced, ...(given.some(({ mode }) => mode === "cell") ? { of: sourced.label } : {}) });
      } catch (e) {
        put({ kind: "failed", message: wordsOf(e) });
      }
    };
    const timer = setTimeout(() => void work(), PAUSE_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [run, memory, spec, JSON.stringify(inputs), from, hasKey, asked]);
  return { preview, wrongs, again: () => again(undefined) };
}
