import { OverwriteProblem, type NotWritten } from "../overwrite-problem";
import { useEffect, useState } from "preact/hooks";
import { CELL_FUNCTIONS } from "../../../contract/functions";
import { counted, withSeparators } from "../../../contract/counted";
import type { CellPlace } from "../../../workbook/cell";
import type { Block } from "../../../workbook/book";
import { addressOf } from "../../../workbook/cell-address";
import { readBlock } from "../../../workbook/read-block";
import { refusalMessage, type Selection, type Workbook } from "../../workbook";
import { ArgumentField, labelOf } from "../argument-field";
import { BLANK, type Input } from "../call-text";
import { listPlaces } from "../fill";
import type { BlockForm, Form } from "../form-memory";
import { formSpec, type FormSpec } from "../form-spec";
import { FormulaBox } from "../formula-box";
import { literalOf, wrongWith } from "../read-inputs";
import { POPULAR } from "../search/topics";
import { writeBlock } from "../writing";
import { BlockPreview } from "./block-preview";
import { acrossOf, isBlockFunction, namesIn, namesOf, planBlock } from "./plan-block";
import { blockFormats, hasOneUnit } from "./block-formats";
import { askPair, useBlockValues, type BlockHost } from "./use-block-values";

const order = (fn: (typeof CELL_FUNCTIONS)[number]): number => (POPULAR.includes(fn) ? POPULAR.indexOf(fn) : POPULAR.length);
const SPECS: readonly FormSpec[] = [...CELL_FUNCTIONS]
  .sort((a, b) => order(a) - order(b))
  .flatMap((fn) => formSpec(`SERVICE.${fn}`) ?? [])
  .filter(isBlockFunction);

/** Rows of the preview. */
const SHOWN = 6;
/** Most values that are fetched before the insertion, to format them by their units. The cells then find them in the cache. */
const MOST_FETCHED = 1_000;
/** Most selected cells that are read. */
const MOST_CELLS = 10_000;

export const blockForm = (): BlockForm => ({ text: "", id: SPECS[0]?.id ?? "", choices: [], inputs: [], list: undefined, spilled: false });

/** The block with a form's function, and with its name and column if they were typed. */
export function blockFormOf({ spec, inputs }: Form): BlockForm {
  const across = acrossOf(spec);
  const typed = (i: number): string => (inputs[i]?.mode === "value" ? inputs[i].text.trim() : "");
  const column = typed(across) || (spec.parameters[across]?.fallback ?? "");
  return {
    ...blockForm(),
    id: spec.id,
    text: typed(0),
    choices: column === "" ? [] : [column],
    inputs: inputs.map((input, i) => (i === 0 || i === across ? BLANK : input)),
  };
}

interface BlockViewProps {
  readonly host: BlockHost;
  readonly workbook: Pick<Workbook, "arrays" | "shown" | "write">;
  readonly selection: Pick<Selection, "address" | "active"> | undefined;
  readonly form: BlockForm;
  readonly change: (form: BlockForm) => void;
  readonly say: (sentence: string) => void;
  /** True if the workbook takes no number formats. */
  readonly plain?: boolean;
  /** A function's name in this host, from its id. */
  readonly nameOf?: (id: string) => string;
}

/** What is wrong with a typed value; a cell's value is checked when the formula is calculated. */
function wrongInput(spec: FormSpec, input: Input | undefined, i: number): string | undefined {
  const text = input?.text.trim() ?? "";
  if (input?.mode !== "value" || text === "") return undefined;
  return wrongWith(
    spec,
    spec.parameters.map((p) => ({ known: true, value: literalOf(p, text) })),
    i,
  );
}

/** Headings for a list go above it and to its right. */
const cornerOf = ({ sheet, row, column }: Block & { readonly sheet: string }): CellPlace => ({ sheet, row: row - 1, column });

/** Names × choices: a block of formulas with its headings, in one step. */
export function BlockView({ host, workbook, selection, form, change, say, plain = false, nameOf = (id) => id }: BlockViewProps) {
  const { text, id, choices, inputs, list, spilled } = form;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<NotWritten | undefined>();
  const spec = SPECS.find((s) => s.id === id) ?? SPECS[0]!;
  const across = acrossOf(spec);
  const canSpill = workbook.arrays?.() === true;
  const names = list ? list.names : namesIn(text);
  const rowLabel = labelOf(spec.parameters[0]?.name ?? "");
  const all = spec.parameters[across]?.choices ?? [];
  const rest = spec.parameters.flatMap((p, i) => (i > 0 && i !== across ? [{ parameter: p, i }] : []));
  const wrongs = rest.map(({ i }) => wrongInput(spec, inputs[i], i));
  const corner = list ? cornerOf(list.block) : selection?.active;
  const values = useBlockValues(host, spec, names.slice(0, SHOWN), across, choices, inputs);
  const plan =
    corner &&
    planBlock({ spec: { ...spec, id: nameOf(spec.id) }, names, across, choices, inputs, corner, inPlace: list !== undefined, spilled: spilled && canSpill });
  const at = corner && addressOf(plan?.ok ? plan.at : corner);
  useEffect(() => setProblem(undefined), [form, at]);

  const useSelected = async () => {
    const block = selection && readBlock(selection.address);
    if (!selection || !block) return setProblem({ message: "Select the cells with the names first.", over: false });
    if (block.rows * block.columns > MOST_CELLS)
      return setProblem({ message: `At most ${withSeparators(MOST_CELLS)} cells are read. Select fewer.`, over: false });
    const full = { ...block, sheet: selection.active.sheet };
    try {
      const shown = (await workbook.shown(listPlaces(full))).map(({ value }) => value);
      const found = namesOf(shown);
      if (found.length === 0) return setProblem({ message: "The selected cells are empty. Select the cells with the names.", over: false });
      // Names stay where they are if each cell of one column is a name, and there is a row above for the headings.
      const stays = block.columns === 1 && block.rows === found.length && block.row > 0;
      change({ ...form, text: found.join("\n"), list: stays ? { block: full, names: found } : undefined });
      say(`${counted(found.length, "name")} from ${selection.address}.`);
    } catch (e) {
      setProblem({ message: refusalMessage(e, "The selected cells could not be read. Try again."), over: false });
    }
  };

  const formatsOf = async () => {
    const columns = { spec, across, choices, inputs };
    const varied = choices.filter((choice) => !hasOneUnit(columns, choice)).length;
    const ask = (choice: string, row: number) => (hasOneUnit(columns, choice) ? row < SHOWN : names.length * varied <= MOST_FETCHED);
    const answers = await Promise.all(
      names.map((name, row) =>
        Promise.all(
          choices.map(async (choice) => {
            const outcome = ask(choice, row) ? await askPair(host, columns, name, choice) : undefined;
            return outcome?.kind === "answer" ? outcome.answer : undefined;
          }),
        ),
      ),
    );
    return blockFormats(columns, names.length, answers);
  };

  const insert = async (over: boolean) => {
    if (busy) return;
    if (!plan) return setProblem({ message: "Select a cell for the block.", over: false });
    if (!plan.ok) return setProblem({ message: plan.message, over: false });
    const wrong = rest.find((_, at) => wrongs[at] !== undefined);
    if (wrong) return setProblem({ message: `Correct ${labelOf(wrong.parameter.name)} first.`, over: false });
    setBusy(true);
    const cells = plain ? undefined : await formatsOf();
    const formats = cells && [[], ...cells.map((row) => (list ? row : [undefined, ...row]))];
    const written = await writeBlock(workbook, plan.at, plan.rows, over, formats);
    setBusy(false);
    if (!written.ok) return setProblem({ message: written.message, over: !over });
    setProblem(undefined);
    say(`Inserted ${counted(plan.formulas, "formula")} in ${plan.written}.`);
  };

  const toggle = (value: string) => change({ ...form, choices: choices.includes(value) ? choices.filter((c) => c !== value) : [...choices, value] });
  const set = (i: number, input: Input) => change({ ...form, inputs: spec.parameters.map((_, n) => (n === i ? input : (inputs[n] ?? BLANK))) });

  return (
    <>
      <p>
        {spilled && canSpill ? "One formula for all names and columns" : "One formula for each name and column"}, with headings. Formulas refer to the headings:
        change a name in its cell, and its row follows.
      </p>
      <form class="build-form" noValidate onSubmit={(e) => e.preventDefault()}>
        <div class="field">
          <label for="block-function">Function</label>
          <select id="block-function" value={spec.id} onChange={(e) => change({ ...form, id: e.currentTarget.value, choices: [], inputs: [] })}>
            {SPECS.map((s) => (
              <option key={s.id} value={s.id}>
                {s.id.replace("SERVICE.", "")} – {s.title}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <div class="build-label">
            <label for="block-names">Rows: {rowLabel.toLowerCase()}</label>
            <button type="button" class="small" onClick={() => void useSelected()}>
              Use the selected cells
            </button>
          </div>
          <textarea
            id="block-names"
            rows={4}
            value={text}
            placeholder={`${spec.parameters[0]?.example ?? "AAPL"}, one a line or separated by commas`}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-describedby="block-names-about"
            onInput={(e) => change({ ...form, text: e.currentTarget.value, list: undefined })}
          />
          <p id="block-names-about" class="quiet">
            {names.length === 0 ? "Type or paste them, or select cells and use these." : counted(names.length, "name")}
            {list ? `, which stay in ${addressOf(list.block)} and below` : ""}
          </p>
        </div>
        <fieldset class="block-choices">
          <legend>Columns: {labelOf(spec.parameters[across]?.name ?? "").toLowerCase()}, in the order chosen</legend>
          <div class="block-list">
            {all.map(({ value, about }) => (
              <label key={value}>
                <input type="checkbox" checked={choices.includes(value)} onChange={() => toggle(value)} />
                <span>
                  <code>{value}</code>
                  {about && <span class="quiet"> {about}</span>}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {rest.map(({ parameter, i }, at) => (
          <ArgumentField
            key={parameter.name}
            parameter={parameter}
            input={inputs[i] ?? BLANK}
            wrong={wrongs[at]}
            change={(input) => set(i, input)}
            selected={selection && { cell: addressOf(selection.active).replace(/^.*!/s, ""), sheet: selection.active.sheet }}
          />
        ))}
        {canSpill && (
          <label class="block-one">
            <input type="checkbox" checked={spilled} onChange={() => change({ ...form, spilled: !spilled })} /> One formula that fills the whole block
          </label>
        )}
      </form>
      {names.length > 0 && choices.length > 0 && (
        <BlockPreview corner={rowLabel} names={names.slice(0, SHOWN)} choices={choices} values={values} more={Math.max(0, names.length - SHOWN)} />
      )}
      {plan?.ok && <FormulaBox formula={plan.first} />}
      {plan?.ok && (
        <p class="quiet">
          {counted(plan.formulas, "formula")} for the values in {plan.values}.
        </p>
      )}
      <div class="buttons">
        {at ? (
          <button type="button" class="primary" aria-disabled={busy} onClick={() => void insert(false)}>
            {busy ? "Inserting…" : `Insert at ${at}`}
          </button>
        ) : (
          <p class="quiet">Select a cell to insert the block there.</p>
        )}
      </div>
      <OverwriteProblem problem={problem} label="Overwrite existing cells" overwrite={() => void insert(true)} />
    </>
  );
}
