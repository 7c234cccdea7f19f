/** Position after the string of JSON text that begins at a position; undefined if it has no end. */
function endOf(body: string, start: number): number | undefined {
  for (let i = start + 1; i < body.length; i++) {
    const code = body.charCodeAt(i);
    if (code === 34) return i + 1;
    if (code === 92) i++;
  }
  return undefined;
}

/**
 * Replaces the string values in JSON text, with their quotes, but no member names. It uses no pattern: one that repeats a group overflows its stack at some
 * million escapes.
 */
export function replaceStrings(body: string, replaced: (token: string) => string): string {
  const isName = /\s*:/y;
  let [clean, from] = ["", 0];
  for (let start = body.indexOf('"'); start !== -1;) {
    const end = endOf(body, start);
    if (end === undefined) break;
    isName.lastIndex = end;
    if (!isName.test(body)) {
      const token = body.slice(start, end);
      const shown = replaced(token);
      if (shown !== token) {
        clean += body.slice(from, start) + shown;
        from = end;
      }
    }
    start = body.indexOf('"', end);
  }
  return clean + body.slice(from);
}
