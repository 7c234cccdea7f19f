import { isLoopback, readBaseUrl } from "../../../src/pane/account/base-url";

const url = (typed: string) => {
  const read = readBaseUrl(typed);
  return read.ok ? read.url : read.message;
};

describe("the base URL", () => {
  it("is trimmed of blanks and final slashes, and keeps its path", () => {
    expect(url(" https://api.example.com/ ")).toBe("https://api.example.com");
    expect(url("https://example.com/data//")).toBe("https://example.com/data");
  });

  it("defaults to https without a scheme", () => expect(url("api.example.com")).toBe("https://api.example.com"));

  it("may use http on this computer only", () => {
    for (const local of ["http://localhost:3001", "http://127.0.0.1:3001", "http://[::1]:3001"]) expect(url(local)).toBe(local);
    expect(url("http://api.example.com")).toMatch(/https/);
    expect(url("http://localhost.example.com")).toMatch(/https/);
    expect(url("http://127.0.0.1.example.com")).toMatch(/https/);
  });

  it("is refused with a user name, a query or a fragment", () => {
    expect(url("https://key@api.example.com")).toMatch(/name and password/);
    expect(url("https://api.example.com?key=abc")).toMatch(/after \? or #/);
    expect(url("https://api.example.com#abc")).toMatch(/after \? or #/);
  });

  it("is refused with a message if invalid", () => {
    expect(url("")).toMatch(/^Enter/);
    expect(url("https://")).toMatch(/Not a valid URL/);
    expect(url("ftp://example.com")).toMatch(/https/);
  });
});

it("isLoopback recognises the names of this computer", () => {
  expect(["localhost", "127.0.0.1", "[::1]", "a.localhost"].every(isLoopback)).toBe(true);
  expect(["localhost.com", "127.0.0.1.nip.io", "10.0.0.1", ""].some(isLoopback)).toBe(false);
});
