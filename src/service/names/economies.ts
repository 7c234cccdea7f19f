import { BANK_NAMES, BANKS, COUNTRIES } from "../../contract/vocabulary";
import { economySpelled } from "../records/economies";
import { nameFor, type ReadName } from "./read-name";

/** Normalizes a name for comparison: upper case, without accents, points and apostrophes; hyphens, commas and brackets become blanks; "&" becomes "and". */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toUpperCase()
    .replace(/[.'’‘]/g, "")
    .replace(/&/g, " AND ")
    .replace(/[-_,()/\s]+/g, " ")
    .trim();

/** Aliases besides the ISO codes and short names, by the service's code. */
const ALSO: Readonly<Record<string, string>> = {
  AE: "UAE|Emirates",
  BA: "Bosnia",
  CD: "Democratic Republic of the Congo|DR Congo|DRC",
  CH: "Swiss Confederation",
  CI: "Ivory Coast",
  CN: "Mainland China|People's Republic of China|PRC",
  CV: "Cape Verde",
  CZ: "Czech Republic|Czech Rep",
  DE: "Federal Republic of Germany",
  GB: "UK|Great Britain|Britain|United Kingdom of Great Britain and Northern Ireland",
  GR: "EL|Hellenic Republic",
  HK: "Hong Kong|Hong Kong SAR China|HKSAR|Hong Kong China|China Hong Kong SAR",
  IE: "Republic of Ireland|Eire",
  IR: "Islamic Republic of Iran",
  KP: "North Korea",
  KR: "South Korea|Republic of Korea|Korea Republic of|Korea Rep|Korea South|S Korea",
  LA: "Lao PDR",
  MK: "Macedonia|Republic of North Macedonia",
  MM: "Burma|Myanmar",
  MO: "Macau|Macao",
  MX: "Mexico United Mexican States|United Mexican States",
  NL: "Holland",
  NZ: "Aotearoa",
  RU: "Russian Federation",
  SA: "KSA|Kingdom of Saudi Arabia",
  SZ: "Swaziland",
  TR: "Turkey|Turkiye Republic of|Republic of Turkiye|Republic of Turkey",
  TW: "Taiwan Province of China|Chinese Taipei",
  US: "USA|America|United States of America|US of A",
  VN: "Viet Nam",
  XM: "Eurozone|Euro zone|Euro area|Euro|EZ|EA|EMU|EA11|EA12|EA13|EA15|EA16|EA17|EA18|EA19|EA20|EA21|U2|Eurosystem|Economic and Monetary Union",
  ZA: "RSA|Republic of South Africa",
};

/** Names of central banks. */
const BANK_ALSO: Readonly<Record<string, string>> = {
  AU: "RBA|Reserve Bank of Australia",
  BR: "BCB|Banco Central do Brasil",
  CA: "BoC|Bank of Canada",
  CH: "SNB|Swiss National Bank",
  CN: "PBoC|PBC|People's Bank of China",
  CZ: "CNB|Czech National Bank",
  DK: "Danmarks Nationalbank",
  GB: "BoE|Bank of England",
  HK: "HKMA|Hong Kong Monetary Authority",
  HU: "MNB|Magyar Nemzeti Bank",
  ID: "Bank Indonesia",
  IN: "RBI|Reserve Bank of India",
  JP: "BoJ|Bank of Japan",
  KR: "BoK|Bank of Korea",
  MX: "Banxico|Banco de Mexico|Bank of Mexico",
  NO: "Norges Bank",
  NZ: "RBNZ|Reserve Bank of New Zealand",
  PL: "NBP|Narodowy Bank Polski",
  RU: "CBR|Bank of Russia",
  SE: "Riksbank|Sveriges Riksbank",
  TR: "CBRT|TCMB",
  US: "Fed|FOMC|Federal Reserve",
  XM: "ECB|European Central Bank",
  ZA: "SARB|South African Reserve Bank",
};

const spellings = (table: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(table).flatMap(([code, names]) => names.split("|").map((name): [string, string] => [folded(name), code]));

const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map([
  ...BANKS.map((code): [string, string] => [folded(BANK_NAMES[code] ?? code), code]),
  ...COUNTRIES.flatMap(([two, three, title]) => [two, three, folded(title)].map((name): [string, string] => [name, two])),
  ...spellings(ALSO),
]);
const CENTRAL_BANKS: ReadonlyMap<string, string> = new Map(spellings(BANK_ALSO));

/** The European Union is not covered, and is not the euro area. */
const EUROPEAN_UNION: ReadonlySet<string> = new Set(["EU", "EU15", "EU25", "EU27", "EU28", "EU27 2020", "EU 27", "EUROPEAN UNION", "EUROPE"]);

/** The code of a country, a group or the euro area by one of its names; undefined for an unknown name. */
function codeNamed(text: string): string | undefined {
  const name = folded(text);
  const bare = name.replace(/^THE /, "");
  return COUNTRY_NAMES.get(name) ?? COUNTRY_NAMES.get(bare) ?? economySpelled(text)?.code ?? economySpelled(bare)?.code;
}

/**
 * Reads a country or the euro area by name: UK, Britain, South Korea, Czech Republic, Eurozone. Accepts codes of two and three letters too, and with `banks`
 * the name of a central bank: ECB, Fed, Bank of England. Refuses the EU, because it is not the euro area. Undefined if the text needs no conversion.
 */
export function readEconomy(text: string, banks: boolean): ReadName | undefined {
  const name = folded(text);
  if (EUROPEAN_UNION.has(name.replace(/^THE /, "")))
    return {
      refused: "unknown_country",
      text: {
        short: `${name === "EU" ? "The EU" : "Europe"} is not the euro area; use XM.`,
        full: "The European Union is not the euro area: some of its members have their own currency and central bank. Use XM, the euro area, or for a country such as SE.",
      },
    };
  return nameFor(text, (banks ? CENTRAL_BANKS.get(name.replace(/^THE /, "")) : undefined) ?? codeNamed(text));
}

/** The code of a country, group or bank in any of its spellings, for a request; the text in upper case if it is unknown. */
export function economyNamed(asked: string, banks: boolean): string {
  const text = asked.trim().toUpperCase();
  const read = readEconomy(text, banks);
  return read && "name" in read ? read.name : text;
}
