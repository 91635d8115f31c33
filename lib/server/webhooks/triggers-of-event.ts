import { callPath } from "@/lib/contract/client-path";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import type { Log } from "@/lib/core/log";
import { parseHostingTrigger } from "@/lib/model/automations/hosting-trigger";
import type { HostingChange } from "@/lib/model/hosting/hosting-change";
import type { PullAddress } from "@/lib/model/pull-address";
import { hasAutomationsFor, type TriggeringEvent } from "@/lib/server/db/record-event-firings";
import type { Store } from "@/lib/server/db/store";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import type { Envelope } from "./envelope";

/** A commit is rarely the head of more pull requests. */
const maxPulls = 5;

interface Parts {
  store: Store;
  service: Service;
  source: string;
  log: Log;
}

/** What triggers automations in an event of the hosting API, one per pull request that it affects. */
export async function triggersOf(
  parts: Parts,
  event: Envelope["event"],
  change: HostingChange,
): Promise<TriggeringEvent[]> {
  const { store, service, source } = parts;
  const parsed = parseHostingTrigger(event, change);
  const { repository, pulls } = change;
  if (!parsed || !repository || !pulls) return [];
  const happened = Date.parse(event.eventTime);
  const at = new Date(Number.isNaN(happened) ? service.clock.now() : happened);
  const triggers: TriggeringEvent[] = [];
  for (const pullNumber of pulls.slice(0, maxPulls)) {
    const pull: PullAddress = { ownerSlug: repository.owner, repoName: repository.name, pullNumber };
    if (!(await hasAutomationsFor(store, { source, event: parsed.event, pull }))) continue;
    triggers.push({ ...parsed, source, pull, at, head: await headOf(parts, pull) });
  }
  return triggers;
}

/** The head branch, which says which agent pushed it. It is read again before an agent is launched. */
async function headOf({ service, log }: Parts, pull: PullAddress): Promise<string | undefined> {
  try {
    const { head } = await callWith(service, getPullRequest, { path: callPath(getPullRequest, { ...pull }) });
    return head.ref;
  } catch (error) {
    log.info({ err: error }, "couldn't read the branch of an event's pull request");
    return undefined;
  }
}
