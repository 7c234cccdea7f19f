import type { ChangeMarks } from "../book";
import { withoutParts } from "./edit-package";
import { partNamed, relationshipsOf } from "./package-parts";
import { isTrue, readXml, xmlText } from "./read-xml";
import type { Parts } from "./unpack";

/** The part that lists a package's digital signatures. The signature of a macro project is another one, which covers no cells. */
const signatureOrigins = (parts: Parts): readonly string[] =>
  relationshipsOf(parts, "").flatMap(({ type, target, external }) => (type === "origin" && !external && partNamed(parts, target) ? [target] : []));

/** True if File, Info, Mark as Final was chosen: a custom property of the document. */
function isFinal(parts: Parts): boolean {
  const found = relationshipsOf(parts, "").find(({ type }) => type === "custom-properties");
  const part = found && partNamed(parts, found.target);
  if (!part) return false;
  let [inMark, text] = [false, ""];
  readXml(xmlText(part), found.target, {
    open: (element, a) => {
      if (element === "property") inMark = a["name"] === "_MarkAsFinal";
    },
    text: (more) => {
      if (inMark) text += more;
    },
    close: (element) => {
      if (element === "property") inMark = false;
    },
  });
  return isTrue(text.trim().toLowerCase());
}

/** What a workbook says about changes to it; undefined if nothing. */
export function changeMarks(parts: Parts, workbook: string): ChangeMarks | undefined {
  let sharing: Readonly<Record<string, string>> = {};
  readXml(xmlText(partNamed(parts, workbook)!), workbook, {
    open: (element, a) => {
      if (element === "fileSharing") sharing = a;
    },
  });
  const marks: ChangeMarks = {
    ...(signatureOrigins(parts).length > 0 ? { signed: true as const } : {}),
    ...(isFinal(parts) ? { final: true as const } : {}),
    ...(isTrue(sharing["readOnlyRecommended"]?.trim().toLowerCase()) ? { readOnlyRecommended: true as const } : {}),
    ...(sharing["hashValue"] || sharing["reservationPassword"] ? { passwordToChange: true as const } : {}),
  };
  return Object.keys(marks).length > 0 ? marks : undefined;
}

/** A package without its digital signatures, as Excel leaves it when somebody edits it. */
export const withoutSignatures = (parts: Parts): Parts => withoutParts(parts, signatureOrigins(parts));
