import type { IColumnData } from "@univerjs/core";

/** Records that a column has this width to fit its contents. */
export const fit = (column: IColumnData, width: number): void => void (column.custom = { ...column.custom, fitted: width });

/** True if a column still has the width that fits its contents, so that nobody has set another one. */
export const isFitted = ({ w, custom }: IColumnData): boolean => w !== undefined && custom?.["fitted"] === w;
