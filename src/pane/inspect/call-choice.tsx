import { useState } from "preact/hooks";

interface CallChoiceProps {
  /** The calls as texts. */
  readonly calls: readonly string[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

/** Selects one call of a formula; shows nothing for a single call. */
export function CallChoice({ calls, chosen, choose }: CallChoiceProps) {
  if (calls.length < 2) return null;
  return (
    <>
      <label for="inspect-call">Calls in this formula</label>
      <select id="inspect-call" value={String(chosen)} onChange={(e) => choose(Number(e.currentTarget.value))}>
        {calls.map((text, i) => (
          <option key={i} value={String(i)}>
            {text}
          </option>
        ))}
      </select>
    </>
  );
}

/** The chosen call's index, and a function to choose another. The choice applies to this cell only; another one starts with its first call. */
export function useChosenCall(cell: string, count: number): readonly [chosen: number, choose: (index: number) => void] {
  const [choice, setChoice] = useState({ cell: "", index: 0 });
  const chosen = choice.cell === cell ? Math.min(choice.index, Math.max(count - 1, 0)) : 0;
  return [chosen, (index) => setChoice({ cell, index })];
}
