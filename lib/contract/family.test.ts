import { describe, expect, it } from "vitest";
import { familyOf } from "./family";

describe("the API family of a path", () => {
  it.each([
    ["/v1/repohost/repos/a/b", "repohost"],
    ["/v1/repohost", "repohost"],
    ["/v1/repohosts", "agents"],
    ["/v0/private-workers", "pools"],
    ["/v0", "pools"],
    ["/v01", "agents"],
    ["/admin/v1/users", "admin"],
    ["/dashboard/inbox", "dashboard"],
    ["/v1/agents", "agents"],
    ["/", "agents"],
  ])("%s", (path, family) => {
    expect(familyOf(path)).toBe(family);
  });
});
