import { describe, expect, it } from "vitest";
import { CallError } from "./call-error";
import { createQueryClient } from "./query-client";

/** How often a read is asked for when it always fails with this status. */
async function attempts(status: number): Promise<number> {
  let asked = 0;
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 0 } });
  await client
    .fetchQuery({
      queryKey: ["x"],
      retry: client.getDefaultOptions().queries?.retry ?? false,
      queryFn: () => {
        asked += 1;
        throw new CallError({ status, code: "x", message: "No." });
      },
    })
    .catch(() => undefined);
  return asked;
}

describe("a read that fails", () => {
  it.each([400, 403, 404, 409, 429])("is not asked for again after a refusal with %i", async (status) => {
    expect(await attempts(status)).toBe(1);
  });

  it.each([0, 500, 503])("is asked for again when nothing was decided (%i)", async (status) => {
    expect(await attempts(status)).toBe(3);
  });
});

describe("a write that is refused", () => {
  it("H-ELIG-09 is never sent again by itself: an owner who may not write stays one", async () => {
    let sent = 0;
    const client = createQueryClient();
    const mutation = client.getMutationCache().build(client, {
      mutationFn: () => {
        sent += 1;
        return Promise.reject(new CallError({ status: 400, code: "FailedPrecondition", message: "No." }));
      },
    });
    await expect(mutation.execute(undefined)).rejects.toThrow("No.");
    expect(sent).toBe(1);
  });
});
