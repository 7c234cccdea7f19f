/**
 * Text that stays text wherever it is written or pasted. What begins with = + - or @ would become a formula there, and an apostrophe in front, the usual
 * guard, would be swallowed in one place and shown in another. In parentheses it is text everywhere, and a formula's body still means the same.
 */
export const plainText = (text: string): string => (/^\s*[=+\-@']/.test(text) ? `(${text.trim()})` : text);
