import { WorkbookRefusal, type Watch } from "../../pane/workbook";
import { needed, refusalOf } from "./excel-refusal";
import { stopWhere } from "./in-excel";
import { isSetSupported } from "./office";

const SLICE = 1_048_576;

/** A call of the document's older interface as a promise. */
const answered = <T>(start: (done: (result: Office.AsyncResult<T>) => void) => void): Promise<T> =>
  new Promise((resolve, reject) =>
    start((result) => (result.status === Office.AsyncResultStatus.Succeeded ? resolve(result.value) : reject(refusalOf(result.error)))),
  );

async function read(watch: Watch | undefined): Promise<Uint8Array> {
  stopWhere(watch);
  const file = await answered<Office.File>((done) => Office.context.document.getFileAsync(Office.FileType.Compressed, { sliceSize: SLICE }, done));
  try {
    const bytes = new Uint8Array(file.size);
    let at = 0;
    for (let index = 0; index < file.sliceCount; index++) {
      stopWhere(watch);
      const slice = await answered<Office.Slice>((done) => file.getSliceAsync(index, done));
      const data = Uint8Array.from(slice.data as ArrayLike<number>);
      if (at + data.length > bytes.length) break;
      bytes.set(data, at);
      at += data.length;
      watch?.progress?.(index + 1, file.sliceCount);
    }
    if (at !== bytes.length) throw new WorkbookRefusal("The workbook changed while it was being read. Wait until it is calculated and saved, then try again.");
    return bytes;
  } finally {
    // Excel holds no more than two files for an add-in; one that cannot be closed shows itself with the next.
    await answered<void>((done) => file.closeAsync(done as (result: Office.AsyncResult<unknown>) => void)).catch(() => undefined);
  }
}

let last: Promise<unknown> = Promise.resolve();

/** The workbook's file as Excel would save it now. One after the other: Excel holds only few at a time. */
export function readDocumentFile(watch?: Watch): Promise<Uint8Array> {
  const next = last.then(() =>
    read(watch).catch((e: unknown) => {
      throw refusalOf(e);
    }),
  );
  last = next.catch(() => undefined);
  return next;
}

function base64(bytes: Uint8Array): string {
  let text = "";
  // More arguments than this overflow the stack of some browsers.
  // eslint-disable-next-line no-restricted-syntax -- at most 8,192 of them
  for (let i = 0; i < bytes.length; i += 8_192) text += String.fromCharCode(...bytes.subarray(i, i + 8_192));
  return btoa(text);
}

/** Opens a new workbook of these bytes in a window of its own; Excel names it. */
export async function openFile(file: Uint8Array): Promise<void> {
  needed(isSetSupported("ExcelApi", "1.8"));
  try {
    await Excel.createWorkbook(base64(file));
  } catch (e) {
    throw refusalOf(e);
  }
}
