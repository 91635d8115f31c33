import { describe, expect, it } from "vitest";
import { choosePermission, isPermitted, permissionQuestion } from "./permission";

const options = [
  { optionId: "always", kind: "allow_always" },
  { optionId: "once", kind: "allow_once" },
  { optionId: "no", kind: "reject_once" },
];

describe("permission requests", () => {
  it("are allowed once inside the workspace", () => {
    expect(choosePermission(isPermitted("agent", "execute", true), options)).toEqual({
      outcome: "selected",
      optionId: "once",
    });
    expect(choosePermission(isPermitted("agent", "edit", false), options)).toEqual({
      outcome: "selected",
      optionId: "no",
    });
  });

  it("only allow reading in plan mode", () => {
    const allowed = ["read", "search", "think", "edit", "execute", "delete", "move", "fetch", "other", undefined];
    expect(allowed.filter((kind) => isPermitted("plan", kind, true))).toEqual(["read", "search", "think"]);
  });

  it("are canceled if no option matches", () => {
    expect(choosePermission(true, [{ optionId: "no", kind: "reject_once" }])).toEqual({ outcome: "cancelled" });
  });

  it("are decided without the user if their options only differ in how long they apply", () => {
    const always = { optionId: "session", kind: "allow_always" };
    expect(permissionQuestion("Call it", [...options, always])).toBeUndefined();
    const alternatives = [always, { optionId: "always", kind: "allow_always" }];
    expect(permissionQuestion("Deploy where?", alternatives)).toMatchObject({ message: "Deploy where?" });
    expect(permissionQuestion("Which?", [{ optionId: "x", kind: "other" }])).toMatchObject({ message: "Which?" });
  });
});
