import { describe, expect, it } from "vitest";
import { parseGitUrl } from "./checkout";

describe("a git URL", () => {
  it.each([
    "https://git.example.com/acme/payments",
    "https://git.example.com/acme/payments.git",
    "https://x-access-token:secret@git.example.com/acme/payments.git/",
    "ssh://git@git.example.com/acme/payments.git",
    "git@git.example.com:acme/payments.git",
  ])("%s is parsed into owner and repository, without its credential", (address) => {
    const url = "https://git.example.com/acme/payments";
    expect(parseGitUrl(address)).toEqual({ owner: "acme", name: "payments", url });
  });

  it.each(["/srv/git/payments", "../payments", "https://git.example.com/payments", "file:///srv/payments", "C:\\x"])(
    "%s has no owner and repository",
    (address) => {
      expect(parseGitUrl(address)).toBeUndefined();
    },
  );
});
