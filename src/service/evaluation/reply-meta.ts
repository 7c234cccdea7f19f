import type { EvalReply, WireAnswer } from "../../contract/wire";
import { ATTRIBUTION, type SourceId } from "../records/attribution";
import type { Answer } from "../answers/family";
import { SPLIT_JUMP_RATIO } from "../families/prices/returns";

const REFUSED_BY_JUMP: ReadonlySet<string> = new Set(["price_return_split_refused", "share_basis_unknown"]);

/** The `meta` of a reply: its answers' caveats and sources, and the members that these caveats refer to. */
export function replyMeta(data: readonly WireAnswer[], answers: Iterable<Answer>): EvalReply["meta"] {
  const sources = new Set<string>();
  const caveats = new Set<string>();
  const levels = new Set<NonNullable<WireAnswer["peer_level"]>>();
  let [sample, isRefusedByJump] = [false, false];
  for (const answer of data) {
    if (answer.source !== undefined) sources.add(answer.source);
    for (const component of answer.components ?? []) if (component.source !== undefined) sources.add(component.source);
    for (const id of answer.caveats ?? []) caveats.add(id);
    if (answer.peer_level) levels.add(answer.peer_level);
    sample ||= answer.sample === true;
    isRefusedByJump ||= answer.code !== undefined && REFUSED_BY_JUMP.has(answer.code);
  }
  const meta: EvalReply["meta"] = {
    caveats: [...caveats].sort(),
    attribution: Object.fromEntries([...sources].sort().map((s) => [s, ATTRIBUTION[s as SourceId]])),
    sample,
  };
  const [level, ...others] = levels;
  if (level) meta.peer_level = others.length > 0 ? "mixed" : level;
  if (isRefusedByJump || level || caveats.has("rv_price_return_split_refused")) meta.rules = { split_jump_ratio: SPLIT_JUMP_RATIO };
  for (const { floatCoverage, sample: generated } of answers)
    // If both published and sample answers occur, the published ones matter to the reader.
    if (floatCoverage && (!meta.coverage || !generated)) meta.coverage = { short_interest: floatCoverage };
  return meta;
}
