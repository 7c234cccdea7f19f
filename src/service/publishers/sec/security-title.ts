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
const firstPlace = (words: readonly RegExp[], title: string): number =>
  words.reduce((first, word) => {
    const place = title.search(word);
    return place >= 0 && place < first ? place : first;
  }, Number.POSITIVE_INFINITY);

/** What a title names: shares of the ticker, another security of the issuer, or a word of neither. */
type SecurityKind = "shares" | "other" | "unknown";

/** The kind of a security by its title as filed. A line without a title is of the ticker's shares, because most are. */
export function securityKind(title: string | undefined): SecurityKind {
  if (title === undefined) return "shares";
  const plain = title.toLowerCase().replace(/\s+/g, " ").trim();
  const [other, shares] = [firstPlace(OTHER, plain), firstPlace(SHARES, plain)];
  return other === shares && other === Number.POSITIVE_INFINITY ? "unknown" : other <= shares ? "other" : "shares";
}
