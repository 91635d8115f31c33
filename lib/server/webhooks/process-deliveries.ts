import { callPath } from "@/lib/contract/client-path";
import { listPullRequests } from "@/lib/contract/hosting/list-pull-requests";
import type { Log } from "@/lib/core/log";
import { changeOf, type HostingChange } from "@/lib/model/hosting/hosting-change";
import { reactionOf } from "@/lib/model/hosting/reaction-events";
import type { Store } from "@/lib/server/db/store";
import { completeDelivery, pendingDeliveries } from "@/lib/server/db/webhooks";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { Envelope } from "./envelope";

interface WorkParts {
  store: Store;
  service: Service;
  log: Log;
}

const batchSize = 100;

/** Check events only contain a commit, so its pull requests are looked up. If that fails, any pull request may be affected. */
async function withPulls({ service, log }: WorkParts, change: HostingChange): Promise<HostingChange> {
  const { repository, sha } = change;
  if (change.what !== "checks" || !repository || sha === undefined) return change;
  try {
    const params = { ownerSlug: "_", repoName: repository.id };
    const path = callPath(listPullRequests, params, { headSha: sha, state: "all", pageSize: "100" });
    const { pullRequests } = await callWith(service, listPullRequests, { path });
    return { ...change, pulls: pullRequests.map(({ number }) => number) };
  } catch (error) {
    log.warn({ err: error, sha }, "pull request lookup by commit failed");
    return change;
  }
}

/** Processes received deliveries: each change is published to viewers once. */
export async function processDeliveries(parts: WorkParts): Promise<void> {
  for (;;) {
    const waiting = await pendingDeliveries(parts.store, batchSize);
    for (const { id, body } of waiting) {
      const { event } = Envelope.parse(JSON.parse(body));
      const change = changeOf(event.type, event.payload);
      await completeDelivery(parts.store, id, {
        change: change && (await withPulls(parts, change)),
        reaction: reactionOf(event),
      });
    }
    if (waiting.length < batchSize) return;
  }
}
