import { listInstallations } from "@/lib/contract/admin/installations/list-installations";
import { getMe } from "@/lib/contract/agents/get-me";
import { getUsage } from "@/lib/contract/agents/get-usage";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { listModels } from "@/lib/contract/agents/list-models";
import { callPath } from "@/lib/contract/client-path";
import {
  type Capability,
  capabilityIds,
  type getKeyCapabilities,
} from "@/lib/contract/dashboard/keys/get-key-capabilities";
import { listNamespaceApps } from "@/lib/contract/hosting/apps/list-namespace-apps";
import { listNamespaceGrants } from "@/lib/contract/hosting/grants/list-namespace-grants";
import { listNamespaces } from "@/lib/contract/hosting/namespaces/list-namespaces";
import type { ResponseOf } from "@/lib/contract/operation";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import { listPools } from "@/lib/contract/pools/list-pools";
import { listWorkers } from "@/lib/contract/pools/list-workers";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

type Capabilities = ResponseOf<typeof getKeyCapabilities>;
type Verdict = Omit<Capability, "id">;

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof UpstreamError)) throw error;
  const { status, code, message: why, requestId } = error;
  if (code === "credentials_missing") return { state: "noKey", why };
  const isDenied = status >= 400 && status < 500 && status !== 429;
  return { state: isDenied ? "denied" : "unknown", why, requestId };
}

/** Makes a call to check whether it works, and returns its response for later checks. */
async function probe<T>(call: () => Promise<T>): Promise<Verdict & { result?: T }> {
  try {
    return { state: "works", result: await call() };
  } catch (error) {
    return verdictOf(error);
  }
}

const notCheckable = (why: string): Verdict => ({ state: "unknown", why });

interface Keys {
  embedded: boolean;
  /** An app mints tokens for acting users. */
  actsForUsers: boolean;
}

/** Checks the capabilities of the dashboard's keys with cheap, read-only requests. */
export async function keyCapabilities(service: Service, keys: Keys): Promise<Capabilities> {
  const describe = async (id: "user" | "serviceAccount") => {
    const actsAs = id === "user" ? ("userKey" as const) : ("serviceAccountKey" as const);
    const { result, why } = await probe(() => callWith(service, { ...getMe, actsAs }, { path: callPath(getMe, {}) }));
    return { id, ...(result ? { info: result } : {}), ...(why ? { why } : {}) };
  };
  const [user, serviceAccount, agents, models, pools, workers, queue, namespaces] = await Promise.all([
    describe("user"),
    describe("serviceAccount"),
    probe(() => callWith(service, listAgents, { path: callPath(listAgents, {}, { limit: "1" }) })),
    probe(() => callWith(service, listModels, { path: callPath(listModels, {}) })),
    probe(() => callWith(service, listPools, { path: callPath(listPools, {}, {}) })),
    probe(() => callWith(service, listWorkers, { path: callPath(listWorkers, {}, { limit: "1" }) })),
    probe(() => callWith(service, listPendingRequests, { path: callPath(listPendingRequests, {}, { limit: "1" }) })),
    probe(() => callWith(service, listNamespaces, { path: callPath(listNamespaces, {}, { pageSize: "1" }) })),
  ]);
  const id = agents.result?.items[0]?.id;
  const slug = namespaces.result?.namespaces[0]?.namespace.slug;
  const noOwner = notCheckable("No owner to check yet.");
  const inOwner = (call: (slug: string) => Promise<unknown>) => (slug ? probe(() => call(slug)) : noOwner);
  const [usage, grants, apps, hostingAdmin] = await Promise.all([
    id
      ? probe(() => callWith(service, getUsage, { path: callPath(getUsage, { id }) }))
      : notCheckable("No agent to check yet."),
    inOwner((ownerSlug) =>
      callWith(service, listNamespaceGrants, { path: callPath(listNamespaceGrants, { ownerSlug }, { pageSize: "1" }) }),
    ),
    inOwner((namespaceSlug) =>
      callWith(service, listNamespaceApps, { path: callPath(listNamespaceApps, { namespaceSlug }, { pageSize: "1" }) }),
    ),
    inOwner((namespaceSlug) =>
      callWith(service, listInstallations, { path: callPath(listInstallations, { namespaceSlug }) }),
    ),
  ]);
  const acting: Verdict = keys.actsForUsers
    ? { state: "works" }
    : {
        state: "noKey",
        why: "REPOHOST_APP_ID and its private key aren't set, so all users share the user key.",
      };
  const verdicts: Record<Capability["id"], Verdict> = {
    agents,
    models,
    usage,
    pools,
    workers,
    queue,
    acting,
    grants,
    apps,
    hostingAdmin,
    repositories: namespaces,
  };
  return {
    embedded: keys.embedded,
    keys: [user, serviceAccount],
    capabilities: capabilityIds.map((capability) => {
      const { state, why, requestId } = verdicts[capability];
      return { id: capability, state, ...(why ? { why } : {}), ...(requestId ? { requestId } : {}) };
    }),
  };
}
