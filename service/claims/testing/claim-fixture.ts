import { expect } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { sessionTokens } from "../../core/store/tables/queue";
import { addNamespace } from "../../hosting/repositories/testing/repository-fixture";
import { type PoolFixture, poolFixture } from "../../testing/pool-fixture";
import { startTestService, type TestService } from "../../testing/test-service";

export const weekMs = 7 * 24 * 3_600_000;
/** The id of an agent that never was. */
export const nobody = "bc-00000000-0000-4000-8000-000000000000";

/** A service with the pool `gpu` and two repositories, whose time can be skipped, and what tests of claims do there. */
export interface ClaimGround {
  test: TestService;
  fixture: PoolFixture;
  clock: FakeClock;
  repositoryIds: Readonly<Record<string, string>>;
  /** The id of an agent that waits for a worker, of one of the repositories or of none. */
  waiting(repository?: string): Promise<string>;
  /** An agent that waits and is claimed: the answer of the claim. */
  claimed(workerId: string, more?: object, key?: string): Promise<{ id: string; token: string; expiresAt: string }>;
  /** How many session tokens were minted. */
  tokens(): Promise<number>;
  /** 403: the token is known, though good for nothing at `/v1/me`. 401: it is not known any more. */
  statusWith(token: string): Promise<number>;
}

export async function openClaimGround(): Promise<ClaimGround> {
  const clock = new FakeClock({ running: true });
  const test = await startTestService({}, clock);
  const fixture = poolFixture(test);
  await addNamespace(test.service, "acme", { teamId: 1 });
  const repositoryIds: Record<string, string> = {};
  for (const name of ["widgets", "gears"]) {
    const { body } = await test.send("POST", "/v1/repohost/repos/acme", { body: { name } });
    repositoryIds[name] = (body as { id: string }).id;
  }
  await fixture.register({ poolName: "gpu" });
  const waiting = async (repository?: string) => {
    const repos = repository ? { repos: [{ url: `${test.service.settings.gitUrl}/acme/${repository}` }] } : {};
    return (await fixture.launch(repos)).id;
  };
  return {
    test,
    fixture,
    clock,
    repositoryIds,
    waiting,
    async claimed(workerId, more = {}, key = test.keys.serviceAccount) {
      const id = await waiting();
      const { status, body } = await fixture.claim(id, workerId, more, key);
      expect(status).toBe(200);
      return { id, ...(body as { token: string; expiresAt: string }) };
    },
    tokens: () => test.service.db.$count(sessionTokens),
    statusWith: async (token) => (await test.send("GET", "/v1/me", { key: token })).status,
  };
}
