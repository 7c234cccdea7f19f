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
