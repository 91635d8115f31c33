import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { runGit } from "@/git/run-git";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { apps, installations } from "@/service/core/store/tables/apps";
import { pullRequests, pullRequestVersions } from "@/service/core/store/tables/pull-requests";
import { users } from "@/service/core/store/tables/users";
import { mintToken } from "@/service/hosting/installations/installation-token";
import type { Harness } from "../harness";
import { quantile, type Result } from "../result";
import type { HostedRepository } from "./hosted-repository";

const author = { name: "Bench", email: "bench@example.test" };
const shares = [
  ["p50", 0.5],
  ["p95", 0.95],
] as const;

/** The target is that of the median. */
const results = (name: string, times: readonly number[], target: NonNullable<Result["target"]>): Result[] =>
  shares.map(([what, share]) => ({
    name: `${name}, ${what}`,
    value: quantile(times, share),
    unit: "ms",
    ...(what === "p50" ? { target } : {}),
  }));

async function timed(times: number[], act: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await act();
  times.push(performance.now() - startedAt);
}

const shaOf = (response: unknown) =>
  response !== null && typeof response === "object" && "sha" in response ? String(response.sha) : "";

/** Commits one new file to a branch through the API. Returns the commit id. */
async function commit(
  { send }: HostedRepository,
  targetBranch: string,
  expectedHeadSha: string,
  path: string,
): Promise<string> {
  const files = [{ path, content: `${path}\n` }];
  const body = { targetBranch, expectedHeadSha, message: `Add ${path}`, author, files };
  return shaOf(await send("/git/commits:createFromFiles", body));
}

/** Measures cold and warm mergeability checks, and merges, in a repository with a long history. */
async function merging(repository: HostedRepository, service: Harness["service"], rounds: number): Promise<Result[]> {
  const { send, dir } = repository;
  let tip = shaOf((await send("/commits/main")) as object);
  const opened: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const head = `pull-${round}`;
    await send("/git/refs", { ref: `heads/${head}`, sha: tip });
    await commit(repository, head, tip, `pulls/${head}.txt`);
    const pull = createPullRequest.response.parse(await send("/pulls", { title: head, head, base: "main" }));
    opened.push(pull.number);
  }
  await service.mergePreparation.idle();
  const [cold, bare, warm, merges]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const [round, number] of opened.entries()) {
    // Moving the base invalidates the cached trial merge.
    tip = await commit(repository, "main", tip, `base/${number}.txt`);
    await timed(cold, () => send(`/pulls/${number}/mergeability`));
    await timed(bare, () => runGit(["merge-tree", "--write-tree", tip, `refs/heads/pull-${round}`], { cwd: dir }));
    await timed(warm, () => send(`/pulls/${number}/mergeability`));
  }
  for (const number of opened) await timed(merges, () => send(`/pulls/${number}/merge`, {}));
  const alone = (share: number) => ({ reference: [quantile(bare, share), "by git merge-tree"] as const });
  return [
    ...results("mergeability, cold", cold, { ratio: 1 }).map((result, at) => ({
      ...result,
      ...alone(shares[at]?.[1] ?? 1),
    })),
    ...results("mergeability, warm", warm, { value: 3 }),
    ...results("merge", merges, { value: 50 }),
  ];
}

/** Lists `count` pull requests with each filter. */
async function listing(
  repository: HostedRepository,
  { service }: Harness,
  count: number,
  rounds: number,
): Promise<Result[]> {
  const { db, ids, clock } = service;
  const repo = createRepo.response.parse(await repository.createRepository("many"));
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
    body: "A short description of the change.",
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
    open: {},
    closed: { state: "closed" },
    merged: { state: "merged" },
    "all states": { state: "all" },
    "by author": { state: "all", author: user.actorId },
    "by author email": { state: "all", author: user.email },
    "by base": { state: "all", base: "release" },
    "since a date": { state: "all", since: middle },
    "until a date": { state: "all", until: middle },
    "by stack": { state: "all", stackId },
    "by head": { state: "all", headSha: sha(count / 2) },
    "latest updates": { state: "all", sortBy: "updated" },
    "oldest first": { state: "all", direction: "asc" },
  };
  const listed: Result[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await timed(times, async () => {
        const response = await repository.sendTo("many", `/pulls?${new URLSearchParams(query)}`);
        if (listPullRequests.response.parse(response).pullRequests.length === 0)
          throw new Error(`${name}: no pull requests found`);
      });
    }
    listed.push({ name: `${count} pull requests, ${name}, p50`, value: quantile(times, 0.5), unit: "ms" });
  }
  return listed;
}

const posters = 8;

/** Inserts copies of the posted check runs with plain statements, as many at a time. Returns rows per second. */
async function insertAgain(pool: Pool, count: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>("select id from check_runs order by created_at desc limit $1", [
    count,
  ]);
  const ids = rows.map(({ id }) => id);
  const { rows: columns } = await pool.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'check_runs' order by ordinal_position",
  );
  const names = columns.map(({ name }) => `"${name}"`);
  const copied = names.map((name) => (name === '"id"' ? "id || '-copy'" : name === '"key"' ? "key || '-copy'" : name));
  const statement = `insert into check_runs (${names.join(", ")}) select ${copied.join(", ")} from check_runs where id = $1`;
  const startedAt = performance.now();
  const insert = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) await pool.query(statement, [id]);
  };
  await Promise.all(Array.from({ length: posters }, insert));
  return rows.length / ((performance.now() - startedAt) / 1_000);
}

/** Posts `count` check runs of one app, several at a time. */
async function checks(repository: HostedRepository, { service, url }: Harness, count: number): Promise<Result[]> {
  const { db, ids, clock } = service;
  const appId = ids.typed("app");
  const installationId = ids.typed("inst");
  const at = { createdAt: clock.now(), updatedAt: clock.now() };
  const { namespaceId } = repository;
  const texts = { displayName: "Bench", description: "", websiteUrl: "", webhookUrl: "" };
  const lists = { events: [], installationRedirectUris: [], defaultScopes: [] };
  await db.insert(apps).values({ id: appId, namespaceId, ...texts, ...lists, ...at });
  const scopes = ["repository:checks:write"];
  await db.insert(installations).values({ id: installationId, appId, namespaceId, scopes, selection: "all", ...at });
  const caller = { kind: "app", appId, expiresAt: clock.now() + 900_000 } as const;
  const { token } = await mintToken(service, caller, { installationId, scopes, repositoryIds: null });
  const headSha = shaOf(await repository.send("/commits/main"));
  const path = `${url}/v1/repohost/repos/bench/large/check-runs`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const externalUpdatedAt = new Date(clock.now() - 60_000).toISOString();
  const post = async (index: number) => {
    const checkSuite = { key: `suite-${index % 50}`, name: "Suite", externalId: "1" };
    const run = { key: `run-${index}`, name: "Run", externalId: "1", status: "completed", conclusion: "success" };
    const body = JSON.stringify({ headSha, checkSuite, checkRun: { ...run, externalUpdatedAt } });
    const response = await fetch(path, { method: "POST", headers, body });
    if (!response.ok) throw new Error(`check run post returned ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  let next = 0;
  const startedAt = performance.now();
  const poster = async () => {
    while (next < count) {
      next += 1;
      await post(next);
    }
  };
  await Promise.all(Array.from({ length: posters }, poster));
  const value = count / ((performance.now() - startedAt) / 1_000);
  const bare = await insertAgain(service.database.pool, count);
  return [
    {
      name: `check run posts, ${posters} concurrent, one commit`,
      value,
      unit: "/s",
      reference: [bare, "by inserting the same rows"],
      target: { ratio: 0.5 },
    },
  ];
}

export async function pulls(
  harness: Harness,
  repository: HostedRepository,
  scaled: (size: number, least: number) => number,
) {
  return [
    ...(await merging(repository, harness.service, scaled(40, 5))),
    ...(await listing(repository, harness, scaled(10_000, 200), scaled(20, 3))),
    ...(await checks(repository, harness, scaled(1_000, 50))),
  ];
}
