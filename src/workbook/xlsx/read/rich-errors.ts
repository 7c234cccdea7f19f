import { relatedPart } from "../package-parts";
import { elementsInText, localName, xmlText } from "../read-xml";
import type { Parts } from "../unpack";

/**
 * Newer error values by their number in a file. For older versions the cell itself has `#VALUE!`, and `vm` refers to the value's metadata.
 */
const ERRORS: ReadonlyMap<string, string> = new Map([
  ["8", "#SPILL!"],
  ["9", "#CONNECT!"],
  ["10", "#BLOCKED!"],
  ["11", "#UNKNOWN!"],
  ["12", "#FIELD!"],
  ["13", "#CALC!"],
  ["14", "#BUSY!"],
  ["18", "#EXTERNAL!"],
  ["19", "#TIMEOUT!"],
]);

/** The newer error value of a cell's `vm`; undefined for other metadata. */
export function richErrors(parts: Parts, workbook: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const text = (type: string): string | undefined => {
    const part = relatedPart(parts, workbook, type);
    return part && xmlText(part.bytes);
  };
  const [metadata, values, structures] = [text("sheetMetadata"), text("rdRichValue"), text("rdRichValueStructure")];
  if (!metadata || !values || !structures) return found;

  /** For each structure of an error, which of its values is the number. */
  const errorAt: number[] = [];
  let isError = false;
  let key = 0;
  for (const { name, attributes: a } of elementsInText(structures, "of its rich values", (one) => one === "s" || one === "k"))
    if (name === "s") {
      isError = a["t"] === "_error";
      errorAt.push(-1);
      key = 0;
    } else {
      if (isError && a["n"] === "errorType") errorAt[errorAt.length - 1] = key;
      key++;
    }

  /** The error that each rich value is, if it is one. */
  const errorOf: (string | undefined)[] = [];
  let wanted = -1;
  let at = 0;
  for (const { name, attributes: a, text } of elementsInText(values, "of its rich values", (one) => one === "rv" || one === "v"))
    if (name === "rv") {
      wanted = errorAt[Number(a["s"])] ?? -1;
      errorOf.push(undefined);
      at = 0;
    } else if (at++ === wanted) errorOf[errorOf.length - 1] = ERRORS.get(text.trim());

  const types: string[] = [];
  const rich: number[] = [];
  let list = "";
  let cell = 0;
  const pending: { readonly vm: number; readonly type: number; readonly value: number }[] = [];
  for (const { name, attributes: a } of elementsInText(metadata, "of its metadata", () => true))
    if (name === "metadataType") types.push(a["name"] ?? "");
    else if (name === "futureMetadata") list = a["name"] ?? "";
    else if (name === "cellMetadata" || name === "valueMetadata") list = name;
    else if (name === "bk" && list === "valueMetadata") cell++;
    else if (name === "rc" && list === "valueMetadata") pending.push({ vm: cell, type: Number(a["t"]), value: Number(a["v"]) });
    else if (localName(name) === "rvb" && list === "XLRICHVALUE") rich.push(Number(a["i"]));
  for (const { vm, type, value } of pending) {
    const error = types[type - 1] === "XLRICHVALUE" ? errorOf[rich[value] ?? -1] : undefined;
    if (error) found.set(String(vm), error);
  }
  return found;
}
