import { wordsFor, type Vocabulary } from "../core/failure-words";
import { REASON_PREFIX } from "../core/outcome";

const PANE: Vocabulary = {
  retry: "Press Refresh",
  enterKey: (which) => `Save ${which} key in the SERVICE pane`,
  noKey: "Add your API key in the SERVICE pane",
  unreachable: "The service cannot be reached. Check the connection and the base URL in the SERVICE pane, then press Refresh",
  address: "the base URL",
  correctAddress: "Correct it in the SERVICE pane",
  checkAddress: "Check the base URL in the SERVICE pane",
  seePlan: "The SERVICE pane shows the plan",
};

/** Failures in the words of a workbook with a pane: Excel and the workbench, cells and pane alike. */
export const paneWords = wordsFor(PANE);

/** The same beside the form in which a key is tested. */
export const keyTestWords = wordsFor({
  ...PANE,
  retry: "Test again",
  enterKey: (which) => `Paste ${which} key`,
  unreachable: "No answer from the base URL. Check it and the connection; the service may also not allow this page",
  correctAddress: "Correct it; it ends before /v1",
  checkAddress: "Check the base URL",
  seePlan: "Contact the service operator",
});

/** What a cell shows while there is no key. Cells that an earlier opening of the workbook left so are found by it. */
export const NO_KEY_IN_CELL = `${REASON_PREFIX}${paneWords({ code: "no_key" })}`;
