/** A cell, by the id of its sheet. */
export interface Place {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

const hexOf = (text: string): string => Array.from(text, (c) => c.codePointAt(0)!.toString(16).padStart(6, "0")).join("");
const textOf = (hex: string): string => (hex.match(/.{6}/g) ?? []).map((code) => String.fromCodePoint(parseInt(code, 16))).join("");

/** A defined name together with the cell that it is used in, written as a name. */
export const nameInCell = (name: string, { sheet, row, column }: Place): string => `__service_${hexOf(name)}_${hexOf(sheet)}_${row}_${column}`;

/** The name and the cell that `nameInCell` wrote; undefined for any other name. */
export function placeOf(written: string): { readonly name: string; readonly place: Place } | undefined {
  const [, name, sheet, row, column] = /^__service_([\da-f]*)_([\da-f]*)_(\d+)_(\d+)$/i.exec(written) ?? [];
  return name === undefined ? undefined : { name: textOf(name), place: { sheet: textOf(sheet!), row: Number(row), column: Number(column) } };
}

/** A name without the cell that it is used in, and without its sheet. */
export const plainName = (written: string): string => placeOf(written)?.name ?? written.replace(/^.*!/s, "");
