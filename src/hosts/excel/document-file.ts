import type { Watch } from "../../pane/workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { excelRefusal, requireSet } from "./excel-refusal";
import { heldRequests, isSetSupported, throwIfStopped } from "./office";

/** The file name in a document's address, which is a URL on the web and a path on a computer; undefined for a workbook that was never saved. */
export function fileNameOf(address: string | null | undefined): string | undefined {
  const isUrl = /^https?:/i.test(address ?? "");
  const path = isUrl ? (address ?? "").replace(/[?#].*$/, "") : (address ?? "");
  const last = path.split(/[\\/]/).pop() ?? "";
  if (!/\.[a-z]{3,4}$/i.test(last)) return undefined;
  try {
    return isUrl ? decodeURIComponent(last) : last;
  } catch {
    // A name with a lone percent sign.
    return last;
  }
}

const SLICE = 1_048_576;

/** Wraps a call of the document's callback interface in a promise. */
const answered = <T>(start: (done: (result: Office.AsyncResult<T>) => void) => void): Promise<T> =>
  new Promise((resolve, reject) =>
    start((result) => (result.status === Office.AsyncResultStatus.Succeeded ? resolve(result.value) : reject(excelRefusal(result.error)))),
  );

async function read(watch: Watch | undefined): Promise<Uint8Array> {
  throwIfStopped(watch);
  const file = await answered<Office.File>((done) => Office.context.document.getFileAsync(Office.FileType.Compressed, { sliceSize: SLICE }, done));
  try {
    const bytes = new Uint8Array(file.size);
    let at = 0;
    for (let index = 0; index < file.sliceCount; index++) {
      throwIfStopped(watch);
      const slice = await answered<Office.Slice>((done) => file.getSliceAsync(index, done));
      const data = Uint8Array.from(slice.data as ArrayLike<number>);
      if (at + data.length > bytes.length) break;
      bytes.set(data, at);
      at += data.length;
      watch?.progress?.(index + 1, file.sliceCount);
    }
    if (at !== bytes.length) throw new WorkbookRefusal("The workbook changed while it was read. Wait until it is calculated and saved, then try again.");
    return bytes;
  } finally {
    // Excel keeps at most two files open per add-in. If closing fails, the next read reports it.
    await answered<void>((done) => file.closeAsync(done as (result: Office.AsyncResult<unknown>) => void)).catch(() => undefined);
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Reads the workbook's file as Excel would save it now. Reads run one after another, because Excel keeps only few files open. */
export function readDocumentFile(watch?: Watch): Promise<Uint8Array> {
  const next = last.then(() => read(watch));
  last = next.catch(() => undefined);
  return heldRequests.watch(next, watch?.signal).catch((e: unknown) => {
    throw excelRefusal(e);
  });
}

function base64(bytes: Uint8Array): string {
  let text = "";
  // More arguments would overflow the stack of some browsers.
  // oxlint-disable-next-line service/no-list-as-arguments -- at most 8,192 of them
  for (let i = 0; i < bytes.length; i += 8_192) text += String.fromCharCode(...bytes.subarray(i, i + 8_192));
  return btoa(text);
}

/** Opens these bytes as a new workbook in a new window; Excel names it. */
export async function openFile(file: Uint8Array): Promise<void> {
  requireSet(isSetSupported("ExcelApi", "1.8"));
  try {
    await Excel.createWorkbook(base64(file));
  } catch (e) {
    throw excelRefusal(e);
  }
}
