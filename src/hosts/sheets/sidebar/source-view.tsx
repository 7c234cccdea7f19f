import { AnswerFacts } from "../../../pane/inspect/answer-facts";
import { citationOf } from "../../../pane/inspect/citation";
import { CitationView } from "../../../pane/inspect/citation-view";
import { useNow } from "../../../pane/hooks/use-now";
import type { Sourced } from "../sidebar-calls";
import type { ViewProps } from "./view";

/** Google calls a function only then, however old its answer is. */
const NEXT_UPDATE = "On Refresh, or when the formula or a referenced cell changes.";

const CLOCK = { now: () => Date.now() };

/** One question of a cell: its answer with sources and caveats, or why there is none. */
export function SourceView({ question, say }: Pick<ViewProps, "say"> & { readonly question: Sourced }) {
  const now = useNow(CLOCK);
  const { answer, message } = question;
  if (!answer) return <p class="problem">{message ?? "No information on this value. Refresh the cell, then read it again."}</p>;
  return (
    <>
      <AnswerFacts answer={answer} stale={message} now={now} next={NEXT_UPDATE} />
      <CitationView citation={citationOf(question.label, answer)} say={say} />
    </>
  );
}
