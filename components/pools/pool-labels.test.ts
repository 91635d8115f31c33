import { expect, it } from "vitest";
import type { Pool } from "@/lib/contract/pools/pool";
import { comparePools, timeoutText } from "./pool-labels";

const pool = (poolName: string, scope = "team", repoName = ""): Pool => ({
  scope,
  ownerId: 1,
  poolName,
  connectedWorkerCount: 0,
  inUseWorkerCount: 0,
  firstSeenAtMs: 0,
  lastSeenAtMs: 0,
  isStale: false,
  workerReadyTimeoutSeconds: 0,
  ...(repoName ? { repoOwner: "acme", repoName } : {}),
});

it("sorts team pools first, then by name with numbers in order, then by repository", () => {
  const pools = [
    pool("pool-10"),
    pool("pool-1", "user"),
    pool("pool-2", "team", "web"),
    pool("pool-2", "team", "api"),
    pool("pool-2"),
  ];
  const listed = pools.sort(comparePools).map(({ scope, poolName, repoName = "" }) => [scope, poolName, repoName]);
  expect(listed).toEqual([
    ["team", "pool-2", ""],
    ["team", "pool-2", "api"],
    ["team", "pool-2", "web"],
    ["team", "pool-10", ""],
    ["user", "pool-1", ""],
  ]);
});

it.each([
  [1, "1 s"],
  [90, "90 s"],
  [119, "119 s"],
  [120, "2 min"],
  [605, "605 s"],
  [3_600, "60 min"],
  [86_400, "24 h"],
])("formats %i seconds as %s", (seconds, text) => {
  expect(timeoutText(seconds)).toBe(text);
});
