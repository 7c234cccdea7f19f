import { MAX_FILE_BYTES } from "../publishers/reading/text-of";
import { FetchFailure } from "./fetch-failure";

const joined = (chunks: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(chunks));

/** Bytes that the publisher says will come; NaN where it says nothing. */
const announcedBy = (response: Response): number => Number(response.headers.get("content-length") ?? Number.NaN);

/** What is announced is the length of what travels; a compressed body is longer when it has arrived, and its own end is checked on the way. */
const isCut = (response: Response, length: number): boolean => {
  const announced = announcedBy(response);
  return Number.isFinite(announced) && !response.headers.get("content-encoding") && announced !== length;
};

/**
 * The body as it comes. Whoever stops before its end cancels the rest.
 *
 * @throws what `half` gives where the connection broke, or where fewer or more bytes came than were announced.
 */
async function* partsOf(response: Response, half: () => FetchFailure): AsyncGenerator<Uint8Array> {
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
        // A limit of time or a stop is no half document.
        throw e instanceof DOMException ? e : half();
      }
      if (part.done) break;
      length += (part.value as Uint8Array).length;
      yield part.value as Uint8Array;
    }
    isOver = true;
    if (isCut(response, length)) throw half();
  } finally {
    if (!isOver) await reader?.cancel();
  }
}

/**
 * The whole body of a reply.
 *
 * @throws FetchFailure for one that is larger than any published table, and for half a one: the connection broke, or fewer bytes came than were announced.
 *   What did come is in the failure.
 */
export async function readBody(response: Response, host: string, most = MAX_FILE_BYTES): Promise<Uint8Array> {
  const announced = announcedBy(response);
  const tooLarge = (): FetchFailure =>
    new FetchFailure(
      `${host} sent more than ${most / 1024 / 1024} MiB, which no published table is; nothing of it was taken. Check the address, or update the service`,
    );
  if (announced > most) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const half = (): FetchFailure =>
    new FetchFailure(
      `${host} sent half a document${Number.isFinite(announced) ? ` (${length} of ${announced} bytes)` : ""}; nothing of it was taken. It is asked again later`,
      { passing: true, bytes: joined(chunks) },
    );
  for await (const chunk of partsOf(response, half)) {
    length += chunk.length;
    if (length > most) throw tooLarge();
    chunks.push(chunk);
  }
  return joined(chunks);
}

/**
 * The beginning of a reply, so many bytes of it or all that there is; the rest is not waited for.
 *
 * @throws FetchFailure where the connection broke before that.
 */
export async function readBeginning(response: Response, host: string, length: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let come = 0;
  const half = (): FetchFailure =>
    new FetchFailure(`${host} sent half a document; nothing of it was taken. It is asked again later`, { passing: true, bytes: joined(chunks) });
  for await (const chunk of partsOf(response, half)) {
    chunks.push(chunk);
    come += chunk.length;
    if (come >= length) break;
  }
  return joined(chunks).subarray(0, length);
}

/** No archive that is fetched comes near this. */
const MOST_LARGE = 16 * 1024 ** 3;

/**
 * Hands the body of a large reply on as it comes; `alive` is told of every part, for a limit of time between two of them.
 *
 * @throws FetchFailure for half a one, and for one that is larger than any.
 */
export async function passBody(response: Response, host: string, write: (bytes: Uint8Array) => void, alive: () => void): Promise<void> {
  const announced = announcedBy(response);
  const half = (): FetchFailure =>
    new FetchFailure(
      `${host} sent half a document (${length}${Number.isFinite(announced) ? ` of ${announced}` : ""} bytes); nothing of it was taken. It is asked again later`,
      {
        passing: true,
        atOnce: false,
      },
    );
  let length = 0;
  for await (const chunk of partsOf(response, half)) {
    alive();
    length += chunk.length;
    if (length > MOST_LARGE)
      throw new FetchFailure(
        `${host} sent more than ${MOST_LARGE / 1024 ** 3} GiB, which no archive is; nothing of it was taken. Check the address, or update the service`,
      );
    write(chunk);
  }
}
