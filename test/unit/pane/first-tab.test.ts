import { firstTab } from "../../../src/pane/first-tab";

describe("the first tab until one is chosen", () => {
  it("is Account while a key is loading, and without one", () => {
    expect(firstTab("loading", "loading")).toBe("account");
    expect(firstTab("none", "loading")).toBe("account");
  });
  it("is Build with a key", () => expect(firstTab("connected", "loading")).toBe("build"));
  it("stays after a key was just saved", () => expect(firstTab("connected", "none")).toBeUndefined());
});
