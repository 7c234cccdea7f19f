import type { Code } from "../../contract/codes";
import type { ReasonText } from "../answers/answering";

/** Result of reading a typed name: the service's name, or why it is refused. */
export type ReadName = { readonly name: string } | { readonly refused: Code; readonly text: ReasonText };
