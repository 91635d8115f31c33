import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { callProxy } from "@/lib/client/call";
import { latestRunQuery } from "./run-queries";

afterEach(() => vi.unstubAllGlobals());

describe("latestRunQuery", () => {
  it("A-LIST-15 reads the run of latestRunId in any agent status", async () => {
    const requests: string[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      requests.push(path);
      return Response.json({ id: "run-2", agentId: "bc-1", status: "ERROR", createdAt: "", updatedAt: "" });
    });
    const agent = { id: "bc-1", latestRunId: "run-2", status: "ACTIVE" };
    const run = await new QueryClient().fetchQuery(latestRunQuery(callProxy, agent));
    expect(run.status).toBe("ERROR");
    expect(requests).toEqual(["/api/v1/agents/bc-1/runs/run-2"]);
  });
});
