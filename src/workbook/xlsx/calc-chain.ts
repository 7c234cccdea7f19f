import { attributeOf, emptyTags, withContents, withoutParts } from "./edit-package";
import { partNamed, relationshipsOf } from "./package-parts";
import { xmlText } from "./read-xml";
import type { Parts } from "./unpack";
import { withAttribute } from "./xml-edits";

/**
 * Removes cells from the calculation chain, which must not list cells without a formula: Excel then offers to repair the file. Removes the whole part if no cell
 * is left in it. Excel adds cells that are missing in it.
 *
 * @param cells references such as `B2` by the sheet's id, which is not its index
 */
export function withoutChainCells(parts: Parts, workbook: string, cells: ReadonlyMap<string, ReadonlySet<string>>): Parts {
  const chain = relationshipsOf(parts, workbook).find(({ type }) => type === "calcChain");
  const part = chain && partNamed(parts, chain.target);
  if (!chain || !part) return parts;
  let sheet = "0";
  let left = 0;
  let dropped = 0;
  // An entry without a sheet is on the sheet of the entry before it.
  let written: string | undefined;
  const xml = xmlText(part).replace(emptyTags("c"), (tag) => {
    const own = attributeOf(tag, "i");
    sheet = own ?? sheet;
    if (cells.get(sheet)?.has(attributeOf(tag, "r") ?? "")) {
      dropped++;
      return "";
    }
    left++;
    const isStated = own !== undefined || written === sheet || (written === undefined && dropped === 0);
    written = sheet;
    return isStated ? tag : withAttribute(tag, "i", sheet);
  });
  if (dropped === 0) return parts;
  return left === 0 ? withoutParts(parts, [chain.target]) : withContents(parts, new Map([[chain.target, xml]]));
}
