import { readXml, xmlText } from "./read-xml";
import { cellText } from "./xml-text";

/** The workbook's shared strings in order, without rich-text formatting and phonetic readings. */
export function readStrings(part: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  if (!part) return strings;
  let text = "";
  let inText = false;
  let aside = 0;
  readXml(xmlText(part), "of its texts", {
    open: (name) => {
      if (name === "si") text = "";
      else if (name === "rPh") aside++;
      else if (name === "t") inText = aside === 0;
    },
    text: (t) => {
      if (inText) text += t;
    },
    close: (name) => {
      if (name === "si") strings.push(cellText(text));
      else if (name === "rPh") aside--;
      else if (name === "t") inText = false;
    },
  });
  return strings;
}
