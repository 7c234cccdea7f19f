import type { FastifyReply, FastifyRequest } from "fastify";
import { replaceStrings } from "../../../contract/json";
import { hideKey, LONGEST_KEY } from "../../../contract/key-in-text";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The reply is a key: it is not hidden. */
    givesKey?: true;
  }
}

/** A refusal repeats parts of its request, cut to a length, so that fewer characters of the key may be left than in other texts. */
const LEAST_IN_REFUSAL = 8;
/** Characters of the largest reply that is searched for encoded keys and parts of keys. Larger ones are rows, of requests whose address, cells, arguments and ids were searched. */
const MOST_SEARCHED = 64 * 1024;

/** Most words of a header that are searched for: each takes a search of the whole reply. */
const MOST_WORDS = 2;
const WORDS = new RegExp(`[^\\s,;="]{16,${LONGEST_KEY}}`, "g");

/** The first words of an Authorization header that can be keys, accepted or not. A word that is longer than a key counts as several. */
const keysOf = ({ headers }: FastifyRequest): readonly string[] => headers.authorization?.match(WORDS)?.slice(0, MOST_WORDS) ?? [];

/** Hides the caller's key in every reply, whatever repeats it. Streams are not searched: they are files and rows. */
export async function hideKeyInReply(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== "string" || request.routeOptions.config.givesKey) return payload;
  return keysOf(request).reduce((text, key) => hidden(text, key, reply.statusCode >= 400), payload);
}

function hidden(body: string, key: string, isRefusal: boolean): string {
  if (body.length > MOST_SEARCHED && !body.includes(key)) return body;
  const clean = (text: string): string => hideKey(text, key, isRefusal ? LEAST_IN_REFUSAL : undefined);
  if (clean(body) === body) return body;
  return replaceStrings(body, (token) => {
    const text = JSON.parse(token) as string;
    const shown = clean(text);
    return shown === text ? token : JSON.stringify(shown);
  });
}
