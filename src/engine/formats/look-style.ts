import { BooleanNumber, type IStyleData } from "@univerjs/core";
import type { FormatLook } from "../../workbook/conditional-format";
import { lookOf, styleData } from "../cell-style";

const isSet = (flag: boolean | undefined): { true?: true } => (flag ? { true: true } : {});

/** The engine's style of a look. */
export function styleOfLook({ bold, italic, underline, strike, format, ...rest }: FormatLook): IStyleData {
  const style = {
    ...rest,
    ...(isSet(bold).true ? { bold: true as const } : {}),
    ...(isSet(italic).true ? { italic: true as const } : {}),
    ...(isSet(underline).true ? { underline: true as const } : {}),
    ...(isSet(strike).true ? { strike: true as const } : {}),
  };
  return {
    ...styleData({ style, ...(format === undefined ? {} : { format }) }),
    ...(bold === false ? { bl: BooleanNumber.FALSE } : {}),
    ...(italic === false ? { it: BooleanNumber.FALSE } : {}),
    ...(underline === false ? { ul: { s: BooleanNumber.FALSE } } : {}),
    ...(strike === false ? { st: { s: BooleanNumber.FALSE } } : {}),
  };
}

/** The look of the engine's style; undefined for one that changes nothing. */
export function lookOfStyle(data: IStyleData | null | undefined): FormatLook | undefined {
  const { style = {}, format } = lookOf(data);
  const { bold, italic, underline, strike, color, fill, top, right, bottom, left } = style;
  const flag = <K extends string>(name: K, is: true | undefined, given: BooleanNumber | undefined): Partial<Record<K, boolean>> =>
    (is ? { [name]: true } : given === BooleanNumber.FALSE ? { [name]: false } : {}) as Partial<Record<K, boolean>>;
  const look: FormatLook = {
    ...flag("bold", bold, data?.bl),
    ...flag("italic", italic, data?.it),
    ...flag("underline", underline, data?.ul?.s),
    ...flag("strike", strike, data?.st?.s),
    ...(color ? { color } : {}),
    ...(fill ? { fill } : {}),
    ...(top ? { top } : {}),
    ...(right ? { right } : {}),
    ...(bottom ? { bottom } : {}),
    ...(left ? { left } : {}),
    ...(format === undefined ? {} : { format }),
  };
  return Object.keys(look).length > 0 ? look : undefined;
}
