import { UNIVERSE } from "../../instruments/universe";

/** Words that issuers' names end with in one list and not in another. */
const ENDINGS = new Set(
  "INC INCORPORATED IN CORP CORPORATION CO COMPANY COMPANIES COS LTD LIMITED PLC NV N V SA S A AG G SE LP LLC HLDG HLDGS HOLDING HOLDINGS GROUP GRP NEW DEL THE TR TRUST IRELAND COM".split(
    " ",
  ),
);
/** Abbreviations of the official list of 13F securities. */
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

function plain(name: string): string {
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
  const key = plain(name.replace(CLASS, ""));
  if (letter !== undefined) classed.set(`${key} ${letter}`, ticker);
  // Two companies of one name cannot be told apart by it.
  else classless.set(key, classless.has(key) ? null : ticker);
}

/**
 * The ticker of a security in an institution's table, by the issuer's name and the title of the class; undefined where they do not name a covered symbol
 * exactly. Never by likeness: a holding without a ticker stays under its CUSIP, and so do funds, which are filed under the name of a trust that has many.
 */
export function tickerOf({ issuer, title }: { readonly issuer: string; readonly title: string }): string | undefined {
  if (/\b(PFD|PREF\w*|WTS?|WARRANTS?|NOTES?|BONDS?|DBCV|CONV|RIGHTS?|RTS?)\b/i.test(title)) return undefined;
  const key = plain(issuer);
  const letter = /\b([A-C])$/i.exec(title.trim())?.[1]?.toUpperCase();
  if (letter !== undefined && classed.has(`${key} ${letter}`)) return classed.get(`${key} ${letter}`);
  return classless.get(key) ?? undefined;
}
