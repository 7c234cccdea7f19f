import { counted } from "../../../contract/counted";
import { doubtsOf } from "../../doubts/doubts";
import type { Check } from "./delivery";

/** Doubts about one document that a message lists. `data -- check` lists all. */
const LISTED = 3;

/** Finds values that the checks of plausibility doubt. They are imported, and their answers carry the doubt. */
export const plausibility: Check = ({ documents, storedBefore }) =>
  documents.flatMap(({ label, records = [], reports = [] }) => {
    const doubts = [...reports.flatMap(({ doubt }) => doubt ?? []), ...records.flatMap((row) => doubtsOf(row, storedBefore))];
    const more = doubts.length - LISTED;
    const listed = doubts.slice(0, LISTED).map((sentence) => ({ file: label, sentence: sentence.replace(/\.$/, "") }));
    return more > 0 ? [...listed, { file: label, sentence: `${counted(more, "more doubt")}; to list them, type: npm run -s data -- check` }] : listed;
  });
