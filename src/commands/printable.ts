/** A text from a file or a service as a terminal may print it: control characters, which could colour or hide lines, are replaced. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, "\ufffd");
