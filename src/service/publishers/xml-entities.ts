import { own } from "../../contract/own";

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;

/** Resolves XML's own entities and numbered characters; anything else stays as it is written. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, code: string) => {
    if (!code.startsWith("#")) return own(ENTITIES, code) ?? whole;
    const point = /^#x/i.test(code) ? parseInt(code.slice(2), 16) : Number(code.slice(1));
    return point <= LAST_CODE_POINT ? String.fromCodePoint(point) : whole;
  });
