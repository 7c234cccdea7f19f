/** The document's older interface: calls by number, separate from the batches of the Excel API. */
export interface DocumentState {
  /** Settings as stored in the file, serialised. */
  readonly settings: Map<string, string>;
  /** Result of `getFileAsync`. */
  file: Uint8Array;
  /** Number of files that the add-in holds open. */
  filesOpen: number;
  readOnly: boolean;
  saves: number;
}

const SAVE_SETTINGS = 76;
const OPEN_FILE = 77;
const READ_SLICE = 80;
const CLOSE_FILE = 81;

const OFFICE_ERRORS = { couldNotSaveSettings: 2002, tooManyFiles: 11_000, badHandle: 5_001 } as const;

/** Reply to one call; `Error` is 0 on success. */
export function answerDocument(state: DocumentState, dispatchId: number, data: Record<string, unknown>): Record<string, unknown> {
  const ok = (more: Record<string, unknown> = {}) => ({ Error: 0, ...more });
  switch (dispatchId) {
    case SAVE_SETTINGS: {
      if (state.readOnly) return { Error: OFFICE_ERRORS.couldNotSaveSettings };
      state.saves++;
      state.settings.clear();
      const { Properties } = data.DdaSettingsMethod as { Properties: [string, string][] };
      for (const [name, value] of Properties) state.settings.set(name, value);
      return ok();
    }
    case OPEN_FILE:
      if (data[0] !== 1) throw new Error(`The model gives files as .xlsx only, not as ${String(data[0])}.`);
      // Excel keeps at most two files open and refuses a third until one is closed.
      if (state.filesOpen >= 2) return { Error: OFFICE_ERRORS.tooManyFiles };
      state.filesOpen++;
      return ok({ 0: `file ${Number(data[1])}`, 1: state.file.length });
    case READ_SLICE: {
      const size = Number(/^file (\d+)$/.exec(String(data[2]))?.[1]);
      if (!size || state.filesOpen === 0) return { Error: OFFICE_ERRORS.badHandle };
      const slice = [...state.file.subarray(Number(data[3]) * size, (Number(data[3]) + 1) * size)];
      return ok({ 0: slice, 1: slice.length });
    }
    case CLOSE_FILE:
      state.filesOpen--;
      return ok();
    default:
      throw new Error(`The model does not know the document's method ${dispatchId}.`);
  }
}
