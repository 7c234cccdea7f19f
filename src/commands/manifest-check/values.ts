/** Checks a value. Returns the fault as the end of a sentence, or undefined if there is none. */
export type ValueRule = (value: string) => string | undefined;

const matches =
  (pattern: RegExp, expected: string): ValueRule =>
  (value) =>
    pattern.test(value) ? undefined : `expected ${expected}, got "${value}"`;

const atMost =
  (limit: number): ValueRule =>
  (value) => {
    if (value.trim() === "") return "expected a text, got a blank";
    return value.length <= limit ? undefined : `expected at most ${limit} characters, got ${value.length}`;
  };

export const oneOfChoices = (...choices: string[]): ValueRule => matches(new RegExp(`^(${choices.join("|")})$`), choices.join(" or "));

export const guid = matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "a GUID such as 7d3f0c5a-9b1e-4c62-8f47-2a6e51d0b9c4");
export const version: ValueRule = (value) =>
  /^\d+(\.\d+){0,3}$/.test(value) && value.split(".").every((n) => Number(n) <= 65_535)
    ? undefined
    : `expected up to four numbers from 0 to 65535, such as 1.2.0.0, got "${value}"`;
export const setVersion = matches(/^\d{1,5}\.\d{1,5}$/, "a version of two numbers, such as 1.1");
export const locale = matches(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, "a language such as en-US");
export const iconSize = oneOfChoices("16", "20", "24", "32", "40", "48", "64", "80");
/** `ShortStrings`, names and titles. */
export const atMost125 = atMost(125);
/** `LongStrings` and descriptions. */
export const longText = atMost(250);
export const id = atMost(125);
/** A resource's id; Office cuts longer ones. */
export const resourceId = atMost(32);
export const anyText = atMost(32_767);

export const address: ValueRule = (value) => {
  if (!URL.canParse(value)) return `expected an https:// address, got "${value}"`;
  return new URL(value).protocol === "https:" ? undefined : `expected an https:// address, because Office loads no other, got "${value}"`;
};
