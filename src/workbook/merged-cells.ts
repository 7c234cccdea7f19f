import type { Block } from "./block";
import { areaText } from "./cell-address";
import { shared } from "./format-areas";

const inTheWay = (sheet: string, area: Block): string => `The merged cells ${areaText({ sheet, ...area })} are in the way`;

/** Why blocks cannot be written: of merged cells only the first holds something. Undefined if no merged cells are in the way. */
export function writtenOverMerged(sheet: string, blocks: readonly Block[], merged: readonly Block[]): string | undefined {
  const isCut = (block: Block, area: Block): boolean => {
    const both = shared(block, area);
    return both !== undefined && !(both.rows * both.columns === 1 && both.row === area.row && both.column === area.column);
  };
  const area = merged.find((one) => blocks.some((block) => isCut(block, one)));
  return area && `${inTheWay(sheet, area)}, so nothing was written. Unmerge them (Home, Merge & Center), or choose another place.`;
}

/** Why cells cannot be inserted or deleted: those that move with the block would take only a part of merged cells along. Undefined if they take all or none. */
export function movedPartOfMerged(
  sheet: string,
  { block, along }: { readonly block: Block; readonly along: "rows" | "columns" },
  merged: readonly Block[],
): string | undefined {
  const turned = ({ row, column, rows, columns }: Block) =>
    along === "rows"
      ? { from: row, end: row + rows, side: column, far: column + columns }
      : { from: column, end: column + columns, side: row, far: row + rows };
  const moving = turned(block);
  const area = merged.find((one) => {
    const { end, side, far } = turned(one);
    return end > moving.from && side < moving.far && far > moving.side && (side < moving.side || far > moving.far);
  });
  return area && `${inTheWay(sheet, area)}: only a part of them would move. Nothing was changed. Unmerge them (Home, Merge & Center), then try again.`;
}
