/** Fields that are missing instead of empty: without those that are undefined, false or an empty list. */
export const filled = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value && (!Array.isArray(value) || value.length > 0))) as {
    [K in keyof T]?: Exclude<T[K], undefined | false>;
  };
