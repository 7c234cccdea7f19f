import type { InsiderReport } from "./insider-report";

/** The two officers whose trades carry more weight. */
export type Chief = "CEO" | "CFO";

const TITLES: Readonly<Record<Chief, RegExp>> = {
  CEO: /\b(ceo|chief executive|principal executive)\b/i,
  CFO: /\b(cfo|chief financial|principal financial)\b/i,
};

/** The chiefs that an officer's title names. One person may be both; a former chief is none. */
export function chiefsIn(title: string | null): readonly Chief[] {
  // Turns C.E.O. into CEO.
  const plain = (title ?? "").replace(/\./g, "");
  if (/\b(former|retired|ex)\b/i.test(plain)) return [];
  return (Object.keys(TITLES) as Chief[]).filter((chief) => TITLES[chief].test(plain));
}

/** The chiefs among a report's owners. Reports imported before titles were stored use the first owner's role. */
export function chiefsOf({ owners, role, isChief }: InsiderReport): readonly Chief[] {
  const stated = owners.flatMap(({ place }) => (place ? [place.title] : []));
  return [...new Set((stated.length > 0 ? stated : isChief ? [role] : []).flatMap(chiefsIn))];
}
