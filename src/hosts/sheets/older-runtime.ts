/* Polyfills of what the core uses beyond ECMAScript 2020, because Google does not state the version of its V8 runtime. */

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
