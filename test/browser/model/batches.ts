export interface Action {
  readonly Id: number;
  /** 1 instantiate, 2 query, 3 method, 4 set a property. */
  readonly ActionType: number;
  readonly Name: string;
  readonly ObjectPathId: number;
  readonly ArgumentInfo?: { readonly Arguments?: readonly unknown[] };
}

export interface ObjectPath {
  /** 1 global object, 2 the object's own, 3 method, 4 property, 5 indexer, 6 an object by its reference. */
  readonly ObjectPathType: number;
  readonly Name: string;
  readonly ParentObjectPathId: number;
  readonly ArgumentInfo?: { readonly Arguments?: readonly unknown[]; readonly ReferencedObjectPathIds?: readonly (number | null)[] };
}

/** One batch of `Excel.run`, as office.js sends it. */
export interface Batch {
  readonly Actions: readonly Action[];
  readonly ObjectPaths: Readonly<Record<string, ObjectPath>>;
}

export interface BatchReply {
  readonly Results: readonly { readonly ActionId: number; readonly Value: unknown }[];
  readonly Error?: { readonly Code: string; readonly Message: string; readonly ActionIndex: number };
}

/** A refusal by Excel itself, as opposed to a call that this model does not support. */
export class ExcelError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The flag of a request that waits while a cell is edited: without it, Excel refuses the request at once. office.js sets it for `delayForCellEdit` if the host
 * reports the requirement set DelayForCellEdit. A held request is answered only when the edit ends, also if the user has clicked into the pane
 * (learn.microsoft.com, Excel.RunOptions; office-js issue 806).
 */
export const DELAY_FOR_CELL_EDIT = 64;

/** Limits of one request and one reply of Excel on the web. */
export const PAYLOAD = 5 * 1024 * 1024;
/** Longest list of addresses. */
export const ADDRESS_LIST = 8_192;
/** Longest formula. */
export const FORMULA = 8_192;
