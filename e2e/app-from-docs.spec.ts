import { generateKeyPairSync, randomUUID } from "node:crypto";
import { z } from "zod";
import { type App, expect, test } from "./testing/app";
import { appJwt, DocsApp, ids, isFromService, Receiver, readRun, send } from "./testing/docs-app";
import { createTestRepository, type TestRepository } from "./testing/test-repository";

// No other file has this environment, so the hosting app and ruleset left behind affect none.
test.use({ environment: { WEBHOOK_LOCAL_RECEIVERS: "1", LOG_LEVEL: "info" } });

const events = [
  "repository.pushed",
  "pull_request.created",
  "pull_request.head_ref.pushed",
  "pull_request.merged",
  "repository.check_run.completed",
  "repository.check_run.rerequested",
];
const scopes = ["repository:pull_requests:read", "repository:checks:write", "repository:contents:write"];

const Pull = z.object({ number: z.string(), title: z.string(), head: z.object({ sha: z.string() }) });
type Pull = z.infer<typeof Pull>;
const PullPayload = z.object({ pullRequest: Pull });
type PullPayload = z.infer<typeof PullPayload>;

const isPull = (number: string) => (payload: PullPayload) => payload.pullRequest.number === number;

interface Setup {
  app: App;
  docsApp: DocsApp;
  receiver: Receiver;
  webhookUrl: string;
  repository: TestRepository;
  /** The repository's operations. */
  url: string;
}

const hosting = (app: App) => `${app.serviceUrl}/v1/repohost`;

/** Expects a request to fail with a code of the hosting API and a response that contains texts. */
async function expectError(request: Promise<unknown>, status: number, code: number, ...texts: string[]): Promise<void> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ status, body: { code, message: expect.any(String), details: expect.any(Array) } });
  for (const text of texts) expect(String(error)).toContain(text);
}

async function register(app: App, webhookUrl: string): Promise<DocsApp> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { format: "pem", type: "pkcs8" },
    publicKeyEncoding: { format: "pem", type: "spki" },
  });
  const fields = { displayName: "Checker", publicKey, webhookUrl, events, defaultScopes: scopes };
  const created = await send(`${hosting(app)}/namespaces/demo/apps`, app.keys.user, "POST", fields);
  const { id } = z.object({ id: z.string().startsWith("app_") }).parse(created);
  const docsApp = new DocsApp(app.serviceUrl, id, privateKey);
  expect(await docsApp.call("GET", "")).toMatchObject({ id });
  return docsApp;
}

async function install({ app, docsApp, receiver }: Setup): Promise<void> {
  await send(`${app.serviceUrl}/admin/v1/namespaces/demo/installations`, app.keys.admin, "POST", {
    appId: docsApp.id,
    repositories: ["from-docs", "not-from-docs"],
  });
  const About = z.object({ app: z.object({ id: z.string() }) });
  const isOurs = (payload: z.infer<typeof About>) => payload.app.id === docsApp.id;
  await receiver.waitFor("installation.created", About, isOurs);
  await docsApp.call("POST", "/webhook/pings", {});
  await receiver.waitFor("ping", About, isOurs);
}

/** Creates a token for the first repository alone. Also returns that repository's id. */
async function limitedToken({ app, docsApp, url }: Setup): Promise<{ token: string; repositoryId: string }> {
  const all = await docsApp.accessToken("demo", {});
  const { id } = z.object({ id: z.string() }).parse(await send(url, all.token));
  const { token, expiresAt } = await docsApp.accessToken("demo", { scopes, repositoryIds: [id] });
  const lifetime = Date.parse(expiresAt) - Date.now();
  expect(lifetime).toBeGreaterThan(14 * 60_000);
  expect(lifetime).toBeLessThanOrEqual(15 * 60_000);
  const other = `${hosting(app)}/repos/demo/not-from-docs`;
  expect(await send(other, all.token)).toMatchObject({ name: "not-from-docs" });
  await expectError(send(`${other}/pulls`, token), 404, 5);
  const short = await docsApp.accessToken("demo", {}, appJwt(docsApp.id, docsApp.privatePem, 60));
  expect(Date.parse(short.expiresAt)).toBeLessThanOrEqual(Date.now() + 60_000);
  return { token, repositoryId: id };
}

/** Pushes a branch, opens a pull request and pushes to it again. Returns the pull request and its first head. */
async function openPull({ receiver, repository }: Setup): Promise<{ pull: Pull; firstSha: string }> {
  const firstSha = await repository.commit("guide", { "guide.md": "# Guide\n" }, "main");
  await repository.push("guide");
  const Push = z.object({ refUpdates: z.array(z.object({ after: z.string() })) });
  await receiver.waitFor("repository.pushed", Push, (push) => push.refUpdates.some(({ after }) => after === firstSha));

  const fields = { title: "Add a guide", head: "guide", base: "main" };
  const { number } = Pull.parse(await repository.call("POST", "/pulls", fields));
  const created = await receiver.waitFor("pull_request.created", PullPayload, isPull(number));
  expect(created.pullRequest).toMatchObject({ title: "Add a guide", head: { sha: firstSha } });

  const sha = await repository.commit("guide", { "guide.md": "# Guide\n\nCount the orders.\n" });
  await repository.push("guide");
  const hasHead = ({ pullRequest }: PullPayload) => pullRequest.head.sha === sha;
  const { pullRequest: pull } = await receiver.waitFor("pull_request.head_ref.pushed", PullPayload, hasHead);
  return { pull, firstSha };
}

async function rejectForgeriesAndRepeats({ docsApp, receiver, webhookUrl }: Setup): Promise<void> {
  const [delivery] = receiver.deliveries("pull_request.created");
  const id = delivery?.deliveryId;
  const ofDelivery = () =>
    receiver.requests.filter(({ headers, status }) => headers["webhook-id"] === id && status === 204);
  const [original] = ofDelivery();
  if (!delivery || !original) throw new Error("no delivery of a pull request");
  expect(delivery.appId).toBe(docsApp.id);
  const timestamp = Number(original.headers["webhook-timestamp"]);
  const post = async (body: string, sentAt = timestamp) => {
    const headers = {
      "content-type": "application/json",
      "webhook-id": delivery.deliveryId,
      "webhook-timestamp": String(sentAt),
      "webhook-signature": String(original.headers["webhook-signature"]),
    };
    return (await fetch(webhookUrl, { method: "POST", headers, body })).status;
  };
  const body = original.body.toString();
  expect(await post(body)).toBe(204);
  expect(await post(body.replace("Add a guide", "Add a virus"))).toBe(401);
  expect(await post(body, timestamp - 301)).toBe(401);
  const keys = await receiver.keys();
  for (const [seconds, accepted] of [
    [300, true],
    [301, false],
    [-301, false],
  ] as const) {
    const now = (timestamp + seconds) * 1_000;
    expect(isFromService(original.headers, original.body, keys, now), `${seconds} seconds`).toBe(accepted);
  }

  const count = ofDelivery().length;
  await docsApp.call("POST", "/webhook/deliveries:batchRedeliver", { deliveryIds: [id] });
  await expect.poll(() => ofDelivery().length).toBe(count + 1);
  expect(receiver.deliveries("pull_request.created")).toEqual([delivery]);
}

/** Requires a check, and reports it until the pull request can be merged. */
async function requireAndReportCheck(setup: Setup, token: string, pull: Pull): Promise<void> {
  const { docsApp, repository, url } = setup;
  const check = { actorKind: "app", actorId: docsApp.id, groupKey: "guide", runKey: "links" };
  await repository.call("POST", "/rulesets", {
    name: "Links",
    enforcement: "active",
    kind: "merge_branch",
    includedRefNames: ["~DEFAULT_BRANCH"],
    rules: [{ ruleType: "require_status_checks", parameters: { requiredChecks: [check] } }],
  });
  const Mergeability = z.object({ verdict: z.string(), blockers: z.array(z.object({ kind: z.string() })).default([]) });
  const verdict = async () => {
    const result = Mergeability.parse(await send(`${url}/pulls/${pull.number}/mergeability`, token));
    return [result.verdict, ...result.blockers.map(({ kind }) => kind)];
  };
  const start = Date.now() - 60_000;
  const report = async (seconds: number, fields: object) => {
    const externalUpdatedAt = new Date(start + seconds * 1_000).toISOString();
    const response = await send(`${url}/check-runs`, token, "POST", {
      headSha: pull.head.sha,
      checkSuite: { key: "guide", name: "Guide", externalId: pull.head.sha },
      checkRun: { key: "links", name: "Links", externalId: `${pull.head.sha}-1`, externalUpdatedAt, ...fields },
    });
    return z.object({ outcome: z.string() }).parse(response).outcome;
  };
  const blocked = ["blocked", "required_checks"];
  await expect.poll(verdict).toEqual(blocked);
  expect(await report(0, { status: "in_progress" })).toBe("created");
  await expect.poll(verdict).toEqual(blocked);

  const location = { path: "guide.md", startLine: 3, endLine: 3 };
  const failure = {
    status: "completed",
    conclusion: "failure",
    output: { title: "1 of 2 links is broken", summary: "See the annotation." },
    annotations: [{ annotationLevel: "failure", message: "The link is broken.", location }],
  };
  expect(await report(10, failure)).toBe("updated");
  const Check = z.object({ checkRun: z.object({ conclusion: z.string() }) });
  const hasFailed = ({ checkRun }: z.infer<typeof Check>) => checkRun.conclusion === "failure";
  await setup.receiver.waitFor("repository.check_run.completed", Check, hasFailed);
  await expect.poll(verdict).toEqual(blocked);
  const merge = { expectedHeadSha: pull.head.sha, mergeMethod: "squash" };
  await expectError(send(`${url}/pulls/${pull.number}/merge`, token, "POST", merge), 400, 9);

  const success = { status: "completed", conclusion: "success" };
  expect(await report(20, success)).toBe("updated");
  expect(await report(20, success)).toBe("unchanged");
  expect(await report(10, failure)).toBe("ignored_stale");
  await expect.poll(verdict).toEqual(["mergeable"]);
}

async function mergeOnce(setup: Setup, token: string, pull: Pull, firstSha: string): Promise<void> {
  const merge = (expectedHeadSha: string) =>
    send(`${setup.url}/pulls/${pull.number}/merge`, token, "POST", { expectedHeadSha, mergeMethod: "squash" });
  await expectError(merge(firstSha), 409, 10);
  const mergeCommitSha = expect.stringMatching(/^[0-9a-f]{40}$/);
  expect(await merge(pull.head.sha)).toMatchObject({ mergeCommitSha, mergedPullNumbers: [pull.number] });
  expect(await merge(pull.head.sha)).toMatchObject({ mergedPullNumbers: [] });
  await setup.receiver.waitFor("pull_request.merged", PullPayload, isPull(pull.number));
}

async function expectErrors({ app, docsApp, url }: Setup, repositoryId: string, sha: string): Promise<void> {
  const narrow = { scopes: ["repository:pull_requests:read"], repositoryIds: [repositoryId] };
  const { token } = await docsApp.accessToken("demo", narrow);
  const run = { key: "links", name: "Links", externalId: "2", externalUpdatedAt: new Date().toISOString() };
  const check = {
    headSha: sha,
    checkSuite: { key: "guide", name: "Guide", externalId: "2" },
    checkRun: { ...run, status: "queued" },
  };
  await expectError(send(`${url}/check-runs`, token, "POST", check), 403, 7, "repository:checks:write");

  const expired = appJwt(docsApp.id, docsApp.privatePem, 300, Math.floor(Date.now() / 1000) - 600);
  await expectError(docsApp.call("GET", "", undefined, expired), 401, 16);
  await expectError(docsApp.call("GET", "", undefined, "not.a.jwt"), 401, 16);

  const unknown = { events: { events: ["pull_request.opened"] } };
  const change = send(`${hosting(app)}/apps/${docsApp.id}`, app.keys.user, "PATCH", unknown);
  await expectError(change, 400, 3, "google.rpc.BadRequest", ...events);
}

async function followAgent({ app, receiver }: Setup, pull: Pull): Promise<void> {
  const { serviceUrl, keys } = app;
  const agents = `${serviceUrl}/v1/agents`;
  const command = 'for line in 1 2 3; do echo "note $line" >> notes.txt; tail -n 1 notes.txt; done';
  const request = {
    agentId: `bc-${randomUUID()}`,
    prompt: { text: `Write notes.\n\`\`\`sh\n${command}\n\`\`\`` },
    repos: [{ url: `${serviceUrl}/demo/from-docs`, startingRef: "main" }],
    autoCreatePR: true,
  };
  const Created = z.object({ agent: z.object({ id: z.literal(request.agentId) }), run: z.object({ id: z.string() }) });
  const { run } = Created.parse(await send(agents, keys.user, "POST", request));
  const conflict = { status: 409, body: { error: { code: "agent_id_conflict" } } };
  await expect(send(agents, keys.user, "POST", request)).rejects.toMatchObject(conflict);

  const runUrl = `${agents}/${request.agentId}/runs/${run.id}`;
  const first = await readRun(`${runUrl}/stream`, keys.user, undefined, 2);
  // The connection is closed here, and the rest is read on a new one.
  const rest = await readRun(`${runUrl}/stream`, keys.user, ids(first).at(-1));
  for (const [event] of [first, rest]) expect(event).toMatchObject({ id: undefined, event: "status" });
  expect(rest.at(-1)).toMatchObject({ id: expect.any(String), event: "done" });
  const followed = [...ids(first), ...ids(rest)];
  expect(new Set(followed).size).toBe(followed.length);
  const complete = await readRun(`${runUrl}/stream`, keys.user);
  expect(followed).toEqual(ids(complete));

  expect(JSON.stringify(complete)).toContain("note 3");
  const Text = z.object({ text: z.string() });
  const reply = complete.filter(({ event }) => event === "assistant").map(({ data }) => Text.parse(data).text);
  const result = complete.find(({ event }) => event === "result");
  expect(result?.data).toMatchObject({ runId: run.id, status: "FINISHED", text: reply.join("") });
  const finished = { status: "FINISHED", git: { branches: [expect.any(Object)] } };
  expect(await send(runUrl, keys.user)).toMatchObject(finished);
  const isAnother = ({ pullRequest }: PullPayload) => pullRequest.number !== pull.number;
  await receiver.waitFor("pull_request.created", PullPayload, isAnother);
}

test("an app written from the API guide checks and merges a pull request", { tag: "@long" }, async ({ app }) => {
  const receiver = new Receiver(app.serviceUrl);
  const webhookUrl = await receiver.listen();
  const repository = await createTestRepository(app, "from-docs", { "README.md": "# From the guide\n" });
  const other = await createTestRepository(app, "not-from-docs", { "README.md": "# Another one\n" });
  try {
    const docsApp = await test.step("register an app", () => register(app, webhookUrl));
    const url = `${hosting(app)}/repos/demo/from-docs`;
    const setup: Setup = { app, docsApp, receiver, webhookUrl, repository, url };
    await test.step("install it", () => install(setup));
    const { token, repositoryId } = await test.step("create a limited token", () => limitedToken(setup));
    const { pull, firstSha } = await test.step("receive pushes and a new pull request", () => openPull(setup));
    await test.step("reject forgeries, ignore repeats", () => rejectForgeriesAndRepeats(setup));
    await test.step("report a required check", () => requireAndReportCheck(setup, token, pull));
    await test.step("merge the expected head", () => mergeOnce(setup, token, pull, firstSha));
    await test.step("receive documented errors", () => expectErrors(setup, repositoryId, pull.head.sha));
    await test.step("follow an agent's run and its pull request", () => followAgent(setup, pull));
    await test.step("every delivery of the service was valid", () => {
      const rejected = receiver.requests.filter(({ status }) => status !== 204);
      // The two forgeries above.
      expect(rejected).toHaveLength(2);
      for (const { appId } of events.flatMap((type) => receiver.deliveries(type))) expect(appId).toBe(docsApp.id);
    });
  } finally {
    receiver.close();
    await repository.remove();
    await other.remove();
  }
});
