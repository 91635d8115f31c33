import "server-only";
import { getMemberRepositories } from "@/lib/contract/admin/users/get-member-repositories";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { callPath } from "@/lib/contract/client-path";
import { RecentMap } from "@/lib/core/recent-map";
import type { User } from "@/lib/server/auth/session-reader";
import type { AgentViewer } from "@/lib/server/db/agent-scope";
import type { Store } from "@/lib/server/db/store";
import { saveUserAccess } from "@/lib/server/db/user-access";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

/** How long a user's access isn't read again. */
const freshMs = 2_000;
const maxUsers = 1_000;

export type ReadViewer = (user: Pick<User, "id" | "email" | "name" | "role">) => Promise<AgentViewer>;

/**
 * Returns what users see of the index, with their access as the service reports it now. Admins see all agents, and so does
 * everyone where the service is called with a shared key. Throws {@link UpstreamError} if the access can't be read.
 */
export function createViewers(service: Service, store: () => Promise<Store>): ReadViewer {
  const reads = new RecentMap<string, { at: number; done: Promise<void> }>(maxUsers);

  async function readAccess(user: Parameters<ReadViewer>[0], isRetry = false): Promise<void> {
    try {
      const path = callPath(getMemberRepositories, { teamId: "_", email: user.email });
      await saveUserAccess(await store(), user.id, await callWith(service, getMemberRepositories, { path }));
    } catch (error) {
      if (isRetry || !(error instanceof UpstreamError) || error.status !== 404) throw error;
      // Creating the user's token adds them to the team.
      await service.credentials.authorization(getAgent, { user });
      await readAccess(user, true);
    }
  }

  return async (user) => {
    const seesAll = user.role === "admin" || service.credentials.actsForUsers?.(getAgent) !== true;
    if (seesAll) return { id: user.id, seesAll };
    const now = service.clock.now();
    const known = reads.get(user.id);
    if (known && now - known.at < freshMs) await known.done;
    else {
      const read = { at: now, done: readAccess(user) };
      reads.set(user.id, read);
      await read.done.catch((error: unknown) => {
        if (reads.get(user.id) === read) reads.delete(user.id);
        throw error;
      });
    }
    return { id: user.id, seesAll };
  };
}
