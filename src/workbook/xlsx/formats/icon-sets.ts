/** The icon sets that Excel has since 2007. */
const OLD =
  "3Arrows 3ArrowsGray 3Flags 3TrafficLights1 3TrafficLights2 3Signs 3Symbols 3Symbols2 4Arrows 4ArrowsGray 4RedToBlack 4Rating 4TrafficLights 5Arrows 5ArrowsGray 5Rating 5Quarters".split(
    " ",
  );
/** Those of Excel 2010, which files have in an extension. */
const NEW = ["3Stars", "3Triangles", "5Boxes"];

export const isIconSet = (name: string): boolean => OLD.includes(name) || NEW.includes(name);
export const isNewIconSet = (name: string): boolean => NEW.includes(name);

/** The number of icons of a set. */
export const sizeOfSet = (name: string): number => Number(name[0]);
