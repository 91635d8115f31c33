// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { PortPreviews } from "./port-previews";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("opens a port's preview in a tab without access to the page", async () => {
  const url = "http://0a.localhost:5000/.slipway/open?ticket=1";
  const calls = stubProxy(() => ({ url, expiresAt: "2026-11-23T00:00:00.000Z" }));
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PortPreviews run={{ id: "run-1", agentId: "bc-1" }} ports={[{ name: "app", port: 3000 }, { port: 4000 }]} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole("button", { name: "Open port 4000" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Open app (port 3000)" }));
  await vi.waitFor(() => expect(open).toHaveBeenCalledWith(url, "_blank", "noopener,noreferrer"));
  expect(calls).toEqual([{ method: "POST", path: "/v1/agents/bc-1/runs/run-1/ports/3000/preview" }]);
});
