import { afterEach, describe, expect, it, vi } from "vitest";
import { callProxy } from "@/lib/client/call";
import { deleteBranch } from "./delete-branch";

afterEach(() => vi.unstubAllGlobals());

const sha = "a".repeat(40);
const known = { repository: { ownerSlug: "demo", repoName: "orders" }, branch: "fix/rounding", sha };
const path = "/api/v1/repohost/repos/demo/orders/git";

/** Stubs the responses to the deletions and the branch's head in between. Returns the requests. */
function stubService(deletions: readonly number[], head: string | undefined = sha): string[] {
  const requests: string[] = [];
  const remaining = [...deletions];
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${url.slice(path.length)}`);
    const errorResponse = (status: number, code: number) =>
      Response.json({ code, message: `failed with ${status}`, details: [] }, { status });
    if (method === "GET") {
      if (head === "") return errorResponse(404, 5);
      return Response.json({ ref: "refs/heads/fix/rounding", object: { sha: head, type: "commit" } });
    }
    const status = remaining.shift() ?? 204;
    return status === 204 ? new Response(null, { status }) : errorResponse(status, status === 409 ? 10 : 9);
  });
  return requests;
}

const calls = { delete: "DELETE /refs/heads/fix/rounding", read: "GET /ref/heads/fix/rounding" };

describe("deleting a branch", () => {
  it("H-REF-19 retries after a conflict while the branch hasn't moved", async () => {
    const requests = stubService([409, 409, 204]);
    await deleteBranch(callProxy, known);
    expect(requests).toEqual([calls.delete, calls.read, calls.delete, calls.read, calls.delete]);
  });

  it("gives up after four conflicts, and immediately on any other error", async () => {
    const requests = stubService([409, 409, 409, 409, 204]);
    await expect(deleteBranch(callProxy, known)).rejects.toMatchObject({ status: 409 });
    expect(requests.filter((each) => each === calls.delete)).toHaveLength(4);
    const rejected = stubService([400]);
    await expect(deleteBranch(callProxy, known)).rejects.toThrow("failed with 400");
    expect(rejected).toEqual([calls.delete]);
  });

  it("keeps a branch that has moved, and treats a missing branch as deleted", async () => {
    const moved = stubService([409, 204], "b".repeat(40));
    await expect(deleteBranch(callProxy, known)).rejects.toThrow("has new commits, so it wasn't deleted.");
    expect(moved).toEqual([calls.delete, calls.read]);
    stubService([409], "");
    await deleteBranch(callProxy, known);
    stubService([404]);
    await deleteBranch(callProxy, known);
  });
});
