// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Run } from "@/lib/contract/agents/run";
import { agentStatus } from "@/lib/model/status/agent-status";
import { emptyTranscript } from "@/lib/model/transcript/state";
import { RunHeader } from "./run-header";

afterEach(cleanup);

const cloud = { type: "cloud" } as const;
const pool = { type: "pool", name: "gpu" } as const;
const run = { id: "run-1", status: "FINISHED", createdAt: "2026-11-22T00:00:00.000Z" } as Run;

it("lists the environment's ports and the connections that were blocked", () => {
  const transcript = {
    ...emptyTranscript,
    environment: {
      name: "Web",
      user: "ubuntu",
      egressMode: "allow_all",
      testing: false,
      ports: [{ port: 3000, name: "app" }],
    },
    blocked: [{ host: "example.com", port: 443, reason: "blocked by the team" }],
  };
  render(<RunHeader run={run} number={1} status="FINISHED" env={cloud} transcript={transcript} />);
  expect(
    screen.getByText("Environment: Web · user ubuntu · network allow_all · ports 3000 (app) · testing off"),
  ).toBeTruthy();
  expect(screen.getByText("1 blocked connection")).toBeTruthy();
  expect(screen.getByText("example.com:443").parentElement?.textContent).toBe("example.com:443 is blocked by the team");
});

it.each([cloud, pool])("shows the status of lists for a new run: %o", (env) => {
  render(<RunHeader run={run} number={2} status="CREATING" env={env} transcript={emptyTranscript} />);
  const { label } = agentStatus({ status: "ACTIVE", env, run: { status: "CREATING" } });
  expect(screen.getByText(label)).toBeTruthy();
});
