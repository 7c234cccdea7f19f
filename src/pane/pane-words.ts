import { wordsFor, type FailureWords, type HostVocabulary } from "../core/failure-words";
import { REASON_PREFIX } from "../core/outcome";

const PANE: HostVocabulary = {
  retry: "Press Refresh",
  enterKey: (which) => `Save ${which} key in the SERVICE pane`,
  noKey: "Add your API key in the SERVICE pane",
  unreachable: "The service cannot be reached. Check the connection and the base URL in the SERVICE pane, then press Refresh",
  address: "the base URL",
  correctAddress: "Correct it in the SERVICE pane",
  checkAddress: "Check the base URL in the SERVICE pane",
  correctAsOf: "Change the day in Settings",
  seePlan: "The SERVICE pane shows the plan",
};

/** How a host words failures, and writes formulas. */
interface HostWords {
  readonly failures: FailureWords;
  /** Of a key test in Account. */
  readonly keyTests: FailureWords;
  /** A formula or a function's name, from its form in Excel: `SERVICE.FRED("DGS10")`. */
  readonly written: (formula: string) => string;
}

let words: HostWords = {
  failures: wordsFor(PANE),
  keyTests: wordsFor({
    ...PANE,
    retry: "Test again",
    enterKey: (which) => `Paste ${which} key`,
    unreachable: "No answer from the base URL. Check it and the connection; the service may also not allow this page",
    correctAddress: "Correct it; it ends before /v1",
    checkAddress: "Check the base URL",
    seePlan: "Contact the service operator",
  }),
  written: (formula) => formula,
};
let typed = (formula: string): string | undefined => formula;

/** Sets the words of this page's host. Call it once, before the pane is drawn; without it they are those of Excel and the workbench. */
export const installWords = (host: HostWords): void => {
  words = host;
};

/** Failure messages for cells and pane. */
export const paneWords: FailureWords = (failure) => words.failures(failure);

/** Failure messages of a key test in Account. */
export const keyTestWords: FailureWords = (failure) => words.keyTests(failure);

/** A formula or a function's name as the host writes it, from its form in Excel. */
export const written = (formula: string): string => words.written(formula);

/** A formula as it is typed or pasted here, from its written form; undefined if it might be read as another one. */
export const typedForm = (formula: string): string | undefined => typed(formula);

/** Sets how formulas are typed here. A host may know its separators only some time after the pane is drawn. */
export const installTyped = (how: typeof typed): void => {
  typed = how;
};

/** Why a call with an error value as its argument has no answer. */
export const argumentErrorWords = (error: string): string => `An argument is ${error}. Correct the cell that it refers to.`;

/** What a cell shows without a key. Also finds cells that show it from an earlier session. */
export const NO_KEY_IN_CELL = `${REASON_PREFIX}${paneWords({ code: "no_key" })}`;
