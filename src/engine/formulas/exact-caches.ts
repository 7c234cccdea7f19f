import { FORMULA_REF_TO_ARRAY_CACHE } from "@univerjs/engine-formula";

/*
 * Univer 0.25.1 caches formulas and texts of more than 64 characters under a hash of 32 bits, so that one of them can get the value of another. It keeps 5,000
 * parsed formulas, and parses all of a larger workbook several times in each calculation.
 */

/** Parsed formulas that Univer keeps; no other of its caches has this size. */
const UNIVERS_MOST = 5_000;
const MOST_FORMULAS = 100_000;

interface Cache {
  readonly _cache: { limit: number };
  clear(): void;
  _hash(text: string): string;
  set(text: string, value: unknown): void;
}

/** Empties the cache of parsed formulas, once there is one. */
let forget: () => void = () => undefined;

/** Makes every formula be parsed again when it is next calculated. For all engines. */
export const forgetParsedFormulas = (): void => forget();

/** Makes each formula and text its own key, and keeps the parsed formulas of large workbooks. For all engines. */
export function keepExactCaches(): void {
  const caches = Object.getPrototypeOf(FORMULA_REF_TO_ARRAY_CACHE) as Cache;
  const set = caches.set;
  caches._hash = (text) => text;
  caches.set = function (text, value) {
    if (this._cache.limit === UNIVERS_MOST) {
      this._cache.limit = MOST_FORMULAS;
      forget = () => this.clear();
    }
    set.call(this, text, value);
  };
}
