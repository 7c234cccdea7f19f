import { useEffect, useState } from "preact/hooks";
import { errorOf } from "../../core/failure";
import type { Outcome } from "../../core/outcome";
import { formulaOf, type Question } from "../../core/question";
import { isSampleFigure } from "../../sources/answer-words";
import type { CellPlace } from "../../workbook/cell";
import type { PaneHost } from "../pane-host";
import { paneWords, written } from "../pane-words";
import { formattedValue } from "../words/values-in-words";
import { type FieldInput, missingOf } from "./call-text";
import type { FormSpec } from "./form-spec";
import { type FieldValue, isOneArgument, questionOfFields, readInputs, wrongWith } from "./read-inputs";

interface Shown {
  readonly text: string;
  /** True if there is no value, and the text says why. */
  readonly missing: boolean;
  readonly sample: boolean;
  /** Observation date; empty if there is none. */
  readonly date: string;
}

/** An outcome in one line. */
export function shownOf(outcome: Outcome): Shown {
  const plain = (text: string): Shown => ({ text, missing: true, sample: false, date: "" });
  switch (outcome.kind) {
    case "answer": {
      const { value, observationDate } = outcome.answer;
      return {
        text: formattedValue(outcome.answer),
        missing: value === null,
        sample: isSampleFigure(outcome.answer),
        date: value === null ? "" : (observationDate ?? ""),
      };
    }
    case "failure":
      return plain(errorOf(outcome.failure));
    case "no_key":
      return plain("no API key");
    case "held":
      return plain(paneWords(outcome.stale));
    case "error_in":
      return plain(outcome.error);
  }
}

/** What a formula would show in a cell, or why that is not known yet. */
export type OutcomePreview =
  | { readonly kind: "reading" | "wrong" | "asking" }
  | { readonly kind: "missing"; readonly names: readonly string[] }
  /** Only the sheet can calculate these arguments. */
  | { readonly kind: "unknown"; readonly names: readonly string[] }
  | {
      readonly kind: "outcome";
      readonly outcome: Outcome;
      /** Undefined if the arguments are wrong. */ readonly question?: Question;
      /** The call whose value this is, if the formula may have several. */ readonly of?: string;
    };

interface Previewed {
  readonly preview: OutcomePreview;
  /** Error of each argument, by index. */
  readonly wrongs: readonly (string | undefined)[];
}

/** What is wrong with each argument on its own, by index. */
function wrongsOf(host: PaneHost, spec: FormSpec, inputs: readonly FieldInput[], values: readonly FieldValue[]): readonly (string | undefined)[] {
  const expected = host.spreadsheet ? "one cell, range or expression, such as A2 or A2:A40" : "one cell or one expression, such as A2 or TODAY()-1";
  return spec.parameters.map((p, i) => {
    const input = inputs[i];
    if (!input || input.text.trim() === "") return undefined;
    return input.mode === "cell" && !isOneArgument(input.text)
      ? `${p.name}: expected ${expected}, got something else. Check its quotes and brackets.`
      : wrongWith(spec, values, i);
  });
}

/** The value of complete and valid arguments. Calls `asking` if that takes a while. */
async function outcomeOf(
  host: PaneHost,
  spec: FormSpec,
  inputs: readonly FieldInput[],
  values: readonly FieldValue[],
  asking: () => void,
  signal: AbortSignal,
): Promise<OutcomePreview> {
  const unknown = spec.parameters.filter((_, i) => values[i]?.known === false);
  if (unknown.length > 0) return { kind: "unknown", names: unknown.map((p) => p.name) };
  const read = questionOfFields(spec, values);
  if ("outcome" in read) return { kind: "outcome", outcome: read.outcome };
  // A cached answer shows at once: a screen reader announces nothing in between.
  if (!host.cells.last(read.question)) asking();
  const several = host.spreadsheet !== undefined && inputs.some(({ mode }) => mode === "cell");
  const of = several ? { of: written(formulaOf(read.question)) } : {};
  return { kind: "outcome", outcome: await host.cells.ask(read.question, signal), question: read.question, ...of };
}

/** Previews a formula with the values of its referenced cells, after a pause in typing. A new `attempt` reads them and fetches again. */
export function useOutcomePreview(host: PaneHost, spec: FormSpec, inputs: readonly FieldInput[], home: CellPlace | undefined, attempt: string): Previewed {
  const [previewed, setPreviewed] = useState<Previewed>({ preview: { kind: "reading" }, wrongs: [] });
  const sheet = home?.sheet;
  const connection = host.connection();
  const connected = connection.kind === "connected" ? connection.baseUrl : connection.kind;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const work = async () => {
      const values = await readInputs(host, spec, inputs, sheet === undefined ? undefined : { sheet, row: 0, column: 0 });
      const wrongs = wrongsOf(host, spec, inputs, values);
      const put = (preview: OutcomePreview) => {
        if (!signal.aborted) setPreviewed({ preview, wrongs });
      };
      if (wrongs.some((wrong) => wrong !== undefined)) return put({ kind: "wrong" });
      const missing = missingOf(spec, inputs);
      if (missing.length > 0) return put({ kind: "missing", names: missing.map((p) => p.name) });
      if (!signal.aborted) put(await outcomeOf(host, spec, inputs, values, () => put({ kind: "asking" }), signal));
    };
    // A run of a spreadsheet's script takes a second or more.
    const timer = setTimeout(() => void work(), host.spreadsheet ? 700 : 300);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [spec, JSON.stringify(inputs), host, sheet, connected, host.asOf(), attempt]);
  return previewed;
}
