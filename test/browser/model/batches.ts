export interface Action {
  readonly Id: number;
  /** 1 instantiate, 2 query, 3 method, 4 set a property. */
  readonly ActionType: number;
  readonly Name: string;
  readonly ObjectPathId: number;
  readonly ArgumentInfo?: { readonly Arguments?: readonly unknown[] };
}

export interface ObjectPath {
  /** 1 global object, 2 object of its own, 3 method, 4 property, 5 indexer, 6 an object by the reference that it was given. */
  readonly ObjectPathType: number;
  readonly Name: string;
  readonly ParentObjectPathId: number;
  readonly ArgumentInfo?: { readonly Arguments?: readonly unknown[]; readonly ReferencedObjectPathIds?: readonly (number | null)[] };
}

/** One batch of `Excel.run`, in the form in which office.js sends it. */
export interface Batch {
  readonly Actions: readonly Action[];
  readonly ObjectPaths: Readonly<Record<string, ObjectPath>>;
}

export interface BatchReply {
  readonly Results: readonly { readonly ActionId: number; readonly Value: unknown }[];
  readonly Error?: { readonly Code: string; readonly Message: string; readonly ActionIndex: number };
}

/** A refusal of Excel itself, as opposed to something that the model does not know. */
export class ExcelError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** What Excel on the web takes in one request and gives in one reply. */
export const PAYLOAD = 5 * 1024 * 1024;
/** Longest list of addresses. */
export const ADDRESS_LIST = 8_192;
/** Longest formula. */
export const FORMULA = 8_192;
