/** Splits a text that arrives in pieces into lines. A last line without a line end counts. Holds at most one piece and one line in memory. */
export function* textLines(
  pieces: Iterable<{ readonly bytes: Uint8Array; readonly done: number }>,
  encoding: "utf-8" | "latin1",
): Generator<{ readonly lines: readonly string[]; readonly done: number }> {
  const decoder = new TextDecoder(encoding);
  let rest = "";
  let done = 0;
  for (const piece of pieces) {
    const lines = (rest + decoder.decode(piece.bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    done = piece.done;
    yield { lines: lines.map((l) => (l.endsWith("\r") ? l.slice(0, -1) : l)), done };
  }
  rest += decoder.decode();
  if (rest !== "") yield { lines: [rest.replace(/\r$/, "")], done };
}
