import type { Outcome } from "../../../core/outcome";
import type { BlockColumn } from "./block-columns";
import { useLoaded } from "../../hooks/use-loaded";
import type { PaneCells, PaneHost } from "../../pane-host";
import { type FieldValue, literalOf, questionOfFields } from "../read-inputs";

const PAUSE_MS = 300;

/** What answers the questions of a block. */
export type BlockHost = Pick<PaneHost, "connection" | "asOf"> & { readonly cells: Pick<PaneCells, "ask"> };

/** The answer for one name in a column; undefined if only the sheet knows its arguments. */
export async function askCell(host: BlockHost, { spec, inputs }: BlockColumn, name: string, signal?: AbortSignal): Promise<Outcome | undefined> {
  const args = spec.parameters.map((p, i): FieldValue => {
    if (i === 0) return { known: true, value: name };
    const input = inputs[i];
    if (input?.mode === "cell" && input.text.trim() !== "") return { known: false };
    return { known: true, value: literalOf(p, input?.text ?? "") };
  });
  if (args.some((arg) => !arg.known)) return undefined;
  const read = questionOfFields(spec, args);
  return "outcome" in read ? read.outcome : host.cells.ask(read.question, signal);
}

/** Values of a block's first rows, by row and column; undefined while they are loading, and for a cell whose arguments only the sheet knows. */
export function useBlockValues(
  host: BlockHost,
  columns: readonly BlockColumn[],
  names: readonly string[],
): readonly (readonly (Outcome | undefined)[])[] | undefined {
  const connection = host.connection();
  const calls = columns.map(({ spec, inputs }) => [spec.id, inputs]);
  const key = JSON.stringify([calls, names, connection.kind === "connected" ? connection.baseUrl : connection.kind, host.asOf()]);
  const ask = (signal: AbortSignal) => Promise.all(names.map((name) => Promise.all(columns.map((column) => askCell(host, column, name, signal)))));
  return useLoaded(ask, [host, key], { pauseMs: PAUSE_MS });
}
