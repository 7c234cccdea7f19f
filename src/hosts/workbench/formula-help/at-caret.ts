/** The call whose arguments the caret is in. */
interface OpenCall {
  /** As typed. */
  readonly name: string;
  /** Index of the argument at the caret. */
  readonly argument: number;
}

/** What is being typed in a formula. Offsets are in the text with its equals sign. */
export interface AtCaret {
  /** The innermost call around the caret. */
  readonly call: OpenCall | undefined;
  /** The word before the caret, without its quote. */
  readonly word: string;
  /** What an accepted suggestion replaces: the whole word or text, with its quotes. */
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
  /** True if the argument begins with the word, so that an allowed value can stand there. */
  readonly first: boolean;
}

const WORD = /[\p{L}\p{N}_.$\\]/u;
const WORDS = /^\s*[\p{L}\p{N}]+(?:\s+[\p{L}\p{N}]+)+\s*$/u;
const OPENING = /[({]/;
const CLOSING = /[)}]/;

/** The end of a text from its opening quote, or undefined if nothing closes it. `""` is a quote within the text. */
function endOfText(formula: string, quote: number): number | undefined {
  const mark = formula[quote];
  for (let i = quote + 1; i < formula.length; i++) {
    if (formula[i] !== mark) continue;
    if (formula[i + 1] !== mark) return i;
    i++;
  }
  return undefined;
}

/** Reads a formula up to the caret; undefined if the text is no formula, or the caret is in a sheet's name or before the equals sign. */
export function atCaret(formula: string, caret: number): AtCaret | undefined {
  if (!formula.startsWith("=") || caret < 1) return undefined;
  /** Open brackets; undefined for one that is not a call's. */
  const open: ({ readonly name: string; argument: number } | undefined)[] = [];
  const call = (): OpenCall | undefined => open.filter((o) => o !== undefined).at(-1);
  /** Start of the word before position `i`, and start of the argument containing it. */
  let word = 1;
  let start = 1;
  const isFirst = (from: number): boolean => formula.slice(start, from).trim() === "";
  for (let i = 1; i < caret; i++) {
    const c = formula[i]!;
    if (c === '"' || c === "'") {
      const end = endOfText(formula, i);
      if (end === undefined || end >= caret) {
        if (c === "'") return undefined;
        // A text without an end, or one that ends at a later text's quote, ends with its argument.
        const rest = formula.slice(caret, end ?? formula.length);
        const isOwn = end !== undefined && !/[,()"]/.test(rest);
        const to = isOwn ? end + 1 : caret + (/^[^,()"]*/.exec(rest)?.[0].length ?? 0);
        return { call: call(), word: formula.slice(i + 1, caret), from: i, to, quoted: true, first: isFirst(i) };
      }
      i = end;
      word = i + 1;
    } else if (OPENING.test(c)) {
      const name = formula.slice(word, i);
      open.push(c === "(" && name !== "" ? { name, argument: 0 } : undefined);
      word = start = i + 1;
    } else if (CLOSING.test(c)) {
      open.pop();
      word = i + 1;
    } else if (c === "," || c === ";") {
      const inner = open.at(-1);
      if (inner) inner.argument++;
      word = start = i + 1;
    } else if (!WORD.test(c)) word = i + 1;
  }
  // Several words without quotes, such as a company's name, are one value.
  const phrase = open.at(-1) && WORDS.exec(formula.slice(start, caret));
  if (phrase) word = caret - phrase[0].trimStart().length;
  let to = caret;
  while (to < formula.length && WORD.test(formula[to]!)) to++;
  return { call: call(), word: formula.slice(word, caret), from: word, to, quoted: false, first: isFirst(word) };
}
