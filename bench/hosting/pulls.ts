import { sql } from "drizzle-orm";
import { createPullRequest } from "@/lib/contract/hosting/create-pull-request";
import { createRepo } from "@/lib/contract/hosting/create-repo";
import { listPullRequests } from "@/lib/contract/hosting/list-pull-requests";
import { apps, installations } from "@/service/core/store/tables/apps";
import { users } from "@/service/core/store/tables/people";
import { pullRequests, pullRequestVersions } from "@/service/core/store/tables/pull-requests";
import { mintToken } from "@/service/hosting/installations/installation-token";
import { type Figure, milliseconds, quantile } from "../figure";
import type { Stage } from "../stage";
import type { Ground } from "./ground";

const author = { name: "Bench", email: "bench@example.test" };
const shares = [
  ["p50", 0.5],
  ["p95", 0.95],
] as const;

const plain = (name: string, measured: string): Figure => ({ name, measured, against: "–", ratio: "–" });
const figures = (name: string, times: readonly number[]): Figure[] =>
  shares.map(([what, share]) => plain(`${name}, ${what}`, milliseconds(quantile(times, share))));

async function timed(times: number[], act: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await act();
  times.push(performance.now() - began);
}

const shaOf = (answer: unknown) =>
  answer !== null && typeof answer === "object" && "sha" in answer ? String(answer.sha) : "";

/** Commits one new file to a branch over the API; answers the commit. */
async function commit({ ask }: Ground, targetBranch: string, expectedHeadSha: string, path: string): Promise<string> {
  const files = [{ path, content: `${path}\n` }];
  const body = { targetBranch, expectedHeadSha, message: `Add ${path}`, author, files };
  return shaOf(await ask("/git/commits:createFromFiles", body));
}

/** Verdicts that nothing is known of and known ones, and merges, in a repository with a long history. */
async function merging(ground: Ground, service: Stage["service"], rounds: number): Promise<Figure[]> {
  const { ask } = ground;
  let tip = shaOf((await ask("/commits/main")) as object);
  const opened: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const head = `pull-${round}`;
    await ask("/git/refs", { ref: `heads/${head}`, sha: tip });
    await commit(ground, head, tip, `pulls/${head}.txt`);
    const pull = createPullRequest.response.parse(await ask("/pulls", { title: head, head, base: "main" }));
    opened.push(pull.number);
  }
  await service.mergePreparation.idle();
  const [cold, known, merges]: [number[], number[], number[]] = [[], [], []];
  for (const number of opened) {
    // A base that has moved on is one that no trial merge is known for.
    tip = await commit(ground, "main", tip, `base/${number}.txt`);
    await timed(cold, () => ask(`/pulls/${number}/mergeability`));
    await timed(known, () => ask(`/pulls/${number}/mergeability`));
  }
  for (const number of opened) await timed(merges, () => ask(`/pulls/${number}/merge`, {}));
  return [...figures("verdict, cold", cold), ...figures("verdict, known", known), ...figures("merge", merges)];
}

/** A list of ten thousand, by each of its filters. */
async function listing(ground: Ground, { service }: Stage, count: number, rounds: number): Promise<Figure[]> {
  const { db, ids, clock } = service;
  const repo = createRepo.response.parse(await ground.create("many"));
  const [user] = await db.select().from(users).limit(1);
  if (!user) throw new Error("the service has no user");
  const now = clock.now();
  const states = ["open", "closed", "merged"] as const;
  const stackId = ids.typed("stk");
  const sha = (index: number) => index.toString(16).padStart(40, "0");
  const rows = Array.from({ length: count }, (_, index) => ({
    id: ids.typed("pr"),
    repositoryId: repo.id,
    number: index + 1,
    title: `Change ${index}`,
    body: "What it does, in a sentence or two.",
    state: states[index % states.length] ?? ("open" as const),
    draft: index % 10 === 0,
    headRef: `topic-${index}`,
    baseRef: index % 7 === 0 ? "release" : "main",
    authorId: index % 5 === 0 ? user.actorId : `user_${index % 50}`,
    stackId: index % 1_000 === 0 ? stackId : null,
    version: 1,
    createdAt: now - index * 60_000,
    updatedAt: now - ((index * 7_919) % count) * 60_000,
  }));
  for (let at = 0; at < rows.length; at += 1_000) {
    const part = rows.slice(at, at + 1_000);
    await db.insert(pullRequests).values(part);
    await db.insert(pullRequestVersions).values(
      part.map(({ id, number, createdAt }) => ({
        pullRequestId: id,
        number: 1,
        headSha: sha(number),
        baseSha: sha(0),
        additions: 3,
        deletions: 1,
        changedFiles: 2,
        createdAt,
        mergeState: "merge_conflict" as const,
        kept: true,
      })),
    );
  }
  await db.execute(sql`analyze pull_requests, pull_request_versions`);
  const middle = new Date(now - (count / 2) * 60_000).toISOString();
  const queries: Readonly<Record<string, Record<string, string>>> = {
    "open ones": {},
    "closed ones": { state: "closed" },
    "merged ones": { state: "merged" },
    "all states": { state: "all" },
    "by author": { state: "all", author: user.actorId },
    "by address of the author": { state: "all", author: user.email },
    "by base": { state: "all", base: "release" },
    "since a moment": { state: "all", since: middle },
    "until a moment": { state: "all", until: middle },
    "of a stack": { state: "all", stackId },
    "by head": { state: "all", headSha: sha(count / 2) },
    "latest updates": { state: "all", sortBy: "updated" },
    "oldest first": { state: "all", direction: "asc" },
  };
  const found: Figure[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await timed(times, async () => {
        const answer = await ground.askOf("many", `/pulls?${new URLSearchParams(query)}`);
        if (listPullRequests.response.parse(answer).pullRequests.length === 0) throw new Error(`${name}: none found`);
      });
    }
    found.push(plain(`${count} pull requests, ${name}, p50`, milliseconds(quantile(times, 0.5))));
  }
  return found;
}

/** Checks an app reports at once, each a run of its own. */
async function checks(ground: Ground, { service, url }: Stage, count: number): Promise<Figure[]> {
  const { db, ids, clock } = service;
  const appId = ids.typed("app");
  const installationId = ids.typed("inst");
  const at = { createdAt: clock.now(), updatedAt: clock.now() };
  const { namespaceId } = ground;
  const texts = { displayName: "Bench", description: "", websiteUrl: "", webhookUrl: "" };
  const lists = { events: [], installationRedirectUris: [], defaultScopes: [] };
  await db.insert(apps).values({ id: appId, namespaceId, ...texts, ...lists, ...at });
  const scopes = ["repository:checks:write"];
  await db.insert(installations).values({ id: installationId, appId, namespaceId, scopes, selection: "all", ...at });
  const caller = { kind: "app", appId, expiresAt: clock.now() + 900_000 } as const;
  const { token } = await mintToken(service, caller, { installationId, scopes, repositoryIds: null });
  const headSha = shaOf(await ground.ask("/commits/main"));
  const path = `${url}/v1/repohost/repos/bench/large/check-runs`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const externalUpdatedAt = new Date(clock.now() - 60_000).toISOString();
  const post = async (index: number) => {
    const checkSuite = { key: `suite-${index % 50}`, name: "Suite", externalId: "1" };
    const run = { key: `run-${index}`, name: "Run", externalId: "1", status: "completed", conclusion: "success" };
    const body = JSON.stringify({ headSha, checkSuite, checkRun: { ...run, externalUpdatedAt } });
    const answer = await fetch(path, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`a check answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  let next = 0;
  const began = performance.now();
  const poster = async () => {
    while (next < count) {
      next += 1;
      await post(next);
    }
  };
  await Promise.all(Array.from({ length: 8 }, poster));
  const perSecond = count / ((performance.now() - began) / 1_000);
  return [plain("check posts, 8 at once, on one commit", `${Math.round(perSecond)}/s`)];
}

export async function pulls(stage: Stage, ground: Ground, scaled: (size: number, least: number) => number) {
  return [
    ...(await merging(ground, stage.service, scaled(40, 5))),
    ...(await listing(ground, stage, scaled(10_000, 200), scaled(20, 3))),
    ...(await checks(ground, stage, scaled(1_000, 50))),
  ];
}
