import type { FastifyReply, FastifyRequest } from "fastify";
import { pipeline, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { plainText } from "../../../contract/text";

/** A cell of a CSV table; null is an empty cell. */
export type CsvCell = string | number | boolean | null | undefined;

/** Text is quoted if it must be, and never read as a formula. */
function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const text = plainText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of RFC 4180, with its end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(",")}\r\n`;

/** Joins lines to texts of about 64 kB, so that a stream has few pieces. Other requests are answered between them. */
export async function* inPieces(lines: Iterable<string>): AsyncGenerator<string> {
  let piece = "";
  for (const line of lines) {
    piece += line;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = "";
    await setImmediate();
  }
  if (piece !== "") yield piece;
}

/** The weight of each entry of an Accept or Accept-Encoding header, in its order. */
const weights = (header: string | string[] | undefined): Map<string, number> =>
  new Map(
    String(header ?? "")
      .toLowerCase()
      .split(",")
      .map((entry) => {
        const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
        const q = parameters.find((one) => one.startsWith("q="));
        return [name, q === undefined ? 1 : Number(q.slice(2)) || 0] as const;
      }),
  );

/** True if an Accept header names text/csv and does not prefer JSON. */
export function acceptsCsv({ headers }: Pick<FastifyRequest, "headers">): boolean {
  const of = weights(headers.accept);
  const [csv = 0, json = 0] = [of.get("text/csv"), of.get("application/json")];
  if (csv !== json) return csv > json;
  const types = [...of.keys()];
  return csv > 0 && types.indexOf("text/csv") < types.indexOf("application/json");
}

/** True if the client accepts gzip. */
export function acceptsGzip({ headers }: Pick<FastifyRequest, "headers">): boolean {
  const of = weights(headers["accept-encoding"]);
  return (of.get("gzip") ?? of.get("*") ?? 0) > 0;
}

/** Streams CSV text, compressed if the client accepts it. If the text cannot be completed, the connection is closed before the end of the body. */
export function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  text: AsyncIterable<string | Uint8Array>,
  { file, gzip = acceptsGzip(request) }: { readonly file: string; readonly gzip?: boolean },
): FastifyReply {
  reply.type("text/csv; charset=utf-8; header=present").header("content-disposition", `attachment; filename="${file}"`);
  const plain = Readable.from(text, { objectMode: false });
  if (!gzip) return reply.send(plain);
  reply.header("content-encoding", "gzip");
  // The reply fails with the compressed stream, which `pipeline` destroys.
  return reply.send(pipeline(plain, createGzip({ level: 6 }), () => undefined));
}
