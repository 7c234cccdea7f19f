import type { Code } from "../../contract/codes";
import type { ReasonText } from "../answers/answering";

/** What a name that a person types comes to: the name that the service knows, or why there is none. */
export type ReadName = { readonly name: string } | { readonly refused: Code; readonly text: ReasonText };
