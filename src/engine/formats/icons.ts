import type { Icon } from "../../workbook/conditional-format";

const NONE = "EMPTY_ICON_TYPE";
/** Sets that Univer lists from the lowest icon; all others begin with the highest. */
const FROM_LOWEST = new Set(["4Rating", "5Rating"]);

const size = (set: string): number => Number(set[0]);
const numberIn = (set: string, place: number): number => (FROM_LOWEST.has(set) ? place : size(set) - 1 - place);

/** An icon in Univer's form. */
export const gridIcon = (icon: Icon | null): { readonly iconType: string; readonly iconId: string } =>
  icon ? { iconType: icon.set, iconId: String(numberIn(icon.set, icon.place)) } : { iconType: NONE, iconId: "0" };

/** An icon of Univer; null for none, and for one that Excel does not have. */
export const iconOfGrid = (set: string, id: string): Icon | null => (/^[345]/.test(set) ? { set, place: numberIn(set, Number(id)) } : null);

/** Icons, from the lowest, as a set, or each for itself if they are not those of one. */
export function setOfIcons(icons: readonly (Icon | null)[]): { readonly set: string; readonly icons?: readonly (Icon | null)[]; readonly reversed?: true } {
  const set = icons[0]?.set ?? "";
  const last = icons.length - 1;
  const is = (placeOf: (i: number) => number): boolean =>
    size(set) === icons.length && icons.every((icon, i) => icon?.set === set && icon.place === placeOf(i));
  if (is((i) => i)) return { set };
  if (is((i) => last - i)) return { set, reversed: true };
  return { set: `${icons.length}Arrows`, icons };
}
