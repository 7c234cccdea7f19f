import { counted, withSeparators } from "../../../contract/counted";
import { addressOf } from "../../../workbook/cell-address";
import { readBlock } from "../../../workbook/cell-reference";
import type { ActionState } from "../../hooks/use-attempt";
import { WorkbookRefusal } from "../../../workbook/workbook-refusal";
import type { Selection, Workbook } from "../../workbook";
import { listPlaces } from "../fill";
import type { BlockForm } from "../form-memory";
import { typedNames, namesOf } from "./plan-block";
import { Button } from "../../elements";

/** Most selected cells that are read. */
const MOST_CELLS = 10_000;

/** The names of a block's rows. */
export const namesOfForm = ({ list, text }: BlockForm): readonly string[] => (list ? list.names : typedNames(text));

export interface BlockNamesProps {
  /** What the names are, such as `ticker`. */
  readonly what: string;
  readonly example: string;
  readonly workbook: Pick<Workbook, "shown">;
  readonly selection: Pick<Selection, "address" | "active"> | undefined;
  readonly form: BlockForm;
  readonly change: (form: BlockForm) => void;
  readonly say: (sentence: string) => void;
  readonly run: ActionState["run"];
}

/** The names of the rows: typed, pasted or taken from the selected cells. */
export function BlockNames({ what, example, workbook, selection, form, change, say, run }: BlockNamesProps) {
  const names = namesOfForm(form);
  const useSelected = () =>
    run(async () => {
      const block = selection && readBlock(selection.address);
      if (!selection || !block) throw new WorkbookRefusal("Select the cells with the names first.");
      if (block.rows * block.columns > MOST_CELLS) throw new WorkbookRefusal(`At most ${withSeparators(MOST_CELLS)} cells are read. Select fewer.`);
      const full = { ...block, sheet: selection.active.sheet };
      const shown = (await workbook.shown(listPlaces(full))).map(({ value }) => value);
      const found = namesOf(shown);
      if (found.length === 0) throw new WorkbookRefusal("The selected cells are empty. Select the cells with the names.");
      // Names stay where they are if each cell of one column is a name, and there is a row above for the headings.
      const stays = block.columns === 1 && block.rows === found.length && block.row > 0;
      change({ ...form, text: found.join("\n"), list: stays ? { block: full, names: found } : undefined });
      say(`${counted(found.length, "name")} from ${selection.address}.`);
    }, "The selected cells could not be read. Try again.");
  return (
    <div class="field">
      <div class="split whole build-label">
        <label for="block-names">Rows: {what}</label>
        <Button class="small" words="Use the selected cells" act={useSelected} />
      </div>
      <textarea
        id="block-names"
        rows={4}
        value={form.text}
        placeholder={`${example}, one a line or separated by commas`}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-describedby="block-names-about"
        onInput={(e) => change({ ...form, text: e.currentTarget.value, list: undefined })}
      />
      <p id="block-names-about" class="quiet">
        {names.length === 0 ? "Type or paste them, or select cells and use these." : counted(names.length, "name")}
        {form.list ? `, which stay in ${addressOf(form.list.block)} and below` : ""}
      </p>
    </div>
  );
}
