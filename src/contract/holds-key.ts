/** True if a text contains the key, in any case. Such a text is refused and never repeated, because answers end up in logs, cells and screenshots. */
export const holdsKey = (text: string, key: string): boolean => text.length >= key.length && text.toLowerCase().includes(key.toLowerCase());
