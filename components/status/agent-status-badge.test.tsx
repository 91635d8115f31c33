import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { agentStatus } from "@/lib/model/status/agent-status";
import { AgentStatusBadge } from "./agent-status-badge";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const createdAt = "2026-05-01T12:00:00Z";

it("shows how long a run has been running, and keeps counting", () => {
  vi.useFakeTimers({ now: Date.parse(createdAt) + 134_000 });
  const run = { status: "RUNNING", createdAt };
  const { container } = render(
    <AgentStatusBadge status={agentStatus({ status: "ACTIVE", env: { type: "cloud" }, run })} />,
  );
  expect(container.textContent).toBe("Status: Running 2:14");
});

it("warns about failed steps of a finished run", () => {
  const run = { status: "FINISHED", createdAt, failedSteps: 2 };
  render(<AgentStatusBadge status={agentStatus({ status: "IDLE", env: { type: "cloud" }, run })} />);
  expect(screen.getByTitle("Finished · 2 failed steps").className).toContain("warning");
});
