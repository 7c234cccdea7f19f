import { AnswerFacts } from "../../../pane/inspect/answer-facts";
import { CitationView } from "../../../pane/inspect/citation-view";
import { useNow } from "../../../pane/hooks/use-now";
import type { Sourced } from "../sidebar-calls";
import type { ViewProps } from "./view";

/** Google calls a function at nothing else, however old its answer is. */
const AGAIN = "by Refresh, and when the formula or a cell that it refers to changes";

const CLOCK = { now: () => Date.now() };

/** One question of a cell: its answer with everything that must be said with it, or why there is none. */
export function SourceView({ question, say }: Pick<ViewProps, "say"> & { readonly question: Sourced }) {
  const now = useNow(CLOCK);
  const { answer, message } = question;
  if (!answer) return <p class="problem">{message ?? "Nothing is known of this value. Refresh the cell, then read it again."}</p>;
  return (
    <>
      <AnswerFacts answer={answer} stale={message} now={now} next={AGAIN} />
      <CitationView formula={question.label} answer={answer} say={say} />
    </>
  );
}
