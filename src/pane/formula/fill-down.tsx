import { useState } from "preact/hooks";
import type { CellPlace } from "../../workbook/cell";
import { addressOf, columnName } from "../../workbook/cell-address";
import { RadioChoice } from "../fields/radio-choice";
import { SelectField } from "../fields/select-field";
import type { Selection, Workbook } from "../workbook";
import { labelOf } from "./argument-field";
import type { Form } from "./form-memory";
import { besideList, listPlaces, planFill, refuseList, type FillRequest } from "./fill";
import { readBlock } from "../../workbook/cell-reference";
import { useAttempt } from "../hooks/use-attempt";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { writeOver } from "./writing";
import { counted } from "../../contract/counted";
import { Alert, Button } from "../elements";

interface FillDownProps {
  readonly workbook: Workbook;
  readonly selection: Selection;
  readonly form: Form;
  /** What must be corrected in the other arguments before formulas are written. */
  readonly unfinishedBut: (argument: number) => string | undefined;
  /** Number format of the values; undefined if they need none. */
  readonly format: string | undefined;
  readonly say: (sentence: string) => void;
}

const left = (empty: number): string => (empty === 0 ? "" : ` ${counted(empty, "empty cell was", "empty cells were")} left out.`);

const endOf = (target: CellPlace, { rows, columns }: FillRequest["list"]): string => `${columnName(target.column + columns - 1)}${target.row + rows}`;

/** Where a list is and its formulas go, and what is wrong with that. */
function placesOf(range: string, beside: boolean, active: CellPlace) {
  const block = readBlock(range);
  const list = block && { ...block, sheet: block.sheet ?? active.sheet };
  const target = list && (beside ? besideList(list) : active);
  const refused = range.trim() === "" ? undefined : list ? refuseList(list) : "Enter a range with rows, such as A2:A50.";
  const inside =
    list &&
    target &&
    // Excel's sheet names are case-insensitive.
    target.sheet.toLowerCase() === list.sheet.toLowerCase() &&
    target.row < list.row + list.rows &&
    target.row + list.rows > list.row &&
    target.column < list.column + list.columns &&
    target.column + list.columns > list.column;
  return { list, target, refused, wrong: refused ?? (inside ? "The formulas would overwrite the list. Select a cell outside it." : undefined) };
}

interface FillFieldsProps {
  readonly parameters: FillDownProps["form"]["spec"]["parameters"];
  readonly selection: Selection;
  readonly argument: number;
  readonly setArgument: (argument: number) => void;
  readonly range: string;
  readonly setRange: (range: string) => void;
  /** True if the range is no list. */
  readonly isRefused: boolean;
  readonly beside: boolean;
  readonly setBeside: (beside: boolean) => void;
}

/** The argument that changes, the cells with its values, and where the formulas go. */
const FillFields = ({ parameters, selection, argument, setArgument, range, setRange, isRefused, beside, setBeside }: FillFieldsProps) => (
  <>
    <SelectField
      id="build-fill-argument"
      label="Argument that changes"
      value={String(argument)}
      options={parameters.map((p, i) => [String(i), labelOf(p.name)] as const)}
      choose={(i) => setArgument(Number(i))}
    />
    <label for="build-fill-range">Cells with its values</label>
    <div class="with-button">
      <input
        id="build-fill-range"
        class="build-expression"
        placeholder="A2:A50"
        autocomplete="off"
        spellcheck={false}
        value={range}
        aria-invalid={isRefused}
        aria-describedby="build-fill-about"
        onInput={(e) => setRange(e.currentTarget.value)}
      />
      <Button class="small" words="Use the selection" act={() => setRange(selection.address)} />
    </div>
    <RadioChoice
      name="build-fill-where"
      legend="Where the formulas go"
      options={[
        { value: "beside", label: "Beside the list" },
        { value: "active", label: `From ${addressOf(selection.active)} on` },
      ]}
      chosen={beside ? "beside" : "active"}
      choose={(where) => setBeside(where === "beside")}
    />
  </>
);

/** One formula for each cell of a list: names in A2:A50, formulas in the column beside them. */
export function FillDown({ workbook, selection, form, unfinishedBut, format, say }: FillDownProps) {
  const [open, setOpen] = useState(false);
  const [argument, setArgument] = useState(0);
  const [range, setRange] = useState("");
  const [beside, setBeside] = useState(true);
  const { list, target, refused, wrong } = placesOf(range, beside, selection.active);
  const { busy, problem, isTaken, run } = useAttempt(say, [range, argument, beside, beside ? "" : addressOf(selection.active), form]);
  const { parameters } = form.spec;
  if (parameters.length === 0) return null;

  const fill = (over: boolean) =>
    void run(async () => {
      if (!list || !target || wrong !== undefined) throw new WorkbookRefusal(wrong ?? "Enter the cells with the values, such as A2:A50.");
      const unfinished = unfinishedBut(argument);
      if (unfinished !== undefined) throw new WorkbookRefusal(unfinished);
      const values = (await workbook.shown(listPlaces(list))).map(({ value }) => value);
      const plan = planFill({ spec: form.spec, inputs: form.inputs, argument, list, target }, values);
      if (over) await writeOver(workbook, target, plan.rows, format);
      else await workbook.write(target, plan.rows, { format });
      say(`Filled ${counted(plan.formulas, "formula")} in ${addressOf(target)}:${endOf(target, list)}.${left(plan.empty)}`);
    }, "The list could not be read. Try again.");

  return (
    <div class="stack">
      <Button aria-expanded={open} words="Fill down a range" act={() => setOpen(!open)} />
      {open && (
        <div class="stack">
          <FillFields {...{ parameters, selection, argument, setArgument, range, setRange, isRefused: refused !== undefined, beside, setBeside }} />
          <p id="build-fill-about" class="quiet">
            {wrong ??
              (list && target
                ? `${counted(list.rows * list.columns, "cell")}, formulas in ${addressOf(target)}:${endOf(target, list)}. Empty cells are skipped; a $ fixes other references.`
                : "One column or one row. Each formula refers to its own cell of the list.")}
          </p>
          <Button class="primary" aria-disabled={busy} words={busy ? "Filling…" : "Fill"} act={() => fill(false)} />
          <Alert message={problem} button={isTaken ? "Overwrite existing cells" : undefined} act={() => fill(true)} />
        </div>
      )}
    </div>
  );
}
