import { createHash } from "node:crypto";
import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import { smallest } from "../../../contract/lists";
import { chiefsIn, type InsiderReport, type OtherLine, type ReportedTrade, type ReportOwner, type UncountedLine } from "../../records/disclosed-trades";
import { cikText } from "../../records/filings";
import { leftOutRow, type RecordRow } from "../../records/record";
import { classNamedIn, symbolsIn } from "../../records/symbols";
import type { Document, Feed } from "../publisher";
import { headOf } from "../reading/read-json";
import { decodedText, refuseFile } from "../reading/text";
import { descendantAt, elementsIn, readXmlDocument, textAt, type XmlElement } from "../reading/xml";
import { companiesMissing } from "./contact";
import { filingRequest, filingsOf } from "./filing-order";
import { filedDay, type FiledLine, filedLines, tradeOf } from "./ownership-lines";
import { isSubmission, readSubmissionText } from "./submission-text";

/** Companies whose classes have symbols that do not show the letter of the class, or that forms often leave out: `symbol letter`, and `-` for the shares without one. */
const COMPANIES = `
GOOGL A|GOOG C; ZG A|Z C; FOXA A|FOX B; NWSA A|NWS B; UAA A|UA C; BRK.A A|BRK.B B; BF.A A|BF.B B; LEN A|LEN.B B; HEI -|HEI.A A; MOG.A A|MOG.B B; CWEN C|CWEN.A A
TAP B|TAP.A A; GEF A|GEF.B B; BIO A|BIO.B B; RUSHA A|RUSHB B; CENT -|CENTA A; LBTYA A|LBTYB B|LBTYK C; LILA A|LILAK C; FWONA A|FWONB B|FWONK C; LLYVA A|LLYVB B|LLYVK C
BATRA A|BATRK C; LBRDA A|LBRDK C; BELFA A|BELFB B; CRD.A A|CRD.B B; UHAL -|UHAL.B N; WSO -|WSO.B B; GTN -|GTN.A A
`;

type Letters = ReadonlyMap<string, string | undefined>;
const KNOWN = COMPANIES.trim()
  .split(/[;\n]/)
  .map((company): Letters => {
    const symbols = company.split("|").map((one) => one.trim().split(" "));
    return new Map(symbols.map(([symbol = "", letter]) => [symbol, letter === "-" ? undefined : letter]));
  });

/** Endings of symbols of warrants, units and rights. */
const ENDINGS: Readonly<Record<string, string>> = { W: "W", WS: "W", WT: "W", U: "U", UN: "U", R: "R", RT: "R" };

/**
 * The letters of several symbols' classes: after the point, or what a symbol has more than another, as for warrants and units, or the last letter where the rest is
 * the same. K is the third class of a company.
 */
function lettersOf(symbols: readonly string[]): Letters {
  const letterOf = (symbol: string): string | undefined => {
    const [root = "", pointed] = symbol.split(".");
    const [start, last] = [root.slice(0, -1), root.slice(-1)];
    const isAlike = (other: string): boolean => other === start || (/[ABCK]/.test(last) && other.length === root.length && other.startsWith(start));
    const more = symbols.filter((other) => root.startsWith(other)).flatMap((other) => ENDINGS[root.slice(other.length)] ?? [])[0];
    return pointed === undefined
      ? (more ?? (root.length > 2 && symbols.some((other) => other !== symbol && isAlike(other)) ? last.replace("K", "C") : undefined))
      : (ENDINGS[pointed] ?? pointed);
  };
  return new Map(symbols.map((symbol) => [symbol, letterOf(symbol)]));
}

/** The letter of the class that a title names: `A` for `Class A Common Stock`, and `U` for `Units` if a symbol is of units. */
const letterIn = (title: string, letters: Letters): string | undefined =>
  /^units?\b/i.test(title.trim()) && [...letters.values()].includes("U") ? "U" : classNamedIn(title);

/**
 * The symbols to which a line of a form belongs, of those that the form names: the one whose class its title names. A title without a class belongs to the shares
 * without one, and to all symbols if each has a class. If a form names one symbol of a known company and the title another class, it is that class's symbol.
 */
export function symbolsOfLine(title: string | undefined, named: readonly string[]): readonly string[] {
  const known = KNOWN.find((letters) => named.length > 0 && named.every((symbol) => letters.has(symbol)));
  if (known === undefined && named.length < 2) return named;
  const letters = known ?? lettersOf(named);
  const letter = letterIn(title ?? "", letters);
  const fitting = [...letters].flatMap(([symbol, of]) => (of === letter && (letter !== undefined || named.includes(symbol)) ? [symbol] : []));
  if (fitting.length === 1) return fitting;
  const plain = named.filter((symbol) => letters.get(symbol) === undefined);
  return plain.length === 1 ? plain : named;
}

/**
 * What a title of a security on Forms 4 and 5 says, as in docs/decisions.md: the words are tried at each place of the title, those of other securities first, and the
 * first found decides. So "Common Stock Warrants" are warrants, and "Common Stock and Preferred Share Purchase Rights" are shares.
 */
const OTHER: readonly RegExp[] = [
  /\b((common|ordinary|capital|preferred) )?((stock|shares?) )?(purchase )?(warrants?|options?|rights?)\b/,
  /\b((common|restricted|deferred|market) )?(stock|shares?) (units?|equivalents?|appreciation|awards?)\b/,
  /\b(rsus?|psus?|dsus?|sars?|ltips?|phantom|performance|deferred)\b/,
  /\b(preferred|preference|pfd|prefs?|cumulative|perpetual)\b/,
  /\bdepositary shares?\b(?=.*\b(series|preferred|preference|\d+th)\b)/,
  /\bconvertible\b(?!.*\b(common|ordinary)\b)/,
  /\d(\.\d+)? ?%/,
  /\b(notes?|bonds?|debentures?|debt|loans?|capital securities|trust securities|certificates?|swaps?|forwards?|futures?|puts?|calls?)\b/,
  /\b(operating partnership|op|partnership|profits?|llc|l\.l\.c\.|lp|l\.p\.|limited partner(ship)?|membership|general partner(ship)?)\s+(common\s+)?(units?|interests?)\b/,
  /\bunits?\b(?=.*\b(consisting|warrants?|operating partnership)\b)/,
  /\binterests?\b/,
];
const SHARES: readonly RegExp[] = [
  /\b(common|ordinary|com|cmn|cs)\b(?! units?.*operating partnership)/,
  /\bamerican depositary\b|\b(ads|adss|adrs?)\b/,
  /\b(units|shares) of beneficial interests?\b/,
  /\bdepositary units?\b/,
  /\brestricted (stock|shares?)\b/,
  /\b(stock|shares?)\b/,
];

/** Where the first of these words begins. */
const firstPlace = (words: readonly RegExp[], title: string): number => smallest(words.map((word) => title.search(word)).filter((place) => place >= 0));

/** What a title names: shares of the ticker, another security of the issuer, or a word of neither. */
type SecurityKind = "shares" | "other" | "unknown";

/** The kind of a security by its title as filed. A line without a title is of the ticker's shares, because most are. */
export function securityKind(title: string | undefined): SecurityKind {
  if (title === undefined) return "shares";
  const plain = title.toLowerCase().replace(/\s+/g, " ").trim();
  const [other, shares] = [firstPlace(OTHER, plain), firstPlace(SHARES, plain)];
  return other === shares && other === Number.POSITIVE_INFINITY ? "unknown" : other <= shares ? "other" : "shares";
}

const TITLE = "an insider's report (Form 3, 4 or 5)";
const FORMS: ReadonlySet<string> = new Set(["3", "3/A", "4", "4/A", "5", "5/A"]);
/** Years of reports to fetch for a requested company. */
const YEARS = 2;
/** Compared as a whole: as a prefix, 4 would match 424B4. */
const FETCHED: ReadonlySet<string> = new Set(["4", "4/A", "5", "5/A"]);
/** Footnotes by which several entities report shares that one of them holds. */
const DEEMED = /\bdeemed\b|pecuniary interest|general partner|managing member|investment (manager|advis[eo]r)/i;

function required(of: XmlElement, ...path: readonly string[]): string {
  return textAt(of, ...path) ?? refuseFile(`expected ${path.join(" / ")} in ${TITLE}, got none; fetch it again`);
}

/** Parses `1`, `true`, `0`, `false`. Undefined if absent. */
const flag = (text: string | undefined): boolean | undefined => (text === undefined ? undefined : /^(1|true)$/i.test(text));

function placeOf(owner: XmlElement): NonNullable<ReportOwner["place"]> {
  const is = (name: string): boolean => flag(textAt(owner, "reportingOwnerRelationship", name)) === true;
  const officer = is("isOfficer");
  // The form may have a leftover title of a person who is not an officer.
  const title = (officer ? textAt(owner, "reportingOwnerRelationship", "officerTitle") : undefined) ?? null;
  return { director: is("isDirector"), officer, ten_percent: is("isTenPercentOwner"), title };
}

function roleOf(owner: XmlElement): { readonly role: string; readonly isChief: boolean } {
  const { director, officer, ten_percent, title } = placeOf(owner);
  const role = officer ? (title ?? "officer") : director ? "director" : ten_percent ? "ten percent owner" : "other";
  return { role, isChief: chiefsIn(title).length > 0 };
}

/** The symbols that a report names; `cik:` and the issuer's CIK if it names none. */
function symbolsOf(root: XmlElement): readonly string[] {
  const symbols = symbolsIn(textAt(root, "issuer", "issuerTradingSymbol") ?? "");
  return symbols.length > 0 ? symbols : [`cik:${cikText(required(root, "issuer", "issuerCik"))}`];
}

interface Filed {
  /** The accession number, or the file's name. */
  readonly document: string;
  readonly accession?: string;
  readonly day: IsoDate | undefined;
}

/** The trades and other lines of one symbol. Lines of another class are among the others, because an amendment may correct the class. */
function linesOfSymbol(symbol: string, named: readonly string[], lines: readonly FiledLine[]): Pick<InsiderReport, "trades" | "otherLines"> {
  const trades: ReportedTrade[] = [];
  const otherLines: OtherLine[] = [];
  for (const { side, ...line } of lines) {
    const [symbols, kind] = [symbolsOfLine(line.security, named), securityKind(line.security)];
    if (side === undefined || kind === "other") otherLines.push(line);
    else if (!symbols.includes(symbol)) otherLines.push({ ...line, symbol: symbols[0]! });
    else
      trades.push({
        ...tradeOf({ ...line, side }),
        ...(symbols.length > 1 ? { shared: true as const } : {}),
        ...(kind === "unknown" ? { unclear: true as const } : {}),
      });
  }
  return { trades, otherLines };
}

function read(root: XmlElement, filed: Filed, text: string): RecordRow[] {
  const form = required(root, "documentType");
  if (!FORMS.has(form)) refuseFile(`${shown(form)} is not a form of ${TITLE} that this service knows`);
  // Form 3 states holdings, not trades.
  if (form.startsWith("3")) return [];
  const signed = elementsIn(root, "ownerSignature")
    .flatMap((s) => filedDay(textAt(s, "signatureDate")) ?? [])
    .reduce<IsoDate | null>((a, b) => (a === null || b > a ? b : a), null);
  const stated = filedDay(textAt(root, "periodOfReport"));
  // A signature before the report's first trade is mistyped.
  const latest = filed.day ?? (signed !== null && (stated === undefined || signed >= stated) ? signed : undefined);
  const earliest = stated !== undefined && (latest === undefined || stated <= latest) ? stated : undefined;
  const { lines, unread } = filedLines(descendantAt(root, "nonDerivativeTable"), { latest, earliest: form.startsWith("4") ? earliest : undefined });
  const days = lines.map((line) => line.traded);
  // A period that is no day, or after the filing, is mistyped. It is the day of the first trade.
  const period = earliest ?? days.reduce<IsoDate | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined) ?? latest;
  if (period === undefined) refuseFile(`expected periodOfReport in ${TITLE}, got none; fetch it again`);
  const newest = days.reduce((a, b) => (b > a ? b : a), period);
  const original = form.endsWith("/A") ? filedDay(textAt(root, "dateOfOriginalSubmission")) : undefined;
  // An amendment may move a trade by months. It is found with its report.
  const date = original !== undefined && original > newest && (latest === undefined || original <= latest) ? original : newest;
  const owners = elementsIn(root, "reportingOwner").map((o) => ({
    cik: cikText(required(o, "reportingOwnerId", "rptOwnerCik")),
    name: textAt(o, "reportingOwnerId", "rptOwnerName") ?? "",
    place: placeOf(o),
  }));
  const [first] = elementsIn(root, "reportingOwner");
  if (!first) refuseFile(`expected a reporting owner in ${TITLE}, got none; fetch it again`);
  const notes = [...elementsIn(descendantAt(root, "footnotes"), "footnote").map((note) => note.text), textAt(root, "remarks") ?? ""];
  const named = symbolsOf(root);
  const ofLines = lines.flatMap(({ side, security }) => (side !== undefined && securityKind(security) !== "other" ? symbolsOfLine(security, named) : []));
  // In alphabetical order, so that reports that name them in another order have the same first one.
  const symbols = [...new Set([...named, ...ofLines])].sort();
  const leftOut = unread.flatMap(({ place: _, mayBeTrade, ...line }): UncountedLine[] => (mayBeTrade ? [line] : []));
  const body: Omit<InsiderReport, "trades" | "otherLines"> = {
    form,
    period,
    ...(original === undefined ? {} : { original }),
    filed: filed.day ?? null,
    signed,
    owners,
    ...roleOf(first),
    plan10b5_1: flag(textAt(root, "aff10b5One")) ?? null,
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(symbols.length > 1 ? { symbols } : {}),
    ...(notes.some((note) => DEEMED.test(note)) ? { deemed: true } : {}),
  };
  const id = filed.accession ?? createHash("sha256").update(text).digest("hex").slice(0, 20);
  // The form does not state its filing day. Without it, the newest transaction counts.
  const known = filed.day ?? newest;
  const ticker = symbols[0]!.startsWith("cik:") ? null : symbols[0]!;
  return [
    ...symbols.map((symbol): RecordRow => ({
      dataset: "insider_trade",
      entity: symbol,
      date,
      key: `${owners.map((o) => o.cik).join("+")} ${id}`,
      known,
      body: { ...body, ...linesOfSymbol(symbol, named, lines) } satisfies InsiderReport,
      source: "sec",
    })),
    ...unread.map(({ place, line, why }) => leftOutRow("sec", date, known, place, { document: filed.document, line, why, ticker })),
  ];
}

function recordsIn({ name, bytes, published }: Document): RecordRow[] {
  const text = decodedText(bytes);
  if (!isSubmission(text)) return read(readXmlDocument(text), { document: name, day: published }, text);
  const submission = readSubmissionText(text);
  const documents = submission.documents.filter((d) => /<ownershipDocument>/.test(d.text));
  const filed: Filed = { document: submission.accession, accession: submission.accession, day: submission.filed };
  return documents.flatMap((d) => read(readXmlDocument(d.text), filed, d.text));
}

/**
 * Form 4 and Form 5: an insider's purchases and sales in the open market (codes P and S), in US dollars: shares times the stated price, which may be an average
 * of several sales. An amendment replaces the trades that it restates. Source: the form's XML at www.sec.gov/Archives, alone or within the complete submission.
 */
export const ownership: Feed = {
  id: "sec.ownership",
  title: TITLE,
  looksLike: "<ownershipDocument>…",
  recognises: ({ bytes }) => {
    const head = headOf(bytes, 20_000);
    return /^\s*(<\?xml[^>]*>\s*)?<ownershipDocument/.test(head) || (isSubmission(head) && /^CONFORMED SUBMISSION TYPE:\s*[345](\/A)?\s*$/m.test(head));
  },
  parse: (document) => ({ records: recordsIn(document) }),
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "22:45" },
    listedBy: ["sec.submissions"],
    missing: companiesMissing,
    requests: (context) => filingsOf(context, FETCHED, YEARS).map(filingRequest),
  },
};
