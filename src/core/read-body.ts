import type { Reply } from "./host";
import { LIMITS } from "./limits";

/** The bytes of a body as they arrive, inflated, as `fetch` gives them. */
interface Bytes {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<void>;
  };
}

interface Decoder {
  decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string;
}

/** A reply's body has more than `LIMITS.replyBytes`. */
export class LargeReply extends Error {}

/**
 * Reads a reply's body as text, as `Response.text` does.
 * @param decoder a new `TextDecoder`
 * @throws LargeReply after `LIMITS.replyBytes`; the rest is not received. Rejects as the stream does if the connection breaks.
 */
export async function readBody(bytes: Bytes | null, decoder: Decoder): Promise<string> {
  const reader = bytes?.getReader();
  const texts: string[] = [];
  let length = 0;
  while (reader) {
    const { value } = await reader.read();
    if (value === undefined) break;
    length += value.length;
    if (length > LIMITS.replyBytes) {
      // Whether the connection closes well or not changes nothing.
      reader.cancel().catch(() => undefined);
      throw new LargeReply();
    }
    texts.push(decoder.decode(value, { stream: true }));
  }
  return texts.join("") + decoder.decode();
}

/** The reply to a request that failed with this error. */
export const replyOfError = (e: unknown): Reply => ({ status: 0, body: "", ...(e instanceof LargeReply ? { cutOff: true } : {}) });

/** True if a reply's body is too large, whether its host read it or not: some hosts can only read all of it. */
export const isTooLarge = ({ body, cutOff }: Pick<Reply, "body" | "cutOff">): boolean => cutOff === true || body.length > LIMITS.replyBytes;
