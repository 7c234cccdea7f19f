import type { Outcome } from "../../core/outcome";
import { formulaOf, type Question } from "../../core/question";
import type { CellPlace } from "../../workbook/cell";
import type { PaneHost } from "../pane-host";
import { written } from "../pane-words";
import type { FieldInput } from "./call-text";
import type { FormSpec } from "./form-spec";
import { questionOfFields, readInputs } from "./read-inputs";
import { usePreview, type Previewed } from "./use-preview";

/** What the formula would show in a cell. */
export type OutcomePreview =
  | {
      readonly kind: "outcome";
      readonly outcome: Outcome;
      /** Undefined if the arguments are wrong. */ readonly question?: Question;
      /** The call whose value this is, if the formula may have several. */ readonly of?: string;
    }
  /** Only the sheet can calculate these arguments. */
  | { readonly kind: "unknown"; readonly names: readonly string[] };

/** Previews a formula with the values of its referenced cells. A new `attempt` reads them and fetches again. */
export function useOutcomePreview(
  host: PaneHost,
  spec: FormSpec,
  inputs: readonly FieldInput[],
  home: CellPlace | undefined,
  attempt: string,
): Previewed<OutcomePreview> {
  const sheet = home?.sheet;
  const connection = host.connection();
  const connected = connection.kind === "connected" ? connection.baseUrl : connection.kind;
  return usePreview<OutcomePreview>(
    {
      // A run of a spreadsheet's script takes a second or more.
      pauseMs: host.spreadsheet ? 700 : 300,
      oneArgument: host.spreadsheet ? "one cell, range or expression, such as A2 or A2:A40" : "one cell or one expression, such as A2 or TODAY()-1",
      read: () => readInputs(host, spec, inputs, sheet === undefined ? undefined : { sheet, row: 0, column: 0 }),
      ask: async (args, asking, signal) => {
        const unknown = spec.parameters.filter((_, i) => args[i]?.known === false);
        if (unknown.length > 0) return { kind: "unknown", names: unknown.map((p) => p.name) };
        const read = questionOfFields(spec, args);
        if ("outcome" in read) return { kind: "outcome", outcome: read.outcome };
        // A cached answer shows at once: a screen reader announces nothing in between.
        if (!host.cells.last(read.question)) asking();
        const several = host.spreadsheet !== undefined && inputs.some(({ mode }) => mode === "cell");
        const of = several ? { of: written(formulaOf(read.question)) } : {};
        return { kind: "outcome", outcome: await host.cells.ask(read.question, signal), question: read.question, ...of };
      },
    },
    spec,
    inputs,
    [host, sheet, connected, host.asOf(), attempt],
  );
}
