import { describe, expect, it } from "vitest";
import { fetchCommand, webLink } from "./git-command";

describe("fetchCommand", () => {
  it("uses the repository URL of the agent", () => {
    const repos = [{ url: "http://127.0.0.1:4100/acme/app.git" }];
    expect(fetchCommand({ repos }, { repoUrl: "127.0.0.1:4100/acme/app", branch: "svc/x-1" })).toBe(
      "git fetch http://127.0.0.1:4100/acme/app.git svc/x-1 && git switch --detach FETCH_HEAD",
    );
  });

  it("quotes shell metacharacters", () => {
    expect(fetchCommand({ repos: [] }, { repoUrl: "git.example.com/a/b", branch: "x;rm'y" })).toBe(
      "git fetch https://git.example.com/a/b 'x;rm'\\''y' && git switch --detach FETCH_HEAD",
    );
  });
});

describe("webLink", () => {
  it("accepts only http and https URLs", () => {
    expect([webLink("https://a.b/c"), webLink("javascript:alert(1)"), webLink(undefined)]).toEqual([
      "https://a.b/c",
      undefined,
      undefined,
    ]);
  });
});
