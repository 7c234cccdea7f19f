import { errorOf } from "../../core/failure";
import type { Outcome } from "../../core/outcome";
import { isSampleFigure } from "../../sources/answer-words";
import { paneWords } from "../pane-words";
import { formattedValue } from "../words/formatted-value";

interface Shown {
  readonly text: string;
  /** True if there is no value, and the text says why. */
  readonly missing: boolean;
  readonly sample: boolean;
  /** Observation date; empty if there is none. */
  readonly date: string;
}

/** An outcome in one line. */
export function shownOf(outcome: Outcome): Shown {
  const plain = (text: string): Shown => ({ text, missing: true, sample: false, date: "" });
  switch (outcome.kind) {
    case "answer": {
      const { value, observationDate } = outcome.answer;
      return {
        text: formattedValue(outcome.answer),
        missing: value === null,
        sample: isSampleFigure(outcome.answer),
        date: value === null ? "" : (observationDate ?? ""),
      };
    }
    case "failure":
      return plain(errorOf(outcome.failure));
    case "no_key":
      return plain("no API key");
    case "held":
      return plain(paneWords(outcome.stale));
    case "error_in":
      return plain(outcome.error);
  }
}
