import { MAX_FILE_BYTES } from "../publishers/reading/text";
import { FetchFailure } from "./transport";

const joined = (chunks: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(chunks));

/** The announced number of bytes; NaN if not announced. */
const announcedBy = (response: Response): number => Number(response.headers.get("content-length") ?? Number.NaN);

/**
 * True if the length differs from the announced one. Not checked for a compressed body: the announced length is the compressed one, and decompression detects a
 * truncated body.
 */
const isTruncated = (response: Response, length: number): boolean => {
  const announced = announcedBy(response);
  return Number.isFinite(announced) && !response.headers.get("content-encoding") && announced !== length;
};

/**
 * Yields the body as it arrives. Stopping early cancels the rest.
 *
 * @throws the error of `incomplete` if the connection broke, or if the number of bytes differs from the announced one.
 */
async function* partsOf(response: Response, incomplete: () => FetchFailure): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  let length = 0;
  let isOver = false;
  try {
    while (reader) {
      let part;
      try {
        part = await reader.read();
      } catch (e) {
        isOver = true;
        // A time limit or a stop is not an incomplete document.
        throw e instanceof DOMException ? e : incomplete();
      }
      if (part.done) break;
      length += (part.value as Uint8Array).length;
      yield part.value as Uint8Array;
    }
    isOver = true;
    if (isTruncated(response, length)) throw incomplete();
  } finally {
    if (!isOver) await reader?.cancel();
  }
}

/**
 * Reads the body of a reply: the whole, or at most its `first` bytes, without the rest.
 *
 * @throws FetchFailure if it is larger than any published table, or incomplete. The failure has the part that was received.
 */
export async function receiveBody(response: Response, host: string, most = MAX_FILE_BYTES, first?: number): Promise<Uint8Array> {
  const announced = announcedBy(response);
  const tooLarge = (): FetchFailure =>
    new FetchFailure(
      `${host} sent more than ${most / 1024 / 1024} MiB, more than any published table, so nothing was imported. Check the address, or update the service`,
    );
  if (first === undefined && announced > most) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const incomplete = (): FetchFailure =>
    new FetchFailure(
      `${host} sent an incomplete document${Number.isFinite(announced) ? ` (${length} of ${announced} bytes)` : ""}, so nothing was imported. The next update tries again`,
      { retryable: true, bytes: joined(chunks) },
    );
  for await (const chunk of partsOf(response, incomplete)) {
    length += chunk.length;
    if (length > most) throw tooLarge();
    chunks.push(chunk);
    if (first !== undefined && length >= first) break;
  }
  return joined(chunks).subarray(0, first);
}

/** Far above any fetched archive. */
const MAX_LARGE = 16 * 1024 ** 3;

/**
 * Passes the body of a large reply on as it arrives. `alive` is called for each part, to restart the time limit.
 *
 * @throws FetchFailure if it is incomplete, or larger than any archive.
 */
export async function passBody(response: Response, host: string, write: (bytes: Uint8Array) => void, alive: () => void): Promise<void> {
  const announced = announcedBy(response);
  const incomplete = (): FetchFailure =>
    new FetchFailure(
      `${host} sent an incomplete document (${length}${Number.isFinite(announced) ? ` of ${announced}` : ""} bytes), so nothing was imported. The next update tries again`,
      { retryable: true, retryNow: false },
    );
  let length = 0;
  for await (const chunk of partsOf(response, incomplete)) {
    alive();
    length += chunk.length;
    if (length > MAX_LARGE)
      throw new FetchFailure(
        `${host} sent more than ${MAX_LARGE / 1024 ** 3} GiB, more than any archive, so nothing was imported. Check the address, or update the service`,
      );
    write(chunk);
  }
}
