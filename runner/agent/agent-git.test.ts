import { expect, it } from "vitest";
import { withGitSettings } from "./agent-git";

it("git settings are added to those of the session variables", () => {
  const own = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "Mia" };
  expect(withGitSettings(own, [["core.pager", "cat"]])).toEqual({
    ...own,
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_1: "core.pager",
    GIT_CONFIG_VALUE_1: "cat",
  });
  expect(withGitSettings({ GIT_CONFIG_COUNT: "many" }, [["core.pager", "cat"]])).toEqual({
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "core.pager",
    GIT_CONFIG_VALUE_0: "cat",
  });
  expect(withGitSettings({ A: "1" }, [])).toEqual({ A: "1" });
});
