import { listGitHubChanges } from "@/lib/contract/admin/github-apps/list-github-changes";
import { callPath } from "@/lib/contract/client-path";
import { markPullsChanged } from "@/lib/server/db/pull-states";
import type { Store } from "@/lib/server/db/store";
import { publishChange } from "@/lib/server/db/webhooks";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

interface WatchParts {
  store: Store;
  service: Service;
  source: string;
}

/** Services without GitHub webhooks are polled again after this time. */
const unsupportedMs = 10 * 60_000;

/**
 * Returns a function that reads the changes that GitHub's webhooks reported: the pull requests are fetched again, and viewers
 * refetch them. Changes before the first call are left to polling.
 */
export function createGitHubWatch({ store, service, source }: WatchParts): () => Promise<void> {
  let after: number | undefined;
  let pausedUntil = 0;

  const read = async () => {
    const path = callPath(listGitHubChanges, {}, after === undefined ? {} : { after: String(after) });
    return callWith(service, listGitHubChanges, { path });
  };

  return async () => {
    const now = service.clock.now();
    if (now < pausedUntil) return;
    const changes = await read().catch((error: unknown) => {
      if (!(error instanceof UpstreamError) || ![401, 403, 404, 501].includes(error.status)) throw error;
      pausedUntil = now + unsupportedMs;
    });
    if (!changes) return;
    for (const { position, repository, pulls } of changes.items) {
      const [host = "", owner = "", name = ""] = repository.split("/");
      const numbers = pulls.map(String);
      await markPullsChanged(store, source, { owner, name, pulls: numbers.length > 0 ? numbers : "any" });
      await publishChange(store, {
        id: `github ${source} ${position}`,
        type: "github",
        change: { what: "github", repository: { id: `${host}/${owner}/${name}`, owner, name }, pulls: numbers },
        at: new Date(now),
      });
    }
    after = changes.position;
  };
}
