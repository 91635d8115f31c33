import { callPath } from "@/lib/contract/client-path";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import type { Log } from "@/lib/core/log";
import type { HostingChange } from "@/lib/model/hosting/hosting-change";
import { parseHostingEvent } from "@/lib/model/notifications/hosting-events";
import type { PullAddress } from "@/lib/model/pull-address";
import { ownersOfPull, pullKey, usersWithEmails } from "@/lib/server/db/agent-notifications";
import { isWanted, type NotificationEvent } from "@/lib/server/db/record-notification";
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

/** The notifications about an event of the hosting API, one per pull request that it affects. */
export async function notificationsOf(
  parts: Parts,
  event: Envelope["event"],
  change: HostingChange,
): Promise<NotificationEvent[]> {
  const { store, service } = parts;
  const parsed = parseHostingEvent(event, change);
  const { repository, pulls } = change;
  if (!parsed || !repository || !pulls || !(await isWanted(store, parsed.type))) return [];
  const { type, key, by, recipient } = parsed;
  const happened = Date.parse(event.eventTime);
  const at = new Date(Number.isNaN(happened) ? service.clock.now() : happened);
  return Promise.all(
    pulls.slice(0, maxPulls).map(async (pullNumber) => {
      const pull: PullAddress = { ownerSlug: repository.owner, repoName: repository.name, pullNumber };
      const ownKey = type === "pull_request.opened" ? pullKey("opened", pull) : pullKey("merged", pull);
      const owners =
        recipient === undefined
          ? await ownersOfPull(store.database, { source: parts.source, pull, emails: await authorOf(parts, pull) })
          : await usersWithEmails(store.database, [recipient]);
      return {
        key: key === undefined ? ownKey : `${key}/${pullNumber}`,
        type,
        at,
        owners,
        onlyOwners: recipient !== undefined,
        facts: { pull, ...(by === undefined ? {} : { by }) },
      };
    }),
  );
}

/** The email address of a pull request's author. Without it, only the users of its agents are its owners. */
async function authorOf({ service, log }: Parts, pull: PullAddress): Promise<string[]> {
  try {
    const { author } = await callWith(service, getPullRequest, { path: callPath(getPullRequest, { ...pull }) });
    return author.user?.email ? [author.user.email] : [];
  } catch (error) {
    log.info({ err: error }, "couldn't read a pull request's author");
    return [];
  }
}
