/** Marks at which the records of a zip archive begin: of an entry in the central directory, of its local header, and of the end, also in its 64-bit form. */
export const MARK = { listed: 0x02014b50, local: 0x04034b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 } as const;
/** Lengths of these records, without the names and fields that follow. */
export const BYTES = { listed: 46, local: 30, end: 22, end64: 56, locator64: 20 } as const;
/** The flag of an entry whose name is in UTF-8. */
export const UTF_8 = 0x800;
/** Stands for a size or position that does not fit into 32 bits; the value is in an extra field. */
export const IN_EXTRA = 0xffffffff;
export const COUNT_IN_EXTRA = 0xffff;
/** The extra field with 64-bit sizes and positions. */
export const ZIP_64 = 1;

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
