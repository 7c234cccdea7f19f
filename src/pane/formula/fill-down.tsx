import { OverwriteProblem, type NotWritten } from "./overwrite-problem";
import { useEffect, useState } from "preact/hooks";
import type { CellPlace } from "../../workbook/cell";
import { addressOf, columnName } from "../../workbook/cell-address";
import { refusalMessage, type Selection, type Workbook } from "../workbook";
import { labelOf } from "./argument-field";
import type { Form } from "./form-memory";
import { besideList, listPlaces, planFill, refuseList, type FillRequest } from "./fill";
import { readBlock } from "../../workbook/read-block";
import { writeBlock, writeOver } from "./writing";
import { counted } from "../../contract/counted";

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

/** One formula for each cell of a list: names in A2:A50, formulas in the column beside them. */
export function FillDown({ workbook, selection, form, unfinishedBut, format, say }: FillDownProps) {
  const [open, setOpen] = useState(false);
  const [argument, setArgument] = useState(0);
  const [range, setRange] = useState("");
  const [beside, setBeside] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<NotWritten | undefined>();
  const block = readBlock(range);
  const list = block && { ...block, sheet: block.sheet ?? selection.active.sheet };
  const target = list && (beside ? besideList(list) : selection.active);
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
  const wrong = refused ?? (inside ? "The formulas would overwrite the list. Select a cell outside it." : undefined);
  useEffect(() => setProblem(undefined), [range, argument, beside, beside ? "" : addressOf(selection.active), form]);
  if (form.spec.parameters.length === 0) return null;

  const fill = async (over: boolean) => {
    if (busy) return;
    if (!list || !target || wrong !== undefined) return setProblem({ message: wrong ?? "Enter the cells with the values, such as A2:A50.", over: false });
    const unfinished = unfinishedBut(argument);
    if (unfinished !== undefined) return setProblem({ message: unfinished, over: false });
    setBusy(true);
    try {
      const shown = await workbook.shown(listPlaces(list));
      const plan = planFill(
        { spec: form.spec, inputs: form.inputs, argument, list, target },
        shown.map((cell) => cell.value),
      );
      if (!plan.ok) return setProblem({ message: plan.message, over: false });
      const written = over ? await writeOver(workbook, target, plan.rows, format) : await writeBlock(workbook, target, plan.rows, false, format);
      if (!written.ok) return setProblem({ message: written.message, over: !over });
      setProblem(undefined);
      const formulas = counted(plan.formulas, "formula");
      say(`Filled ${formulas} in ${addressOf(target)}:${endOf(target, list)}.${left(plan.empty)}`);
    } catch (e) {
      setProblem({ message: refusalMessage(e, "The list could not be read. Try again."), over: false });
    } finally {
      setBusy(false);
    }
  };

  return (
    <div class="build-fill">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        Fill down a range
      </button>
      {open && (
        <div class="build-fill-form">
          <label for="build-fill-argument">Argument that changes</label>
          <select id="build-fill-argument" value={String(argument)} onChange={(e) => setArgument(Number(e.currentTarget.value))}>
            {form.spec.parameters.map((p, i) => (
              <option key={p.name} value={String(i)}>
                {labelOf(p.name)}
              </option>
            ))}
          </select>
          <label for="build-fill-range">Cells with its values</label>
          <div class="with-button">
            <input
              id="build-fill-range"
              class="build-expression"
              placeholder="A2:A50"
              autocomplete="off"
              spellcheck={false}
              value={range}
              aria-invalid={refused !== undefined}
              aria-describedby="build-fill-about"
              onInput={(e) => setRange(e.currentTarget.value)}
            />
            <button type="button" class="small" onClick={() => setRange(selection.address)}>
              Use the selection
            </button>
          </div>
          <fieldset>
            <legend>Where the formulas go</legend>
            <label>
              <input type="radio" name="build-fill-where" checked={beside} onChange={() => setBeside(true)} /> Beside the list
            </label>
            <label>
              <input type="radio" name="build-fill-where" checked={!beside} onChange={() => setBeside(false)} /> From {addressOf(selection.active)} on
            </label>
          </fieldset>
          <p id="build-fill-about" class="quiet">
            {wrong ??
              (list && target
                ? `${counted(list.rows * list.columns, "cell")}, formulas in ${addressOf(target)}:${endOf(target, list)}. Empty cells are skipped; a $ fixes other references.`
                : "One column or one row. Each formula refers to its own cell of the list.")}
          </p>
          <div class="buttons">
            <button type="button" class="primary" aria-disabled={busy} onClick={() => void fill(false)}>
              {busy ? "Filling…" : "Fill"}
            </button>
          </div>
          <OverwriteProblem problem={problem} label="Overwrite existing cells" overwrite={() => void fill(true)} />
        </div>
      )}
    </div>
  );
}
