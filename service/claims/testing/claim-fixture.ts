import { expect } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { sessionTokens } from "../../core/store/tables/queue";
import { addNamespace } from "../../hosting/repositories/testing/repository-fixture";
import { type PoolFixture, poolFixture } from "../../testing/pool-fixture";
import { startTestService, type TestService } from "../../testing/test-service";

export const weekMs = 7 * 24 * 3_600_000;
/** The id of an agent that doesn't exist. */
export const unknownAgentId = "bc-00000000-0000-4000-8000-000000000000";

/** A service with a fake clock, the pool `gpu` and two repositories, plus helpers for claim tests. */
export interface ClaimFixture {
  test: TestService;
  fixture: PoolFixture;
  clock: FakeClock;
  repositoryIds: Readonly<Record<string, string>>;
  /** Creates an agent that waits for a worker, with or without a repository. Returns its id. */
  waiting(repository?: string): Promise<string>;
  /** Creates and claims an agent. Returns the claim response. */
  claimed(workerId: string, more?: object, key?: string): Promise<{ id: string; token: string; expiresAt: string }>;
  /** Number of session tokens in the database. */
  tokens(): Promise<number>;
  /** Calls `/v1/me` with a session token. 403: the token is valid but not accepted there. 401: it was revoked. */
  statusWith(token: string): Promise<number>;
}

export async function openClaimFixture(): Promise<ClaimFixture> {
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
