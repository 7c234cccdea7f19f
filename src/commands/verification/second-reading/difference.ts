/** A place where the second reading and the service's rows disagree. */
export interface Difference {
  /** The document's name. */
  readonly document: string;
  /** The line in the document, counted from 1. Undefined for a document of one line, and for what a whole document lacks. */
  readonly line?: number;
  /** Both values, in a sentence that names document and line. */
  readonly sentence: string;
}

/** The comparison of one document. `compared` counts values. */
export interface Comparison {
  readonly compared: number;
  readonly differences: readonly Difference[];
}

/** Counts compared values of one document and collects what differs. */
export interface Tally {
  /** Compares one value with the one that the service has. `what` names it, with the line where it stands. */
  equal(what: string, second: unknown, service: unknown, line?: number): void;
  /** Reports what one of both lacks. */
  differs(what: string, line?: number): void;
  result(): Comparison;
}

const shown = (value: unknown): string =>
  value === undefined || value === null ? "nothing" : typeof value === "string" ? JSON.stringify(value) : String(value);

export function tallyOf(document: string): Tally {
  let compared = 0;
  const differences: Difference[] = [];
  const differs = (what: string, line?: number): void => {
    const place = line === undefined ? document : `${document}, line ${line}`;
    differences.push({ document, ...(line === undefined ? {} : { line }), sentence: `${place}: ${what}.` });
  };
  return {
    equal: (what, second, service, line) => {
      compared++;
      if ((second ?? undefined) !== (service ?? undefined)) differs(`${what} is ${shown(second)} in a second reading, the service has ${shown(service)}`, line);
    },
    differs: (what, line) => {
      compared++;
      differs(what, line);
    },
    result: () => ({ compared, differences }),
  };
}
