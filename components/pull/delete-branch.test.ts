import { afterEach, describe, expect, it, vi } from "vitest";
import { callProxy } from "@/lib/client/call";
import { deleteBranch } from "./delete-branch";

afterEach(() => vi.unstubAllGlobals());

const sha = "a".repeat(40);
const known = { repository: { ownerSlug: "demo", repoName: "orders" }, branch: "fix/rounding", sha };
const path = "/api/v1/repohost/repos/demo/orders/git";

/** Answers deletions one after the other, and where the branch is in between; says what was asked. */
function stubService(deletions: readonly number[], place: string | undefined = sha): string[] {
  const asked: string[] = [];
  const left = [...deletions];
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url.slice(path.length)}`);
    const refusal = (status: number, code: number) =>
      Response.json({ code, message: `refused with ${status}`, details: [] }, { status });
    if (method === "GET") {
      if (place === "") return refusal(404, 5);
      return Response.json({ ref: "refs/heads/fix/rounding", object: { sha: place, type: "commit" } });
    }
    const status = left.shift() ?? 204;
    return status === 204 ? new Response(null, { status }) : refusal(status, status === 409 ? 10 : 9);
  });
  return asked;
}

const asking = { delete: "DELETE /refs/heads/fix/rounding", read: "GET /ref/heads/fix/rounding" };

describe("deleting a branch", () => {
  it("H-REF-19 tries again when the service was disturbed, for as long as the branch is where it was", async () => {
    const asked = stubService([409, 409, 204]);
    await deleteBranch(callProxy, known);
    expect(asked).toEqual([asking.delete, asking.read, asking.delete, asking.read, asking.delete]);
  });

  it("gives up after four tries, and at once where the service refuses", async () => {
    const asked = stubService([409, 409, 409, 409, 204]);
    await expect(deleteBranch(callProxy, known)).rejects.toMatchObject({ status: 409 });
    expect(asked.filter((each) => each === asking.delete)).toHaveLength(4);
    const refused = stubService([400]);
    await expect(deleteBranch(callProxy, known)).rejects.toThrow("refused with 400");
    expect(refused).toEqual([asking.delete]);
  });

  it("throws nothing away that came since, and is done with what is gone", async () => {
    const moved = stubService([409, 204], "b".repeat(40));
    await expect(deleteBranch(callProxy, known)).rejects.toThrow("has moved since. It was not deleted.");
    expect(moved).toEqual([asking.delete, asking.read]);
    stubService([409], "");
    await deleteBranch(callProxy, known);
    stubService([404]);
    await deleteBranch(callProxy, known);
  });
});
