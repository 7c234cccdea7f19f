import { DAY_MS, isoOf } from "../../contract/dates";
import type { EvalReply, PublicationsOnWire, WireAnswer } from "../../contract/wire";
import type { FamilyAnswer } from "../answers/family";
import type { PublishedValue } from "../answers/published-value";
import { SPLIT_JUMP_RATIO } from "../families/prices/returns";
import { ATTRIBUTION, type SourceId } from "../records/attribution";
import { memoized } from "../../contract/memoized";

const REFUSED_BY_JUMP: ReadonlySet<string> = new Set(["price_return_split_refused", "share_basis_unknown"]);

/** The `meta` of a reply: its answers' caveats and sources, and the members that these caveats refer to. */
export function replyMeta(data: readonly WireAnswer[], answers: Iterable<FamilyAnswer>): EvalReply["meta"] {
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

type Publication = NonNullable<PublicationsOnWire["publications"]>[number];

const MOST_TIMES = 2_000;

/** A time of day to the second, or to the minute if it is a full one. Remembered: answers have few times of day. */
const timeText = memoized(
  (ms: number): string => {
    const iso = new Date(ms).toISOString();
    return `T${iso.slice(11, iso.startsWith("00", 17) ? 16 : 19)}Z`;
  },
  { most: MOST_TIMES },
);

/** Formats an instant as ISO 8601 in UTC. */
const inUtc = (instant: number): string => isoOf(instant) + timeText(instant - Math.floor(instant / DAY_MS) * DAY_MS);

/** The ways in which the moments of a reply's answers are known. A thousand answers have few of them, so each is in the reply once. */
export function createPublications() {
  const ways: PublishedValue[] = [];
  const publications: Publication[] = [];
  const rules: Record<string, string> = {};
  /** Compares with each way, because building a key takes longer than comparing with the few there are. */
  const positionOf = ({ basis, rule, revisions, firstUnknown }: PublishedValue): number =>
    ways.findIndex((way) => way.rule?.id === rule?.id && way.basis === basis && way.revisions === revisions && way.firstUnknown === firstUnknown);
  return {
    /** The member of an answer. Its way is added if it is new. */
    onWire: (published: PublishedValue): NonNullable<WireAnswer["public"]> => {
      let position = positionOf(published);
      if (position < 0) {
        const { basis, rule, revisions, firstUnknown } = published;
        position = ways.push(published) - 1;
        publications.push({
          basis,
          ...(rule === undefined ? {} : { rule: rule.id }),
          ...(revisions === undefined ? {} : { revisions }),
          ...(firstUnknown ? { first_value_unknown: true as const } : {}),
        });
        if (rule !== undefined) rules[rule.id] = rule.confirmedBy;
      }
      return { at: inUtc(published.at), by: position };
    },
    /** The members of `meta`. Empty if no answer has a moment. */
    meta: (): PublicationsOnWire =>
      publications.length === 0 ? {} : { publications: [...publications], ...(Object.keys(rules).length > 0 ? { release_rules: rules } : {}) },
  };
}
