import { type Artifact, listArtifacts } from "@/lib/contract/agents/list-artifacts";
import { callPath } from "@/lib/contract/client-path";
import { RecentMap } from "@/lib/core/recent-map";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

const maxCached = 2_000;

interface ListRequest {
  id: string;
  updatedAt: string;
  /** True while its run can still create files. */
  active: boolean;
}

/**
 * Lists agents' artifacts. Lists are cached by the agent's `updatedAt`, because artifacts are collected when a run
 * ends, which changes it, and every call counts against the rate limit.
 */
export function createArtifactLists(service: Service) {
  const cache = new RecentMap<string, { updatedAt: string; items: readonly Artifact[] }>(maxCached);

  return async function artifactsOf({
    id,
    updatedAt,
    active,
  }: ListRequest): Promise<{ items: Artifact[]; problem?: string }> {
    const known = cache.get(id);
    if (known?.updatedAt === updatedAt && !active) return { items: [...known.items] };
    try {
      const { items } = await callWith(service, listArtifacts, { path: callPath(listArtifacts, { id }) });
      cache.set(id, { updatedAt, items });
      return { items };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (error.status === 404) return { items: [] };
      return { items: known ? [...known.items] : [], problem: error.message };
    }
  };
}
