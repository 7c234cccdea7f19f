/** Whether a text holds the key, in any case. Such a text is refused without being repeated: an answer ends up in logs, cells and screenshots. */
export const holdsKey = (text: string, key: string): boolean => text.length >= key.length && text.toLowerCase().includes(key.toLowerCase());
