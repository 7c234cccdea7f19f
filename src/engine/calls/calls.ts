/** One cell of the engine. The unit is a workbook; the sheet is an id that survives renaming. */
export interface EngineCell {
  readonly unit: string;
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** The result of a call: its value, or what it threw. */
export type Settled = { readonly value: unknown } | { readonly thrown: unknown };

/** A call's invocation object, as in Excel. */
export interface Invocation {
  readonly address: string;
  readonly functionName: string;
  /** Set by the function; called when the call is cancelled. */
  onCanceled?: (() => void) | undefined;
  readonly isInValuePreview: undefined;
}

interface Call {
  settled: Settled | undefined;
  readonly invocation: Invocation;
}

/** The calls of one cell: those of the current or last calculation, and of the previous one. */
interface CellCalls {
  readonly at: EngineCell;
  pass: number;
  current: Map<string, Call>;
  previous: Map<string, Call>;
}

/** Remembers the results of cells' calls. The engine cannot wait, so it repeats a call once the answer is there. */
export interface Calls {
  /** Starts a new calculation. A cell forgets calls older than its previous calculation when it is calculated. */
  nextPass(): void;
  /** The result of this call; undefined while it is pending. The call is made once as long as each calculation of the cell repeats it. */
  result(at: EngineCell, functionName: string, args: readonly unknown[], address: string, make: (invocation: Invocation) => unknown): Settled | undefined;
  /** Forgets the results of this cell's calls, so that its next calculation makes them again. */
  forget(at: EngineCell): void;
  forgetAll(): void;
  /** Cells with a call whose result matches. */
  cellsWith(test: (settled: Settled) => boolean): EngineCell[];
  /** Number of pending calls. */
  pending(): number;
}

/** One text for each cell. */
export const nameOf = ({ unit, sheet, row, column }: EngineCell): string => `${unit}|${sheet}|${row}|${column}`;

/** The result of a call, or a promise of its value. */
function attempt(make: () => unknown): Settled | Promise<unknown> {
  try {
    const given = make();
    return given instanceof Promise ? given : { value: given };
  } catch (thrown) {
    return { thrown };
  }
}

/** Calls `settled` with each cell whose pending call got its answer. */
export function createCalls(settled: (at: EngineCell) => void): Calls {
  const cells = new Map<string, CellCalls>();
  let pass = 0;
  let pending = 0;

  function cancel(calls: Iterable<Call>): void {
    for (const call of calls)
      if (!call.settled) {
        pending--;
        call.settled = { value: undefined };
        call.invocation.onCanceled?.();
      }
  }

  const cancelAll = ({ previous, current }: CellCalls): void => cancel([...previous.values(), ...current.values()]);

  function callsOf(at: EngineCell): CellCalls {
    const name = nameOf(at);
    let cell = cells.get(name);
    if (!cell) cells.set(name, (cell = { at, pass, current: new Map(), previous: new Map() }));
    if (cell.pass !== pass) {
      cancel(cell.previous.values());
      cell.pass = pass;
      cell.previous = cell.current;
      cell.current = new Map();
    }
    return cell;
  }

  function begin(at: EngineCell, functionName: string, address: string, make: (invocation: Invocation) => unknown): Call {
    const invocation: Invocation = { address, functionName, onCanceled: undefined, isInValuePreview: undefined };
    const call: Call = { settled: undefined, invocation };
    const settle = (result: Settled) => {
      // The call was cancelled.
      if (call.settled) return;
      pending--;
      call.settled = result;
      settled(at);
    };
    const given = attempt(() => make(invocation));
    if (!(given instanceof Promise)) call.settled = given;
    else {
      pending++;
      given.then(
        (value: unknown) => settle({ value }),
        (thrown: unknown) => settle({ thrown }),
      );
    }
    return call;
  }

  return {
    nextPass: () => void pass++,
    result: (at, functionName, args, address, make) => {
      const cell = callsOf(at);
      const name = `${functionName}${JSON.stringify(args)}`;
      let call = cell.current.get(name);
      if (!call) {
        call = cell.previous.get(name) ?? begin(at, functionName, address, make);
        cell.previous.delete(name);
        cell.current.set(name, call);
      }
      return call.settled;
    },
    forget: (at) => {
      const cell = cells.get(nameOf(at));
      if (!cell) return;
      cells.delete(nameOf(at));
      cancelAll(cell);
    },
    forgetAll: () => {
      const all = [...cells.values()];
      cells.clear();
      all.forEach(cancelAll);
    },
    cellsWith: (test) =>
      [...cells.values()].filter(({ current }) => [...current.values()].some((call) => call.settled && test(call.settled))).map(({ at }) => at),
    pending: () => pending,
  };
}
