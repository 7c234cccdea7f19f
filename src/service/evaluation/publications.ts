import type { PublicationsOnWire } from "../../contract/wire";
import type { PublishedValue } from "../answers/published-value";

type Publication = NonNullable<PublicationsOnWire["publications"]>[number];

/** The ways in which the moments of a reply's answers are known. A thousand answers have few of them, so each is in the reply once. */
export interface Publications {
  /** The position of a way, which is added if it is new. */
  positionOf(published: PublishedValue): number;
  /** The members of `meta`. Empty if no answer has a moment. */
  onWire(): PublicationsOnWire;
}

export function createPublications(): Publications {
  const positions = new Map<string, number>();
  const publications: Publication[] = [];
  const rules: Record<string, string> = {};
  return {
    positionOf: ({ basis, rule, revisions, firstUnknown }) => {
      const key = `${basis} ${rule?.id ?? ""} ${revisions ?? ""} ${firstUnknown}`;
      let position = positions.get(key);
      if (position === undefined) {
        positions.set(key, (position = publications.length));
        publications.push({
          basis,
          ...(rule === undefined ? {} : { rule: rule.id }),
          ...(revisions === undefined ? {} : { revisions }),
          ...(firstUnknown ? { first_value_unknown: true as const } : {}),
        });
        if (rule !== undefined) rules[rule.id] = rule.confirmedBy;
      }
      return position;
    },
    onWire: () => (publications.length === 0 ? {} : { publications: [...publications], ...(Object.keys(rules).length > 0 ? { release_rules: rules } : {}) }),
  };
}
