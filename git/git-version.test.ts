import { describe, expect, it } from "vitest";
import { assessGitVersion, gitVersion } from "./git-version";

describe("the version of git", () => {
  it.each(["2.39.4", "2.39.5", "2.40.2", "2.43.4", "2.45.1", "2.46.0", "2.51.0.windows.1", "3.0.1"])(
    "%s is accepted",
    (version) => {
      expect(assessGitVersion(`git version ${version}\n`)).toEqual({ version, warning: undefined });
    },
  );

  it.each(["2.38.1", "2.38.5", "2.39.3", "2.40.1", "2.43.0", "2.44.0", "2.45.0", "2.45"])(
    "%s is accepted with a warning, because a distribution may have added the fixes",
    (version) => {
      const assessed = assessGitVersion(`git version ${version} (Apple Git-146)\n`);
      expect(assessed.version).toBe(version);
      expect(assessed.warning).toMatch(/^2\.\d+(\.\d+)? is older than 2\.\d+\.\d, which fixes CVE-2024-32004/);
    },
  );

  it.each(["git version 2.37.7\n", "git version 1.8.3.1\n", "git version unknown\n", ""])(
    "%j is rejected, because the service can't work with it",
    (output) => {
      expect(() => assessGitVersion(output)).toThrow(/^git 2\.38 or newer is required, found /);
    },
  );

  it("is read from the installed git", async () => {
    expect((await gitVersion()).version).toMatch(/^2\./);
  });
});
