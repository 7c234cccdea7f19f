import { UNIVERSE } from "../../instruments/universe";

/** Final words of issuers' names that not every list has. */
const ENDINGS = new Set(
  "INC INCORPORATED IN CORP CORPORATION CO COMPANY COMPANIES COS LTD LIMITED PLC NV N V SA S A AG G SE LP LLC HLDG HLDGS HOLDING HOLDINGS GROUP GRP NEW DEL THE TR TRUST IRELAND COM".split(
    " ",
  ),
);
/** Abbreviations in the official list of 13F securities. */
const WORDS: Readonly<Record<string, string>> = {
  SYS: "SYSTEMS",
  INTL: "INTERNATIONAL",
  MTRS: "MOTORS",
  MTR: "MOTOR",
  WHSL: "WHOLESALE",
  BK: "BANK",
  FINL: "FINANCIAL",
  MACHS: "MACHINES",
  LABS: "LABORATORIES",
  PWR: "POWER",
  ELEC: "ELECTRIC",
  RES: "RESOURCES",
  PETE: "PETROLEUM",
  SVCS: "SERVICES",
  SVC: "SERVICE",
  PHARMA: "PHARMACEUTICALS",
  MATLS: "MATERIALS",
  NATL: "NATIONAL",
  AMER: "AMERICA",
  HLTH: "HEALTH",
};

function normalized(name: string): string {
  const words = name
    .toUpperCase()
    .replace(/['.]/g, (c) => (c === "." ? " " : ""))
    .split(/[^A-Z0-9]+/)
    .filter((w) => w !== "")
    .map((w) => WORDS[w] ?? w);
  while (words.length > 1 && ENDINGS.has(words[words.length - 1] ?? "")) words.pop();
  return words.join("");
}

const CLASS = /\bClass ([A-C])$/;
const classless = new Map<string, string | null>();
const classed = new Map<string, string>();
for (const { ticker, name, instrumentType } of UNIVERSE) {
  if (instrumentType === "etf") continue;
  const letter = CLASS.exec(name)?.[1];
  const key = normalized(name.replace(CLASS, ""));
  if (letter !== undefined) classed.set(`${key} ${letter}`, ticker);
  // Two companies of one name are ambiguous.
  else classless.set(key, classless.has(key) ? null : ticker);
}

/**
 * Finds the ticker of a security by the issuer's name and the title of the class. Undefined unless they match a covered symbol exactly; similar names never
 * match. Funds have no ticker, because they are filed under the name of a trust that has many.
 */
export function tickerOf({ issuer, title }: { readonly issuer: string; readonly title: string }): string | undefined {
  if (/\b(PFD|PREF\w*|WTS?|WARRANTS?|NOTES?|BONDS?|DBCV|CONV|RIGHTS?|RTS?)\b/i.test(title)) return undefined;
  const key = normalized(issuer);
  const letter = /\b([A-C])$/i.exec(title.trim())?.[1]?.toUpperCase();
  if (letter !== undefined && classed.has(`${key} ${letter}`)) return classed.get(`${key} ${letter}`);
  return classless.get(key) ?? undefined;
}
