import { firstTab } from "../../../src/pane/use-pane";

describe("the tab that the pane opens with", () => {
  it("is Account while the key is loading, and if there is no key", () => {
    expect(firstTab("loading", "loading")).toBe("account");
    expect(firstTab("none", "loading")).toBe("account");
  });
  it("is Build if there is a key", () => expect(firstTab("connected", "loading")).toBe("build"));
  it("does not change when a key has just been saved", () => expect(firstTab("connected", "none")).toBeUndefined());
});
