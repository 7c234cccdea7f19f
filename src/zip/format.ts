/* Marks and lengths of a zip archive's records. */

/** A record of the central directory, and a local header. */
export const LISTED = 0x02014b50;
export const LOCAL = 0x04034b50;
/** The last record, and its 64-bit form. */
export const END = 0x06054b50;
export const END_64 = 0x06064b50;
export const END_64_BYTES = 56;
export const LOCATOR_64_BYTES = 20;
/** Bytes before the name in a record of the central directory, and in a local header. */
export const LISTED_BYTES = 46;
export const LOCAL_BYTES = 30;
/** The flag of an entry whose name is in UTF-8. */
export const UTF_8 = 0x800;
/** Stands for a size or position that does not fit into 32 bits; the value is in an extra field. */
export const IN_EXTRA = 0xffffffff;
export const COUNT_IN_EXTRA = 0xffff;
/** The extra field with 64-bit sizes and positions. */
export const ZIP_64 = 1;

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
