import { addressOf, type Area, areaOf, cellsOf, isErrorValue, isFormula, stored, valueOf, type ModelCell, type Sheets, type Value } from "./cells";
import { evaluate, parseFormula, referencesOf, type Node } from "./formula";

/** Result of a custom function, as office.js sent it. */
export interface Given {
  readonly ok: boolean;
  readonly value: unknown;
  readonly errorCode?: number | undefined;
}

/** Calls a custom function for a cell. Undefined if no function has this name. */
export type CallFunction = (
  id: string,
  args: readonly Value[],
  address: string,
  addresses: readonly (string | undefined)[],
) => { readonly given: Promise<Given>; cancel(): void } | undefined;

/** Error values by office.js's numbers. */
const ERRORS: Readonly<Record<number, string>> = { 1: "#N/A", 5: "#DIV/0!", 6: "#NUM!", 2: "#NAME?" };
const BUSY: Value = { error: "#BUSY!" };

interface Formatted {
  readonly type: string;
  readonly basicValue: number | string;
  readonly numberFormat?: string;
}
const isRich = (value: unknown): value is Formatted => typeof value === "object" && value !== null && "basicValue" in value;
const isoDate = (serial: number): string => new Date(Math.round((serial - 25_569) * 86_400_000)).toISOString().slice(0, 10);

/** The value, and for a formatted number its text. */
function taken({ ok, value, errorCode }: Given): { value: Value; text?: string } {
  if (!ok) return { value: { error: ERRORS[errorCode ?? -1] ?? "#VALUE!" } };
  if (!isRich(value)) return { value: typeof value === "object" ? { error: "#VALUE!" } : (value as Value) };
  if (value.type === "Error") return { value: { error: String(value.basicValue) } };
  return { value: value.basicValue, ...(value.numberFormat === "yyyy-mm-dd" ? { text: isoDate(Number(value.basicValue)) } : {}) };
}

interface CellKey {
  readonly sheet: string;
  readonly name: string;
}

/** How this Excel calculates cells that call functions of the add-in. */
export interface FunctionBehaviour {
  /**
   * Cells, such as `Sheet1!A1`, whose next calculation keeps the old value although its function has answered: Excel shows a green mark in the cell's corner,
   * of which neither value nor text says anything (office-js issues 4152, 6930).
   */
  readonly keepsOld: Set<string>;
  /**
   * Excel on the web: after a function has returned an error, the next calculation of its cell shows #BUSY! and does not call it; the calculation after that does
   * (office-js issue 3234, Excel-Custom-Functions issue 376).
   */
  skipsAfterErrors: boolean;
  /**
   * `loading`: Excel does not know the functions yet. A calculated cell has the value #CALC! and shows #NAME?, and stays so until it is calculated again (office-js
   * issue 5865). `unreachable`: the cell shows #CONNECT! (office-js issue 6732).
   */
  functions: "ready" | "loading" | "unreachable";
}

/** Calculates like Excel: dirty cells and their dependents, `#BUSY!` until a function has answered, and a newer calculation replaces an older one. */
export function createCalculation(sheets: Sheets, call: CallFunction, behaviour: FunctionBehaviour, mergedOn: (sheet: string) => readonly Area[]) {
  const { keepsOld } = behaviour;
  /** The cells that each formula has filled beside its own. */
  const spills = new Map<string, readonly string[]>();
  /** Cells whose function returned an error at its last call. */
  const failed = new Set<string>();
  const dirty = new Map<string, CellKey>();
  const parsed = new Map<string, Node>();
  /** The pending calculation of each cell, and how to cancel it. */
  const waiting = new Map<string, { readonly cell: CellKey; readonly turn: number; readonly cancels: (() => void)[] }>();
  let turn = 0;

  const keyOf = (sheet: string, name: string): string => `${sheet.toLowerCase()}!${name}`;
  const cellAt = ({ sheet, name }: CellKey): ModelCell | undefined => sheets[sheet]?.[name];
  const sheetNamed = (name: string): string | undefined => Object.keys(sheets).find((s) => s.toLowerCase() === name.toLowerCase());
  const nodeOf = (formula: string): Node => {
    let node = parsed.get(formula);
    if (!node) parsed.set(formula, (node = parseFormula(formula)));
    return node;
  };

  /** Excel cancels the calls of a cell whose content or calculation is replaced, and of a deleted one. */
  function cancel(key: string): void {
    for (const one of waiting.get(key)?.cancels ?? []) one();
    waiting.delete(key);
  }

  /** The cells that each cell refers to. */
  function dependents(): Map<string, CellKey[]> {
    const map = new Map<string, CellKey[]>();
    for (const [sheet, cells] of Object.entries(sheets))
      for (const [name, cell] of Object.entries(cells)) {
        if (!isFormula(cell) || cell.broken) continue;
        for (const { sheet: other, area } of referencesOf(nodeOf(cell.formula)))
          for (const precedent of cellsOf(area)) {
            const key = keyOf(other ?? sheet, precedent);
            const there = map.get(key);
            if (there) there.push({ sheet, name });
            else map.set(key, [{ sheet, name }]);
          }
      }
    return map;
  }

  function calculate(): void {
    if (dirty.size === 0) return;
    const affected = new Map<string, CellKey>();
    const follow = dependents();
    const take = (cell: CellKey): void => {
      const key = keyOf(cell.sheet, cell.name);
      if (affected.has(key)) return;
      affected.set(key, cell);
      for (const other of follow.get(key) ?? []) take(other);
    };
    for (const cell of dirty.values()) take(cell);
    dirty.clear();
    const mine = ++turn;
    const results = new Map<string, Promise<Value>>();

    /** Fills the cells beside a formula; #SPILL! if one holds something or is merged (support.microsoft.com, "How to correct a #SPILL! error"). */
    const spilled = ({ sheet, name }: CellKey, values: readonly (readonly Value[])[]): Value => {
      const cells = sheets[sheet] ?? {};
      const key = keyOf(sheet, name);
      for (const other of spills.get(key) ?? []) if (cells[other]?.spilled) delete cells[other];
      spills.delete(key);
      const [rows, columns] = [values.length, values[0]?.length ?? 1];
      if (rows * columns === 1) return values[0]?.[0] ?? null;
      const area = { ...areaOf(name), rows, columns };
      const others = cellsOf(area).slice(1);
      const isTaken =
        others.some((other) => cells[other] !== undefined) || mergedOn(sheet).some((merged) => cellsOf(merged).some((one) => cellsOf(area).includes(one)));
      if (isTaken) return { error: "#SPILL!" };
      const all = values.flat();
      others.forEach((other, i) => (cells[other] = { ...stored("", all[i + 1] ?? null), spilled: true }));
      spills.set(key, others);
      return all[0] ?? null;
    };

    const compute = (cell: CellKey): Promise<Value> => {
      const key = keyOf(cell.sheet, cell.name);
      const known = results.get(key);
      if (known) return known;
      const held = cellAt(cell);
      cancel(key);
      if (!held || !isFormula(held)) {
        const plain = Promise.resolve(valueOf(held));
        results.set(key, plain);
        return plain;
      }
      const cancels: (() => void)[] = [];
      waiting.set(key, { cell, turn: mine, cancels });
      const { formula } = held;
      if (behaviour.skipsAfterErrors && failed.delete(key)) {
        waiting.delete(key);
        const sheet = sheets[cell.sheet];
        if (sheet) sheet[cell.name] = stored(formula, BUSY);
        const skipped = Promise.resolve(BUSY);
        results.set(key, skipped);
        return skipped;
      }
      let text: string | undefined;
      const put = (value: Value, busy: boolean): void => {
        if (waiting.get(key)?.turn !== mine || cellAt(cell)?.formula !== formula) return;
        const at = `${cell.sheet}!${cell.name}`;
        if (keepsOld.has(at)) {
          if (!busy) keepsOld.delete(at);
          return;
        }
        const sheet = sheets[cell.sheet];
        if (sheet) sheet[cell.name] = { ...stored(formula, value), ...(text !== undefined && !busy ? { text } : {}), ...(held.broken ? { broken: true } : {}) };
      };
      const node = held.broken ? ({ is: "value", value: { error: "#NAME?" } } as const) : nodeOf(formula);
      const found = evaluate(node, {
        cell: (sheet, name) => {
          const there = sheet === undefined ? cell.sheet : sheetNamed(sheet);
          if (there === undefined) return { error: "#REF!" };
          return affected.has(keyOf(there, name)) ? compute({ sheet: there, name }) : valueOf(sheets[there]?.[name]);
        },
        address: (sheet, area) => addressOf((sheet === undefined ? cell.sheet : sheetNamed(sheet)) ?? "", area),
        custom: (name, args, addresses) => {
          if (behaviour.functions === "unreachable") return Promise.resolve({ error: "#CONNECT!" });
          if (behaviour.functions === "loading") {
            text = "#NAME?";
            return Promise.resolve({ error: "#CALC!" });
          }
          const called = call(name, args, addressOf(cell.sheet, areaOf(cell.name)), addresses);
          if (!called) return undefined;
          cancels.push(() => called.cancel());
          return called.given.then((given) => {
            const got = taken(given);
            if (isErrorValue(got.value)) failed.add(key);
            // A cell takes a call's number format only if the call is the whole formula.
            if (node.is === "call" && node.name === name) text = got.text;
            return got.value;
          });
        },
      }).then((values) => {
        const value = waiting.get(key)?.turn === mine ? spilled(cell, values) : (values[0]?.[0] ?? null);
        put(value, false);
        if (waiting.get(key)?.turn === mine) waiting.delete(key);
        return value;
      });
      results.set(key, found);
      put(BUSY, true);
      return found;
    };
    for (const cell of affected.values()) void compute(cell);
  }

  const mark = (sheet: string, names: readonly string[]): void => {
    for (const name of names) dirty.set(keyOf(sheet, name), { sheet, name });
  };
  return {
    mark,
    calculate,
    cancel: (sheet: string): void => {
      for (const [key, { cell }] of waiting) if (cell.sheet === sheet) cancel(key);
    },
    /** Calculates again, as at opening: cells that wait, whose calls nobody will answer, and errors (office-js issue 2012). */
    again: (): void => {
      for (const { cell } of waiting.values()) mark(cell.sheet, [cell.name]);
      waiting.clear();
      for (const [sheet, cells] of Object.entries(sheets))
        mark(
          sheet,
          Object.keys(cells).filter((name) => isFormula(cells[name]!) && isErrorValue(valueOf(cells[name]))),
        );
      calculate();
    },
    /** True until the function has answered. */
    isBusy: (): boolean => waiting.size > 0,
  };
}
