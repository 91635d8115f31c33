import { describe, expect, it } from "vitest";
import { apiUrl, pullAddress, repositoryAddress } from "./github-address";

const widgets = { host: "github.com", owner: "acme", name: "widgets" };

describe("the address of a repository", () => {
  it.each([
    "https://github.com/acme/widgets",
    "https://github.com/acme/widgets.git",
    "https://GitHub.com/acme/widgets/",
  ])("is read from %s", (url) => expect(repositoryAddress(url)).toEqual(widgets));

  it.each([
    "http://github.com/acme/widgets",
    "https://user:secret@github.com/acme/widgets",
    "https://github.com/acme/widgets/pull/1",
    "https://github.com/acme/..",
    "https://github.com/acme/.git",
    "https://github.com/acme/%2e%2e",
    "https://github.com/acme/widgets?tab=readme",
    "git@github.com:acme/widgets",
  ])("isn't read from %s", (url) => expect(repositoryAddress(url)).toBeUndefined());
});

describe("the address of a pull request", () => {
  it.each([
    "https://github.com/acme/widgets/pull/12",
    "https://github.com/acme/widgets/pull/12/files",
    "https://github.com/acme/widgets/pull/12#discussion_r1",
  ])("is read from %s", (url) => expect(pullAddress(url)).toEqual({ ...widgets, number: 12 }));

  it.each(["https://github.com/acme/widgets/pull/0", "https://github.com/acme/widgets/issues/12", "x"])(
    "isn't read from %s",
    (url) => expect(pullAddress(url)).toBeUndefined(),
  );
});

describe("the API", () => {
  it("is found for github.com, data residency and Enterprise Server", () => {
    expect(apiUrl("github.com")).toBe("https://api.github.com");
    expect(apiUrl("acme.ghe.com")).toBe("https://api.acme.ghe.com");
    expect(apiUrl("git.example.com:8443")).toBe("https://git.example.com:8443/api/v3");
  });
});
