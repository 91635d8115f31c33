import { callPath } from "@/lib/contract/client-path";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import type { Log } from "@/lib/core/log";
import { type HostingChange, parseHostingChange } from "@/lib/model/hosting/hosting-change";
import { parseReactionEvent } from "@/lib/model/hosting/reaction-events";
import { markPullsChanged } from "@/lib/server/db/pull-states";
import type { Store } from "@/lib/server/db/store";
import { completeDelivery, pendingDeliveries } from "@/lib/server/db/webhooks";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { Envelope } from "./envelope";
import { notificationsOf } from "./notifications-of-event";
import { triggersOf } from "./triggers-of-event";

interface WorkParts {
  store: Store;
  service: Service;
  /** The service whose agents are indexed. */
  source: string;
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
      const parsed = parseHostingChange(event.type, event.payload);
      const change = parsed && (await withPulls(parts, parsed));
      if ((change?.what === "pull" || change?.what === "checks") && change.repository) {
        await markPullsChanged(parts.store, parts.source, { ...change.repository, pulls: change.pulls ?? [] });
      }
      await completeDelivery(parts.store, id, {
        change,
        reaction: parseReactionEvent(event),
        notifications: {
          events: change ? await notificationsOf(parts, event, change) : [],
          now: new Date(parts.service.clock.now()),
        },
        triggers: {
          events: change ? await triggersOf(parts, event, change) : [],
          now: new Date(parts.service.clock.now()),
        },
      });
    }
    if (waiting.length < batchSize) return;
  }
}
