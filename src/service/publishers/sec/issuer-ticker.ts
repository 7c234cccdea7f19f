import { UNIVERSE } from "../../instruments/universe";
import { classIn } from "../../records/symbols";

/** A class at the end of an issuer's name, where some filers state it: `BERKSHIRE HATHAWAY INC-CL B`. */
const CLASS_OF_NAME = /[ ,-]+(?:CL|CLASS)[ .-]*([A-C])$/i;

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
/** The class of a covered symbol whose name does not state it, because the company's other class is not covered. */
const STATED: Readonly<Record<string, string>> = { LEN: "A", STZ: "A", TAP: "B", PARA: "B" };
/** Companies whose classes are listed under one root: LEN and LEN.B. */
const POINTED = new Set(["LEN", "STZ", "TAP"]);

const classless = new Map<string, string | null>();
const classed = new Map<string, string>();
const roots = new Map<string, string>();
for (const { ticker, name, instrumentType } of UNIVERSE) {
  if (instrumentType === "etf") continue;
  const [root = "", own] = ticker.split(".");
  const letter = CLASS.exec(name)?.[1] ?? own ?? STATED[ticker];
  const key = normalized(name.replace(CLASS, ""));
  if (letter !== undefined) classed.set(`${key} ${letter}`, ticker);
  if (own !== undefined || POINTED.has(ticker)) roots.set(key, root);
  // Two companies of one name are ambiguous, and so is a title without a class if the symbol has one.
  if (letter === undefined || STATED[ticker] !== undefined) classless.set(key, classless.has(key) ? null : ticker);
}

/**
 * Titles of other securities of an issuer in the official list of 13F securities, whose amounts are numbers of shares too: `*W EXP 08/03/202`, `UNIT 06/01/2027`,
 * `7.625 SER C MAND`, `DEP SHS`. American depositary shares are shares.
 */
const OTHER: readonly RegExp[] = [
  /\b(PFD|PRFD|PREF\w*|WTS?|WRTS?|WARR\w*|NOTES?|BONDS?|DEB\w*|DBCV|CONV|M?CNV|MAND|PERP|RIGHTS?|RTS?)\b/i,
  /\bW(TS?)? EXP\b|\bUNITS? \d|^\d+(\.\d+)? ?%|^\d+\.\d|\d%/i,
  /^(?!.*\b(AMER\w*|SPON\w*)\b).*\bDEP(OSITARY)? (SHS?|SHARES?|RE?P|RCPTS?)\b/i,
];

/**
 * Finds the ticker of a security by the issuer's name and the title of the class. Undefined unless they match a covered symbol, or another class of it, exactly;
 * similar names never match. Funds have no ticker, because they are filed under the name of a trust that has many.
 */
export function tickerOf({ issuer, title }: { readonly issuer: string; readonly title: string }): string | undefined {
  if (OTHER.some((words) => words.test(title))) return undefined;
  const key = normalized(issuer.trim().replace(CLASS_OF_NAME, ""));
  const letter = classIn(title) ?? CLASS_OF_NAME.exec(issuer.trim())?.[1]?.toUpperCase();
  const own = letter === undefined ? undefined : classed.get(`${key} ${letter}`);
  if (own !== undefined || letter === undefined) return own ?? classless.get(key) ?? undefined;
  const root = roots.get(key);
  if (root !== undefined) return `${root}.${letter}`;
  const ticker = classless.get(key) ?? undefined;
  return ticker === undefined || STATED[ticker] !== undefined ? undefined : ticker;
}
