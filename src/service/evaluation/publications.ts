import type { PublicationsOnWire, WireAnswer } from "../../contract/wire";
import type { PublishedValue } from "../answers/published-value";

type Publication = NonNullable<PublicationsOnWire["publications"]>[number];

const moments = new Map<number, string>();
/** More moments are formatted again, so that odd ones cannot fill the memory. */
const MOST_MOMENTS = 40_000;

/** Formats an instant as ISO 8601 in UTC, to the second, or to the minute if it is a full one. */
function inUtc(instant: number): string {
  let text = moments.get(instant);
  if (text === undefined) {
    if (moments.size >= MOST_MOMENTS) moments.clear();
    const iso = new Date(instant).toISOString();
    moments.set(instant, (text = `${iso.slice(0, iso.startsWith("00", 17) ? 16 : 19)}Z`));
  }
  return text;
}

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
