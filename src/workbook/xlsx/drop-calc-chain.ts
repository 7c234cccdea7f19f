import { relationshipsOf, relationshipsPart } from "./package-parts";
import { xmlPart, xmlText } from "./read-xml";
import type { Parts } from "./unpack";

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((v) => v !== undefined);

/** Removes the tags of this element for which `drop` is true; returns the same bytes if there is none. */
function without(name: string, part: Uint8Array, element: string, drop: (tag: string) => boolean): Uint8Array {
  const text = xmlText(part);
  const left = text.replace(new RegExp(`<(?:\\w+:)?${element}\\s[^<>]*?(?:/>|>\\s*</(?:\\w+:)?${element}\\s*>)`, "g"), (tag) => (drop(tag) ? "" : tag));
  return left === text ? part : xmlPart(left, part, name);
}

/**
 * Removes the calculation chain, which must not list cells without a formula; Excel creates it again. Other parts do not change.
 */
export function dropCalcChain(parts: Parts, workbook: string): Parts {
  const chain = relationshipsOf(parts, workbook).find(({ type }) => type === "calcChain");
  if (!chain) return parts;
  const rels = relationshipsPart(workbook);
  const left = new Map<string, Uint8Array>();
  for (const [name, part] of parts) {
    if (name.toLowerCase() === chain.target.toLowerCase()) continue;
    if (name === rels)
      left.set(
        name,
        without(name, part, "Relationship", (tag) => attribute(tag, "Id") === chain.id),
      );
    else if (name === "[Content_Types].xml")
      left.set(
        name,
        without(name, part, "Override", (tag) => attribute(tag, "PartName")?.toLowerCase() === `/${chain.target.toLowerCase()}`),
      );
    else left.set(name, part);
  }
  return left;
}
