/**
 * Names the rules of a sheet, in their order in the file: by priority, which is still there after other rules were removed, and with a number if several have the same.
 *
 * @returns gives the name of the next rule; that of a rule in the extension of newer versions begins with x
 */
export function ruleSources(): (isNewer: boolean, priority: string | undefined) => string {
  const known = new Map<string, number>();
  return (isNewer, priority = "") => {
    const name = `${isNewer ? "x" : ""}${priority}`;
    const count = known.get(name) ?? 0;
    known.set(name, count + 1);
    return count === 0 ? name : `${name}.${count}`;
  };
}
