const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for an element or an attribute in quotation marks. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (c) => ENTITIES[c]!);

const code = (c: string): string => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/**
 * A cell's text: what XML cannot hold is written `_x000D_`, as Excel does, and so is an underscore that would be read as the beginning of such a code.
 */
export function escapeCellText(text: string): string {
  const coded = text
    .replace(/_(?=x[0-9A-F]{4}_)/gi, "_x005F_")
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, code);
  return escapeXml(coded);
}

/** The other way round, of text whose entities are resolved. */
export const cellText = (text: string): string =>
  text.includes("_x") ? text.replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) : text;
