import { eq } from "drizzle-orm";
import { programOf } from "@/runner/run/agent-commands";
import type { AgentRow } from "../agent-access/find-agent";
import { pendingRequests, type RequestEntry } from "../core/store/tables/queue";
import { users } from "../core/store/tables/users";
import type { Transaction } from "../core/store/transaction";
import { enqueue } from "./request-state";
import type { Target } from "./target";
import { transitionRequest } from "./transition-request";

async function entryOf(tx: Transaction, agent: AgentRow, { type, name, repositories }: Target): Promise<RequestEntry> {
  const [user] =
    agent.userId === null
      ? []
      : await tx.select({ id: users.id, email: users.email }).from(users).where(eq(users.id, agent.userId));
  const [first] = repositories;
  const urls = agent.repos.map(({ url }) => url);
  return {
    id: agent.id,
    userId: user?.id ?? 0,
    ...(user ? { userEmail: user.email } : {}),
    ...(agent.serviceAccountId === null ? {} : { serviceAccountId: agent.serviceAccountId }),
    ...(first ? { repoOwner: first.ownerSlug, repoName: first.name, repoUrl: urls[0] ?? "" } : {}),
    ...(urls.length > 1 ? { repoUrls: urls } : {}),
    labels: [
      ...(first ? [{ key: "repo", value: `${first.ownerSlug}/${first.name}` }] : []),
      ...(type === "pool" ? [{ key: "pool", value: name }] : []),
    ],
  };
}

/** Queues a new agent's first run for its pool or machine. */
export async function openRequest(
  tx: Transaction,
  agent: AgentRow,
  runId: string,
  target: Target,
  now: number,
): Promise<void> {
  const pool = target.type === "pool" ? target.pool : undefined;
  const [row] = await tx
    .insert(pendingRequests)
    .values({
      agentId: agent.id,
      teamId: agent.teamId,
      poolId: pool?.id ?? null,
      poolName: pool?.name ?? null,
      machineUserId: target.type === "machine" ? target.userId : null,
      machineName: target.type === "machine" ? target.name : null,
      anyRepo: pool !== undefined && pool.repoOwner === null,
      repositoryIds: target.repositories.map(({ id }) => id),
      model: programOf(agent.model.id),
      entry: await entryOf(tx, agent, target),
      state: "idle",
      queuedAt: now,
    })
    .returning();
  if (!row) throw new Error("the request was not stored");
  await transitionRequest(tx, row, enqueue(row, runId, { now, connected: false, windowMs: 0 }), now);
}
