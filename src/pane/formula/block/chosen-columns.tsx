import { useLayoutEffect, useRef } from "preact/hooks";
import { counted } from "../../../contract/counted";
import type { BlockColumn } from "./block-columns";
import { labelOf } from "../argument-field";
import type { FormParameter } from "../form-spec";
import { Button } from "../../elements";

interface ChoicePickerProps {
  /** The argument whose choices are the columns. */
  readonly parameter: FormParameter;
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
}

/** The choices of one argument of a function, as columns. */
export const ChoicePicker = ({ parameter, chosen, change }: ChoicePickerProps) => (
  <fieldset class="stack close">
    <legend>{labelOf(parameter.name)}, in the order chosen</legend>
    <div class="block-list">
      {(parameter.choices ?? []).map(({ value, about }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => change(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])}
          />
          <span>
            <code>{value}</code>
            {about && <span class="quiet"> {about}</span>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);

/** The columns in their order. Each can be moved and removed. */
export function ChosenColumns({ columns, change }: { readonly columns: readonly BlockColumn[]; readonly change: (keys: readonly string[]) => void }) {
  const list = useRef<HTMLOListElement>(null);
  /** The button that gets the focus once the list has changed: moving its row, or removing it, takes the focus away. */
  const next = useRef<string | undefined>(undefined);
  const keys = columns.map(({ key }) => key);
  useLayoutEffect(() => {
    if (next.current === undefined) return;
    const button = list.current?.querySelector<HTMLElement>(`[data-button="${CSS.escape(next.current)}"]`);
    (button ?? document.getElementById("block-columns"))?.focus();
    next.current = undefined;
  });
  const move = (at: number, by: number) => {
    const [from, to] = [keys[at], keys[at + by]];
    if (from === undefined || to === undefined) return;
    next.current = `${by} ${from}`;
    change(keys.map((key, i) => (i === at ? to : i === at + by ? from : key)));
  };
  const remove = (at: number) => {
    next.current = `0 ${keys[at + 1] ?? keys[at - 1] ?? ""}`;
    change(keys.filter((_, i) => i !== at));
  };
  return (
    <>
      <p class="quiet" role="status">
        {columns.length === 0 ? "No columns yet." : counted(columns.length, "column")}
        <span class="off-screen">{columns.length > 0 && `: ${columns.map(({ heading }) => heading).join("; ")}`}</span>
      </p>
      {columns.length > 0 && (
        <ol class="block-chosen" aria-label="Columns in their order" ref={list}>
          {columns.map(({ key, heading }, at) => {
            const button = (label: string, sign: string, by: number, act: () => void) => (
              <Button
                class="small"
                data-button={`${by} ${key}`}
                aria-label={label}
                title={label}
                aria-disabled={by !== 0 && keys[at + by] === undefined}
                words={sign}
                act={act}
              />
            );
            return (
              <li key={key}>
                <span>{heading}</span>
                {button(`Move ${heading} left`, "←", -1, () => move(at, -1))}
                {button(`Move ${heading} right`, "→", 1, () => move(at, 1))}
                {button(`Remove ${heading}`, "×", 0, () => remove(at))}
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}
