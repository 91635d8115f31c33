import { describe, expect, it } from "vitest";
import { CallError } from "./call-error";
import { createQueryClient } from "./query-client";

/** The number of attempts of a read that always fails with this status. */
async function countAttempts(status: number): Promise<number> {
  let attempts = 0;
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 0 } });
  await client
    .fetchQuery({
      queryKey: ["x"],
      retry: client.getDefaultOptions().queries?.retry ?? false,
      queryFn: () => {
        attempts += 1;
        throw new CallError({ status, code: "x", message: "No." });
      },
    })
    .catch(() => undefined);
  return attempts;
}

describe("a read that fails", () => {
  it.each([400, 403, 404, 409, 429])("isn't retried after %i", async (status) => {
    expect(await countAttempts(status)).toBe(1);
  });

  it.each([0, 500, 503])("is retried after %i", async (status) => {
    expect(await countAttempts(status)).toBe(3);
  });
});

describe("a rejected write", () => {
  it("H-ELIG-09 is never retried automatically", async () => {
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
