/** One cell of the engine: its unit is a workbook, its sheet an id that outlives renaming. */
export interface EngineCell {
  readonly unit: string;
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** What a call came to: what it gave, or what it threw. */
export type Settled = { readonly value: unknown } | { readonly thrown: unknown };

/** What a function is told of the call, as Excel tells it. */
export interface Invocation {
  readonly address: string;
  readonly functionName: string;
  /** Set by the function; called when nobody waits for its answer any more. */
  onCanceled?: (() => void) | undefined;
  readonly isInValuePreview: undefined;
}

interface Call {
  settled: Settled | undefined;
  readonly invocation: Invocation;
}

/** The calls of one cell: those of the calculation under way, or the last one, and those of the one before. */
interface CellCalls {
  readonly at: EngineCell;
  pass: number;
  now: Map<string, Call>;
  before: ReadonlyMap<string, Call>;
}

/** Remembers what calls of cells came to, because an engine that cannot wait asks again once the answer is there. */
interface Calls {
  /** A new calculation begins: what a cell called before the last one is forgotten when it is calculated. */
  nextPass(): void;
  /** What this call came to; undefined while it is under way. It is made once for as long as the cell keeps making it. */
  result(at: EngineCell, functionName: string, args: readonly unknown[], address: string, make: (invocation: Invocation) => unknown): Settled | undefined;
  /** Forgets what this cell's calls came to, so that its next calculation makes them anew. */
  forget(at: EngineCell): void;
  forgetAll(): void;
  /** Cells whose calls came to this; to be forgotten and calculated again. */
  cellsWith(test: (settled: Settled) => boolean): EngineCell[];
  /** How many calls are under way. */
  pending(): number;
}

const nameOf = ({ unit, sheet, row, column }: EngineCell): string => `${unit}|${sheet}|${row}|${column}`;

/** `settled` is told of each cell that a calculation found waiting and that now has its answer. */
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

  function callsOf(at: EngineCell): CellCalls {
    const name = nameOf(at);
    let cell = cells.get(name);
    if (!cell) cells.set(name, (cell = { at, pass, now: new Map(), before: new Map() }));
    if (cell.pass !== pass) {
      cancel(cell.before.values());
      cell.pass = pass;
      cell.before = cell.now;
      cell.now = new Map();
    }
    return cell;
  }

  function begin(at: EngineCell, functionName: string, address: string, make: (invocation: Invocation) => unknown): Call {
    const invocation: Invocation = { address, functionName, onCanceled: undefined, isInValuePreview: undefined };
    const call: Call = { settled: undefined, invocation };
    const settle = (result: Settled) => {
      // What was called off, or is another call by now, has nobody who waits for it.
      if (call.settled) return;
      pending--;
      call.settled = result;
      settled(at);
    };
    try {
      const given = make(invocation);
      if (given instanceof Promise) {
        pending++;
        given.then(
          (value: unknown) => settle({ value }),
          (thrown: unknown) => settle({ thrown }),
        );
      } else call.settled = { value: given };
    } catch (thrown) {
      call.settled = { thrown };
    }
    return call;
  }

  return {
    nextPass: () => void pass++,
    result: (at, functionName, args, address, make) => {
      const cell = callsOf(at);
      const name = `${functionName}${JSON.stringify(args)}`;
      let call = cell.now.get(name);
      if (!call) {
        call = cell.before.get(name) ?? begin(at, functionName, address, make);
        (cell.before as Map<string, Call>).delete(name);
        cell.now.set(name, call);
      }
      return call.settled;
    },
    forget: (at) => {
      const cell = cells.get(nameOf(at));
      if (!cell) return;
      cells.delete(nameOf(at));
      cancel(cell.before.values());
      cancel(cell.now.values());
    },
    forgetAll: () => {
      const all = [...cells.values()];
      cells.clear();
      for (const cell of all) {
        cancel(cell.before.values());
        cancel(cell.now.values());
      }
    },
    cellsWith: (test) => [...cells.values()].filter(({ now }) => [...now.values()].some((call) => call.settled && test(call.settled))).map(({ at }) => at),
    pending: () => pending,
  };
}
