import { inArray } from "drizzle-orm";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { createLabel } from "@/lib/contract/hosting/labels/create-label";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { createPullRequestReview } from "@/lib/contract/hosting/reviews/create-pull-request-review";
import { type Clock, systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { agents } from "../../core/store/tables/agents";
import { createHostingGitServer } from "../../hosting/git-http/git-authorization";
import { installedApp, newKeyPair } from "../../hosting/installations/testing/installation-fixture";
import { addNamespace, addUser } from "../../hosting/repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../../hosting/testing/hosting-fixture";
import { createRoutes } from "../../routes";
import { type ApiResponse, readResponse } from "../../testing/test-service";
import { type CallerFixture, createCallers } from "./authorization-callers";
import { agentProbes, hostingProbes, type Probe, poolProbes } from "./authorization-requests";

/** Ids of a repository, its namespace, and an app with its installation. */
export type Place = Readonly<Record<string, string>>;

export interface AuthorizationFixture extends CallerFixture {
  hosted: HostedRepository;
  places: Readonly<Record<"own" | "other's" | "nowhere", Place>>;
  /** Another installation of the app, for the operation that deletes it. */
  spareInstallation: string;
  /** Sends a request to the service's routes without a socket, because there are more than 10,000. */
  send(method: string, path: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<ApiResponse>;
  /** The probe of an operation. A caller that may delete something gets its own. */
  probe(id: string, isAllowed: boolean): Promise<Probe>;
  /** Ids that only callers who see the team's agents and workers may read. */
  teamIds: readonly string[];
}

const place = (slug: string, repoName: string, appId: string, installationId: string): Place => ({
  ownerSlug: slug,
  namespaceSlug: slug,
  repoName,
  appId,
  installationId,
});

/** The objects of hosting that probes name: a pull request with a comment and a review, a label, and branches. */
async function createContents(hosted: HostedRepository) {
  const { test, params } = hosted;
  const head = await hosted.commit({ "a.txt": "a\n" });
  await hosted.git("checkout", "--quiet", "-b", "topic");
  await hosted.commit({ "b.txt": "b\n" });
  await hosted.push("main", "topic", "main:kept");
  await test.call(createLabel, { params, body: { name: "kept", color: "ff0000" } });
  await test.call(createPullRequest, { params, body: { title: "Matrix", head: "topic", base: "main" } });
  const pull = { ...params, pullNumber: "1" };
  const comment = await test.call(createPullRequestComment, { params: pull, body: { body: "x" } });
  const review = await test.call(createPullRequestReview, { params: pull, body: { verdict: "comment" } });
  return {
    head,
    tree: await hosted.git("rev-parse", "main^{tree}"),
    blob: await hosted.git("rev-parse", "main:a.txt"),
    commentId: comment.id,
    threadId: comment.thread.id,
    reviewId: review.id,
    publicKey: newKeyPair().publicKey,
  };
}

/** The time is fixed, so that no token expires and no budget resets. Timers still fire. */
const started = systemClock.now();
const clock: Clock = { now: () => started, after: systemClock.after };

/** Starts one service with everything the authorization cases need. */
export async function startAuthorization(): Promise<AuthorizationFixture> {
  const hosted = await startHostedRepository({ RATE_LIMIT_PER_MINUTE: "999999999" }, clock);
  const { test } = hosted;
  const rival = await addUser(test.service, { email: "rival@example.test", isTeamAdmin: true });
  await addNamespace(test.service, "rival", { teamId: rival.teamId });
  await addNamespace(test.service, "spare", { teamId: 1 });
  await test.call(createRepo, { params: { ownerSlug: "rival" }, body: { name: "vault" }, key: rival.key });
  const contents = await createContents(hosted);
  const fixture = await createCallers(hosted, rival.key);
  const { app, otherApp, owner, pools } = fixture;
  const spare = await installedApp(test, { scopes: [], namespaceSlug: "spare", app: app.app });

  await pools.register({ poolName: "gpu" });
  const [busy, ended, archived, claimed] = [
    await pools.launch(),
    await pools.launch(),
    await pools.launch(),
    await pools.launch(),
  ];
  await test.service.db
    .update(agents)
    .set({ pushRepositoryIds: [hosted.repo.id], usedRepositoryIds: [hosted.repo.id] })
    .where(inArray(agents.id, [busy.id, ended.id, archived.id]));
  for (const { id, runId } of [ended, archived]) await test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`);
  await pools.claim(claimed.id, "w");
  const { workerId } = await pools.worker({ pool: "gpu" });
  const probes: Readonly<Record<string, Probe>> = {
    ...hostingProbes({ ...contents, appKey: app.app.publicKey, admin: owner }),
    ...agentProbes({ busy, ended, archived, owner }),
    ...poolProbes({ claimed: claimed.id, workerId }),
  };

  const route = createRoutes(test.service, createHostingGitServer(test.service));

  return {
    ...fixture,
    hosted,
    async send(method, path, headers, body) {
      const request = new Request(`${test.url}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const [rawPath = "", rawQuery = ""] = path.split("?");
      return readResponse(await route(request, rawPath, rawQuery, systemIds.uuid(), "127.0.0.1"));
    },
    places: {
      own: place("acme", "widgets", app.app.id, app.installationId),
      "other's": place("rival", "vault", otherApp.app.id, otherApp.installationId),
      nowhere: place("none", "none", "app_none", "inst_none"),
    },
    spareInstallation: spare.installationId,
    teamIds: [busy.id, ended.id, archived.id, claimed.id, workerId],
    async probe(id, isAllowed) {
      const known = probes[id];
      if (!known) throw new Error(`write a request for ${id}`);
      if (id === "deletePullRequestComment") {
        const params = { ...hosted.params, pullNumber: "1" };
        const comment = await test.call(createPullRequestComment, { params, body: { body: "x" } });
        return { ...known, params: { commentId: comment.id } };
      }
      if (!isAllowed) return known;
      if (id === "deleteAgent") {
        const { agent } = await test.call(createAgent, {
          body: { prompt: { text: "x" }, env: { type: "pool", name: "gpu" } },
        });
        return { ...known, params: { id: agent.id } };
      }
      if (id !== "releaseClaim") return known;
      const { id: released } = await pools.launch();
      await pools.claim(released, "w");
      return { ...known, params: { id: released } };
    },
  };
}
