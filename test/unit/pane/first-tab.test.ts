import { firstTab } from "../../../src/pane/first-tab";

describe("the tab that is shown while nobody has chosen one", () => {
  it("is Account while a key is looked for, and where there is none", () => {
    expect(firstTab("loading", "loading")).toBe("account");
    expect(firstTab("none", "loading")).toBe("account");
  });
  it("is Build where a key was there", () => expect(firstTab("connected", "loading")).toBe("build"));
  it("stays where somebody has just saved a key", () => expect(firstTab("connected", "none")).toBeUndefined());
});
