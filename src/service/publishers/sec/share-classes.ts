import { classNamedIn } from "../../records/symbols";

/** Companies whose classes have symbols that do not show the letter of the class, or that forms often leave out: `symbol letter`, and `-` for the shares without one. */
const COMPANIES = `
GOOGL A|GOOG C; ZG A|Z C; FOXA A|FOX B; NWSA A|NWS B; UAA A|UA C; BRK.A A|BRK.B B; BF.A A|BF.B B; LEN A|LEN.B B; HEI -|HEI.A A; MOG.A A|MOG.B B; CWEN C|CWEN.A A
TAP B|TAP.A A; GEF A|GEF.B B; BIO A|BIO.B B; RUSHA A|RUSHB B; CENT -|CENTA A; LBTYA A|LBTYB B|LBTYK C; LILA A|LILAK C; FWONA A|FWONB B|FWONK C; LLYVA A|LLYVB B|LLYVK C
BATRA A|BATRK C; LBRDA A|LBRDK C; BELFA A|BELFB B; CRD.A A|CRD.B B; UHAL -|UHAL.B N; WSO -|WSO.B B; GTN -|GTN.A A
`;

type Letters = ReadonlyMap<string, string | undefined>;
const KNOWN: readonly Letters[] = COMPANIES.split(/[;\n]/)
  .filter((company) => company.trim() !== "")
  .map(
    (company) =>
      new Map(
        company
          .split("|")
          .map((one) => one.trim().split(" ") as [string, string])
          .map(([symbol, letter]) => [symbol, letter === "-" ? undefined : letter]),
      ),
  );

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
