import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createCipher } from "../../core/store/cipher";
import { createRunCredentials, readOnlyGrant } from "./run-credentials";

const clock = new FakeClock();
const key = randomBytes(32);
const credentials = createRunCredentials(createCipher(key), clock);
const grant = {
  agentId: "bc-1",
  runId: "run-1",
  teamId: 1,
  dependencyIds: new Set<string>(),
  branches: new Map([
    ["a", "svc/one"],
    ["b", "main"],
  ]),
};

describe("the git credential of a run", () => {
  it("is valid for ten minutes, on every service with the same key", () => {
    const { password } = credentials.mint(grant);
    expect(createRunCredentials(createCipher(key), clock).find(password)).toEqual(grant);
    clock.advance(10 * 60_000);
    expect(credentials.find(password)).toBeUndefined();
  });

  it("includes the repositories on GitHub of a worker's run, which an agent's credential can only read", () => {
    const url = "https://github.com/acme/widgets.git";
    const remote = { ...grant, remotes: new Map([[url, "svc/one"]]) };
    expect(credentials.find(credentials.mint(remote).password)).toEqual(remote);
    const { password } = credentials.mint(readOnlyGrant(remote));
    expect(credentials.find(password)).toMatchObject({ branches: new Map(), remotes: new Map([[url, null]]) });
  });

  it("is invalid if modified, truncated, encrypted with another key, or issued for something else", () => {
    const { password } = credentials.mint(grant);
    const other = createCipher(randomBytes(32));
    const foreign = `run_${createCipher(key).seal({ runId: "run-1" }).toString("hex")}`;
    for (const token of ["", "run_", password.slice(0, -2), `${password.slice(0, -2)}00`, `x${password}`, foreign]) {
      if (token !== password) expect(credentials.find(token)).toBeUndefined();
    }
    expect(createRunCredentials(other, clock).find(password)).toBeUndefined();
  });
});
