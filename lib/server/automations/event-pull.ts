import { callPath } from "@/lib/contract/client-path";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import type { PullFactsOfEvent } from "@/lib/model/automations/event-values";
import { actorName, isByAgent } from "@/lib/model/hosting/actor-name";
import type { PullAddress } from "@/lib/model/pull-address";
import type { User } from "@/lib/server/auth/session-reader";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

export interface PullOfEvent extends PullFactsOfEvent {
  cloneUrl: string;
  /** An agent opened it. */
  byAgent: boolean;
}

/** The pull request of an event as a user reads it; `undefined` if they can't. Throws {@link UpstreamError} on other failures. */
export async function readEventPull(
  service: Service,
  user: Pick<User, "id" | "email" | "name" | "role">,
  pull: PullAddress,
): Promise<PullOfEvent | undefined> {
  const acting = { user, ownerSlug: pull.ownerSlug, repoName: pull.repoName };
  const repository = { ownerSlug: pull.ownerSlug, repoName: pull.repoName };
  try {
    const [found, repo] = await Promise.all([
      callWith(service, getPullRequest, { path: callPath(getPullRequest, { ...pull }), acting }),
      callWith(service, getRepo, { path: callPath(getRepo, repository), acting }),
    ]);
    const cloneUrl = repo.cloneUrl.replace(/\.git$/, "");
    return {
      repository: repo.fullName,
      number: found.number,
      url: `${cloneUrl}/pull/${found.number}`,
      cloneUrl,
      title: found.title,
      body: found.body,
      author: actorName(found.author),
      head: found.head.ref,
      base: found.base.ref,
      byAgent: isByAgent(found.author),
    };
  } catch (error) {
    if (error instanceof UpstreamError && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
}
