const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for an element or a quoted attribute. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (c) => ENTITIES[c]!);

/** Reverses `escapeXml`. */
export const unescapeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (entity) => Object.keys(ENTITIES).find((c) => ENTITIES[c] === entity)!);

const code = (c: string): string => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/**
 * Escapes a cell's text. Characters that XML does not allow become `_x000D_`, as in Excel, and so does an underscore that would start such a code.
 */
export function escapeCellText(text: string): string {
  const coded = text
    .replace(/_(?=x[0-9A-F]{4}_)/gi, "_x005F_")
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, code);
  return escapeXml(coded);
}

/** Reverses `_x000D_` codes in text whose entities are resolved. */
export const cellText = (text: string): string =>
  text.includes("_x") ? text.replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) : text;
