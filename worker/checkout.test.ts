import { describe, expect, it } from "vitest";
import { parseGitAddress } from "./checkout";

describe("a git address", () => {
  it.each([
    "https://git.example.com/acme/payments",
    "https://git.example.com/acme/payments.git",
    "https://x-access-token:secret@git.example.com/acme/payments.git/",
    "ssh://git@git.example.com/acme/payments.git",
    "git@git.example.com:acme/payments.git",
  ])("%s names owner and repository, and no credential", (address) => {
    const url = "https://git.example.com/acme/payments";
    expect(parseGitAddress(address)).toEqual({ owner: "acme", name: "payments", url });
  });

  it.each(["/srv/git/payments", "../payments", "https://git.example.com/payments", "file:///srv/payments", "C:\\x"])(
    "%s names none",
    (address) => {
      expect(parseGitAddress(address)).toBeUndefined();
    },
  );
});
