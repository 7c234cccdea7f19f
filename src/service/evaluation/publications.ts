import { DAY_MS, isoOf } from "../../contract/dates";
import type { PublicationsOnWire, WireAnswer } from "../../contract/wire";
import type { PublishedValue } from "../answers/published-value";

type Publication = NonNullable<PublicationsOnWire["publications"]>[number];

const times = new Map<number, string>();
/** More times of day are formatted again, so that odd ones cannot fill the memory. */
const MOST_TIMES = 2_000;

/** A time of day to the second, or to the minute if it is a full one. Cached: answers have few times of day. */
function timeText(ms: number): string {
  let text = times.get(ms);
  if (text === undefined) {
    if (times.size >= MOST_TIMES) times.clear();
    const iso = new Date(ms).toISOString();
    times.set(ms, (text = `T${iso.slice(11, iso.startsWith("00", 17) ? 16 : 19)}Z`));
  }
  return text;
}

/** Formats an instant as ISO 8601 in UTC. */
const inUtc = (instant: number): string => isoOf(instant) + timeText(instant - Math.floor(instant / DAY_MS) * DAY_MS);

/** The ways in which the moments of a reply's answers are known. A thousand answers have few of them, so each is in the reply once. */
interface Publications {
  /** The member of an answer. Its way is added if it is new. */
  onWire(published: PublishedValue): NonNullable<WireAnswer["public"]>;
  /** The members of `meta`. Empty if no answer has a moment. */
  meta(): PublicationsOnWire;
}

export function createPublications(): Publications {
  const ways: PublishedValue[] = [];
  const publications: Publication[] = [];
  const rules: Record<string, string> = {};
  /** Compares with each way, because building a key takes longer than comparing with the few there are. */
  function positionOf({ basis, rule, revisions, firstUnknown }: PublishedValue): number {
    for (let i = 0; i < ways.length; i++) {
      const way = ways[i]!;
      if (way.rule?.id === rule?.id && way.basis === basis && way.revisions === revisions && way.firstUnknown === firstUnknown) return i;
    }
    return -1;
  }
  return {
    onWire: (published) => {
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
    meta: () => (publications.length === 0 ? {} : { publications: [...publications], ...(Object.keys(rules).length > 0 ? { release_rules: rules } : {}) }),
  };
}
