import { type Artifact, listArtifacts } from "@/lib/contract/agents/list-artifacts";
import { callPath } from "@/lib/contract/client-path";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

const maxRemembered = 2_000;

interface ListRequest {
  id: string;
  updatedAt: string;
  /** True while its run can still create files. */
  active: boolean;
}

/**
 * Lists agents' artifacts. A list is remembered for the agent's `updatedAt`: artifacts are collected when a run ends, which
 * moves it, and the service counts every call.
 */
export function createArtifactLists(service: Service) {
  const remembered = new Map<string, { updatedAt: string; items: readonly Artifact[] }>();

  return async function artifactsOf({
    id,
    updatedAt,
    active,
  }: ListRequest): Promise<{ items: Artifact[]; problem?: string }> {
    const known = remembered.get(id);
    if (known?.updatedAt === updatedAt && !active) return { items: [...known.items] };
    try {
      const { items } = await callWith(service, listArtifacts, { path: callPath(listArtifacts, { id }) });
      remembered.delete(id);
      remembered.set(id, { updatedAt, items });
      const [oldest] = remembered.keys();
      if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
      return { items };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (error.status === 404) return { items: [] };
      return { items: known ? [...known.items] : [], problem: error.message };
    }
  };
}
