/* Google says that its runtime is V8, not of which year. What the core uses beyond ECMAScript 2020 is put in place where it is missing. */

if (typeof ("" as { replaceAll?: unknown }).replaceAll !== "function")
  Object.defineProperty(String.prototype, "replaceAll", {
    value: function (this: string, searched: string | RegExp, by: string): string {
      return typeof searched === "string" ? this.split(searched).join(by) : this.replace(searched, by);
    },
    writable: true,
    configurable: true,
  });

if (typeof (Object as { hasOwn?: unknown }).hasOwn !== "function")
  Object.defineProperty(Object, "hasOwn", {
    value: (object: object, name: PropertyKey): boolean => Object.prototype.hasOwnProperty.call(object, name),
    writable: true,
    configurable: true,
  });

export {};
