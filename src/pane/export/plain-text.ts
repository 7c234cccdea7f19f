import { plainText } from "../../contract/text";
import type { PlainContent } from "../workbook";

/** Any cell content; a string stays text as `plainText` says. */
export const plainContent = (content: PlainContent): PlainContent => (typeof content === "string" ? plainText(content) : content);
