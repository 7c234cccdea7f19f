import { useEffect, useState } from "preact/hooks";
import type { Outcome } from "../../../core/outcome";
import type { PaneCells, PaneHost } from "../../pane-host";
import type { Input } from "../call-text";
import type { FormSpec } from "../form-spec";
import { literalOf, questionOf, type Argument } from "../read-inputs";

const PAUSE_MS = 300;

/** What answers the questions of a block. */
export type BlockHost = Pick<PaneHost, "connection" | "asOf"> & { readonly cells: Pick<PaneCells, "ask"> };

/** The answer for one name and choice; undefined if only the sheet knows its arguments. */
export async function askPair(
  host: BlockHost,
  { spec, across, inputs }: { readonly spec: FormSpec; readonly across: number; readonly inputs: readonly Input[] },
  name: string,
  choice: string,
  signal?: AbortSignal,
): Promise<Outcome | undefined> {
  const args = spec.parameters.map((p, i): Argument => {
    if (i === 0) return { known: true, value: name };
    if (i === across) return { known: true, value: choice };
    const input = inputs[i];
    if (input?.mode === "cell" && input.text.trim() !== "") return { known: false };
    return { known: true, value: literalOf(p, input?.text ?? "") };
  });
  if (args.some((arg) => !arg.known)) return undefined;
  const read = questionOf(spec, args);
  return "outcome" in read ? read.outcome : host.cells.ask(read.question, signal);
}

/** Values of a block's first rows, by row and column; undefined while they are loading, and for a cell whose arguments only the sheet knows. */
export function useBlockValues(
  host: BlockHost,
  spec: FormSpec,
  names: readonly string[],
  across: number,
  choices: readonly string[],
  inputs: readonly Input[],
): readonly (readonly (Outcome | undefined)[])[] | undefined {
  const [values, set] = useState<readonly (readonly (Outcome | undefined)[])[] | undefined>();
  const connection = host.connection();
  const key = JSON.stringify([spec.id, names, choices, inputs, connection.kind === "connected" ? connection.baseUrl : connection.kind, host.asOf()]);
  useEffect(() => {
    const controller = new AbortController();
    set(undefined);
    const timer = setTimeout(() => {
      void Promise.all(
        names.map((name) => Promise.all(choices.map((choice) => askPair(host, { spec, across, inputs }, name, choice, controller.signal)))),
      ).then((rows) => {
        if (!controller.signal.aborted) set(rows);
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [host, key]);
  return values;
}
