import type { Code } from "../../contract/codes";
import type { ReasonText } from "../answers/answering";

/** Result of reading a typed name: the service's name, or why it is refused. */
export type ReadName = { readonly name: string } | { readonly refused: Code; readonly text: ReasonText };

/** The service's name for a text. Undefined if there is none, or if it is the text itself. */
export const nameFor = (text: string, name: string | undefined): ReadName | undefined => (name === undefined || name === text ? undefined : { name });
