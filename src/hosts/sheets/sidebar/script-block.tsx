import { useMemo } from "preact/hooks";
import { BlockView } from "../../../pane/formula/block/block-view";
import type { BlockForm } from "../../../pane/formula/form-memory";
import type { WriteFormat } from "../../../pane/workbook";
import { addressOf, blockText } from "../../../workbook/cell-address";
import { largest } from "../../../contract/lists";
import { readBlock } from "../../../workbook/read-block";
import { NoKey } from "./no-key";
import { createScriptQuestions } from "./script-questions";
import { useSelected } from "./use-selected";
import type { ViewProps } from "./view";

interface ScriptBlockProps extends ViewProps {
  readonly form: BlockForm;
  readonly change: (form: BlockForm) => void;
}

/** Names × choices as one formula or a block of formulas, through the script. */
export function ScriptBlock({ run, known, asOf, say, show, form, change }: ScriptBlockProps) {
  const { selected, problem } = useSelected(run);
  const ask = useMemo(() => createScriptQuestions(run), [run]);
  const baseUrl = known.account?.hasKey ? known.account.baseUrl : undefined;
  const host = useMemo(
    () => ({
      connection: () => (baseUrl === undefined ? ({ kind: "none" } as const) : ({ kind: "connected", baseUrl, place: "memory" } as const)),
      asOf: () => asOf,
      cells: { ask },
    }),
    [baseUrl, asOf, ask],
  );
  const workbook = useMemo(
    () => ({
      arrays: () => true,
      // The places are those of one block, row by row.
      shown: async (places: readonly { readonly sheet: string; readonly row: number; readonly column: number }[]) => {
        const [first] = places;
        if (!first) return [];
        const rows = largest(places.map(({ row }) => row)) - first.row + 1;
        const columns = largest(places.map(({ column }) => column)) - first.column + 1;
        const end = blockText({ ...first, rows, columns }).replace(/^[^:]*/, "");
        const values = await run("cellValues", `${addressOf(first)}${end}`);
        return values.flat().map((value) => ({ value, text: String(value ?? "") }));
      },
      write: (
        at: Parameters<typeof addressOf>[0],
        rows: Parameters<typeof run<"insertBlock">>[2],
        { over = false, format = [] }: { readonly over?: boolean; readonly format?: WriteFormat } = {},
      ) => run("insertBlock", addressOf(at), rows, over, typeof format === "string" ? [] : format.map((row) => row.map((one) => one ?? null))),
    }),
    [run],
  );
  const cell = selected && readBlock(selected.address);
  const sheet = cell?.sheet;
  const selection =
    selected && cell && sheet !== undefined
      ? { address: selected.address.replace(/![^!]*$/, `!${selected.range}`), active: { sheet, row: cell.row, column: cell.column } }
      : undefined;
  return (
    <>
      {known.account && !known.account.hasKey && <NoKey show={show} effect="You can insert formulas, but there is no preview" />}
      {problem && <p class="problem">{problem}</p>}
      <BlockView host={host} workbook={workbook} selection={selection} form={form} change={change} say={say} />
    </>
  );
}
