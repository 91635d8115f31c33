import {
  type AgentPullRequest,
  isExternalPull,
  listAgentPullRequests,
} from "@/lib/contract/agents/list-agent-pull-requests";
import { callPath } from "@/lib/contract/client-path";
import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import type { Log } from "@/lib/core/log";
import { RecentMap } from "@/lib/core/recent-map";
import { parsePullAddress } from "@/lib/model/pull-address";
import { agentsWithDuePulls, savePulls } from "@/lib/server/db/pull-states";
import { type PullDocument, savePullDocuments } from "@/lib/server/db/search-documents";
import type { Store } from "@/lib/server/db/store";
import { createMasker } from "@/lib/server/upstream/client/masked-response";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { checkResults, openPullFacts } from "./open-pull-facts";
import { isDenied, isOutage } from "./outage";

interface WatchParts {
  store: Store;
  service: Service;
  source: string;
  log: Log;
}

/** For services without webhooks; with webhooks, changes are fetched immediately. */
const openEveryMs = 60_000;
const closedEveryMs = 15 * 60_000;
const batch = 8;
const maxPullsPerAgent = 5;
const maxHosts = 500;

interface ReadPull {
  facts: PullFacts;
  /** For the search. */
  document: PullDocument;
}

/** Keeps agents' pull requests up to date. Returns a function that fetches those that are due. */
export function createPullWatch({ store, service, source, log }: WatchParts): () => Promise<void> {
  const hosts = new RecentMap<string, string>(maxHosts);

  const masked = (document: PullDocument): PullDocument => {
    const masker = createMasker(service);
    return { ...document, title: masker.mask(document.title), body: masker.mask(document.body) };
  };

  return async () => {
    const now = service.clock.now();
    const due = await agentsWithDuePulls(store, {
      source,
      openBefore: new Date(now - openEveryMs),
      closedBefore: new Date(now - closedEveryMs),
      limit: batch,
    });
    for (const { id, urls, before } of due) {
      const at = new Date(now);
      try {
        const read = await Promise.all(urls.slice(-maxPullsPerAgent).map((url) => readPull(url, before.pulls ?? [])));
        const external = read.includes(undefined) ? await externalPulls(id, before.pulls ?? []) : noPulls;
        const found = [...read.filter((pull) => pull !== undefined), ...external.read];
        const pulls = [...found.map(({ facts }) => facts), ...external.kept];
        await savePulls(store, { id, before, now: { state: combined(pulls), pulls }, at });
        await savePullDocuments(store, {
          agentId: id,
          at,
          urls: pulls.map(({ url }) => url),
          documents: found.map(({ document }) => masked(document)),
        });
      } catch (error) {
        if (isOutage(error)) return;
        log.info({ err: error, agent: id }, "couldn't read a pull request");
        await savePulls(store, { id, before, now: before, at });
      }
    }
  };

  /** `undefined` for a pull request of another server, or one the dashboard can't read. */
  async function readPull(url: string, known: readonly PullFacts[]): Promise<ReadPull | undefined> {
    const address = parsePullAddress(url);
    if (!address) return undefined;
    try {
      if ((await hostOf(address)) !== new URL(url).host) return undefined;
      const pull = await callWith(service, getPullRequest, { path: callPath(getPullRequest, { ...address }) });
      const { draft, additions, deletions } = pull;
      const state = pull.merged ? "merged" : pull.state;
      if (state !== "open" && state !== "closed" && state !== "merged") return undefined;
      const open =
        state === "open"
          ? await openPullFacts(service, address, pull, known.find((each) => each.url === url) ?? {})
          : {};
      return {
        facts: { url, state, draft, additions, deletions, ...open },
        document: { url, title: pull.title, body: pull.body, restricted: true },
      };
    } catch (error) {
      if (isDenied(error)) return undefined;
      throw error;
    }
  }

  /** The agent's pull requests on GitHub, if the service reads them. Those it can't read now stay as they are. */
  async function externalPulls(id: string, known: readonly PullFacts[]): Promise<typeof noPulls> {
    try {
      const path = callPath(listAgentPullRequests, { id });
      const { items, problems } = await callWith(service, listAgentPullRequests, { path });
      const unread = new Set(problems.filter(isExternalPull).map(({ url }) => url));
      return {
        read: items.filter(isExternalPull).flatMap(externalPull),
        kept: known.filter(({ url }) => unread.has(url)),
      };
    } catch (error) {
      if (isDenied(error)) return noPulls;
      throw error;
    }
  }

  async function hostOf({ ownerSlug, repoName }: { ownerSlug: string; repoName: string }): Promise<string> {
    const key = `${ownerSlug}/${repoName}`;
    const known = hosts.get(key);
    if (known !== undefined) return known;
    const { cloneUrl } = await callWith(service, getRepo, { path: callPath(getRepo, { ownerSlug, repoName }) });
    const host = URL.canParse(cloneUrl) ? new URL(cloneUrl).host : "";
    hosts.set(key, host);
    return host;
  }
}

const reviews = ["approved", "changes_requested", "none"] as const;
const mergeabilities = ["mergeable", "conflict", "blocked", "behind", "checking"] as const;

const noPulls: { read: ReadPull[]; kept: PullFacts[] } = { read: [], kept: [] };

function externalPull(pull: AgentPullRequest): ReadPull[] {
  const { url, draft, additions, deletions, title } = pull;
  const state = (["open", "closed", "merged"] as const).find((each) => each === pull.state);
  if (!state) return [];
  const checks = state === "open" && checkResults.find((each) => each === pull.checks.state);
  const { number, head, base, updatedAt } = pull;
  const mergeability = mergeabilities.find((each) => each === pull.mergeability);
  const facts = {
    url,
    state,
    draft,
    additions,
    deletions,
    external: { number, title, head, base, ...(updatedAt === undefined ? {} : { updatedAt }) },
    ...(checks ? { checks } : {}),
    ...(state === "open" ? { review: reviews.find((each) => each === pull.review) ?? "none" } : {}),
    ...(mergeability === undefined ? {} : { mergeability }),
  };
  // Every user sees its title on the agent's page.
  return [{ facts, document: { url, title, body: "", restricted: false } }];
}

/** Open if any is, then merged, then closed. */
function combined(pulls: readonly PullFacts[]): PullFacts["state"] | null {
  return (["open", "merged", "closed"] as const).find((state) => pulls.some((pull) => pull.state === state)) ?? null;
}
