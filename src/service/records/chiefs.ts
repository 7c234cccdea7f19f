import type { InsiderReport } from "./insider-report";

/** The two officers whose own trades count for more. */
export type Chief = "CEO" | "CFO";

const TITLES: Readonly<Record<Chief, RegExp>> = {
  CEO: /\b(ceo|chief executive|principal executive)\b/i,
  CFO: /\b(cfo|chief financial|principal financial)\b/i,
};

/** Which chiefs an officer's title names; one person may be both, and one who was chief is none. */
export function chiefsIn(title: string | null): readonly Chief[] {
  // C.E.O. is CEO.
  const plain = (title ?? "").replace(/\./g, "");
  if (/\b(former|retired|ex)\b/i.test(plain)) return [];
  return (Object.keys(TITLES) as Chief[]).filter((chief) => TITLES[chief].test(plain));
}

/** The chiefs among those who file a report. Where it was imported before their places were kept, the first owner's role tells. */
export function chiefsOf({ owners, role, isChief }: InsiderReport): readonly Chief[] {
  const stated = owners.flatMap(({ place }) => (place ? [place.title] : []));
  return [...new Set((stated.length > 0 ? stated : isChief ? [role] : []).flatMap(chiefsIn))];
}
