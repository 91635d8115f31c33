import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { basic, git, packLine } from "@/git/testing/git-fixture";
import { createSubToken } from "@/lib/contract/agents/create-sub-token";
import { closeCodes, runPath } from "@/lib/contract/worker-protocol/limits";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { stagingDir } from "../artifacts/storage";
import { agents } from "../core/store/tables/agents";
import { installations } from "../core/store/tables/apps";
import { grants } from "../core/store/tables/grants";
import { namespaces } from "../core/store/tables/repositories";
import { apiKeys, users } from "../core/store/tables/users";
import { installedApp } from "../hosting/installations/testing/installation-fixture";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../hosting/testing/hosting-fixture";
import { type PoolFixture, poolFixture } from "../testing/pool-fixture";
import type { TestService } from "../testing/test-service";
import { connectFakeWorker, registration } from "../workers/connection/testing/worker-fixture";

const clock = new FakeClock({ running: true });
let hosted: HostedRepository;
let test: TestService;
let pools: PoolFixture;
let head = "";

beforeAll(async () => {
  hosted = await startHostedRepository({}, clock);
  ({ test } = hosted);
  head = await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main");
  pools = poolFixture(test);
  await pools.register({ poolName: "gpu" });
});
afterAll(() => hosted.close());

/** Revokes access once the subject has been checked without ending, and expects that it ends. */
async function endsAfter(isOver: () => boolean, revoke: () => Promise<unknown>): Promise<void> {
  clock.advance(2_000);
  await vi.waitFor(() => expect(clock.dueWithin(2_000)).toBeGreaterThan(0));
  expect(isOver()).toBe(false);
  await revoke();
  await vi.waitFor(() => {
    clock.advance(2_000);
    expect(isOver()).toBe(true);
  });
}

async function member(email: string) {
  const user = await addUser(test.service, { email, teamId: 1 });
  const [key] = await test.service.db.select().from(apiKeys).where(eq(apiKeys.userId, user.userId));
  return { ...user, keyId: key?.id ?? "" };
}

const deleteKey = (keyId: string) => test.send("DELETE", `/admin/v1/keys/${keyId}`, { key: test.keys.admin });
const deactivate = (userId: number) =>
  test.service.db.update(users).set({ isActive: false }).where(eq(users.id, userId));

/** Takes the members' permissions on the namespace away until the returned function is called. */
async function revokeGrant(): Promise<() => Promise<unknown>> {
  const { db } = test.service;
  const [namespace] = await db.select().from(namespaces).where(eq(namespaces.slugFolded, "acme"));
  const is = { namespaceId: namespace?.id ?? "", principalKind: "teamGroup", principalId: "members" } as const;
  await db.insert(grants).values({ ...is, permission: "none", createdAt: 1 });
  return () =>
    db.delete(grants).where(and(eq(grants.namespaceId, is.namespaceId), eq(grants.principalId, is.principalId)));
}

describe("a stream", () => {
  /** A waiting agent that uses the repository, and the path of its run's stream. */
  async function waiting(): Promise<string> {
    const { id, runId } = await pools.launch({ env: { type: "pool", name: "gpu" } });
    await test.service.db
      .update(agents)
      .set({ usedRepositoryIds: [hosted.repo.id] })
      .where(eq(agents.id, id));
    return `/v1/agents/${id}/runs/${runId}/stream`;
  }

  /** Opens a stream, and returns whether it has ended. */
  async function open(path: string, key: string): Promise<() => boolean> {
    const headers = { authorization: `Bearer ${key}`, accept: "text/event-stream" };
    const response = await fetch(`${test.url}${path}`, { headers });
    expect(response.status).toBe(200);
    let isOver = false;
    void response.text().then(() => {
      isOver = true;
    });
    return () => isOver;
  }

  it("ends when its key is deleted", async () => {
    const { key, keyId } = await member("key@example.test");
    await endsAfter(await open(await waiting(), key), () => deleteKey(keyId));
  });

  it("ends when its user is deactivated, also with a worker token", async () => {
    const { userId } = await member("leaver@example.test");
    const token = await test.call(createSubToken, { key: test.keys.serviceAccount, body: { forUserId: userId } });
    await endsAfter(await open(await waiting(), token.accessToken), () => deactivate(userId));
  });

  it("of a run ends when its reader can no longer read a repository of the agent", async () => {
    const { key } = await member("reader@example.test");
    const isOver = await open(await waiting(), key);
    let restore: () => Promise<unknown> = async () => {};
    await endsAfter(isOver, async () => {
      restore = await revokeGrant();
    });
    await restore();
  });

  it("of the queue ends when its key is deleted", async () => {
    const { key, id } = await pools.serviceKey({ sameAccount: true });
    const { body } = await test.send("GET", "/v0/private-workers/pending-requests", { key });
    const { streamCursor } = body as { streamCursor: string };
    const path = `/v0/private-workers/pending-requests/stream?cursor=${encodeURIComponent(streamCursor)}`;
    await endsAfter(await open(path, key), () => deleteKey(id));
  });
});

it("a download fails when its link's key is deleted, so that its connection isn't used again", async () => {
  const { key, keyId } = await member("download@example.test");
  const { id } = await pools.launch({ env: { type: "pool", name: "gpu" } }, key);
  const { service } = test;
  const digest = "0".repeat(64);
  const folder = stagingDir(service, id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, digest), "");
  // More than the buffers of a connection hold.
  await truncate(join(folder, digest), 200_000_000);
  const link = { agentId: id, path: "artifacts/a.bin", digest, holder: `key:${keyId}` };
  const call = httpRequest(`${test.url}${service.artifactLinks.sign(link).target}`).end();
  const [response] = await once(call, "response");
  expect(response.headers["content-length"]).toBe("200000000");
  let isOver = false;
  response.on("error", () => {
    isOver = true;
  });
  await endsAfter(
    () => isOver,
    async () => {
      await deleteKey(keyId);
      response.resume();
    },
  );
  expect(response.complete).toBe(false);
});

describe("a git transfer", () => {
  type Service = "git-upload-pack" | "git-receive-pack";

  const gitProcesses = async () => {
    const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
    return lines.filter((line) => line.includes("-pack\0") && line.includes(hosted.dir));
  };

  /** Starts a request whose body doesn't end. */
  async function open(service: Service, key: string, start: string | Buffer) {
    const call = httpRequest(`${test.url}/acme/widgets.git/${service}`, {
      method: "POST",
      headers: { ...basic(key), "content-type": `application/x-${service}-request` },
    });
    const response = once(call, "response").then(async ([message]) => ({
      status: Number(message.statusCode),
      body: await text(message),
    }));
    let isOver = false;
    response.then(
      () => {
        isOver = true;
      },
      () => undefined,
    );
    call.write(start);
    await vi.waitFor(async () => expect(await gitProcesses()).not.toEqual([]));
    return { call, response, isOver: () => isOver };
  }

  const branch = (name: string) => {
    const command = packLine(`${"0".repeat(40)} ${head} refs/heads/${name}\0report-status side-band-64k\n`);
    const pack = Buffer.concat([Buffer.from("PACK"), Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])]);
    return Buffer.concat([Buffer.from(`${command}0000`), pack, createHash("sha1").update(pack).digest()]);
  };

  describe.runIf(process.platform === "linux").each<Service>(["git-upload-pack", "git-receive-pack"])(
    "%s",
    (service) => {
      it("ends when its key is deleted", async () => {
        const { key, keyId } = await member(`${service}-key@example.test`);
        const { response, isOver, call } = await open(service, key, "00");
        await endsAfter(isOver, () => deleteKey(keyId));
        expect(await response).toMatchObject({ status: 400, body: "You no longer have access to the repository\n" });
        call.destroy();
      });

      it("ends when its user loses the permission", async () => {
        const { key } = await member(`${service}-grant@example.test`);
        const { isOver, call } = await open(service, key, "00");
        let restore: () => Promise<unknown> = async () => {};
        await endsAfter(isOver, async () => {
          restore = await revokeGrant();
        });
        await restore();
        call.destroy();
      });

      it("ends when its installation is suspended", { tags: ["long"] }, async () => {
        const { token, installationId } = await installedApp(test, { scopes: ["repository:contents:write"] });
        const { isOver, call } = await open(service, token, "00");
        await endsAfter(isOver, () =>
          test.service.db.update(installations).set({ suspendedAt: 1 }).where(eq(installations.id, installationId)),
        );
        call.destroy();
      });
    },
  );

  it.runIf(process.platform === "linux")(
    "updates nothing once access ended, though all data arrives",
    { tags: ["long"] },
    async () => {
      const { key, keyId } = await member("pusher@example.test");
      const first = await open("git-receive-pack", key, branch("kept").subarray(0, -1));
      first.call.end(branch("kept").subarray(-1));
      expect((await first.response).body).toContain("ok refs/heads/kept");
      const second = await open("git-receive-pack", key, branch("lost").subarray(0, -1));
      await deleteKey(keyId);
      second.call.end(branch("lost").subarray(-1));
      expect((await second.response).body).toContain("no longer have access");
      expect(
        await git(hosted.dir, "for-each-ref", "--format=%(refname:short)", "refs/heads/kept", "refs/heads/lost"),
      ).toBe("kept");
    },
  );
});

describe("a worker", () => {
  it("is disconnected when its key is deleted, and the tokens of its runs end", { tags: ["long"] }, async () => {
    const { key, id } = await pools.serviceKey({ sameAccount: true });
    const worker = await connectFakeWorker(test.url, key);
    worker.send(registration({ pool: "revoked", workerId: "revoked" }));
    await worker.next("welcome");
    const run = await pools.launch({
      env: { type: "pool", name: "revoked" },
      repos: [{ url: `${test.url}/acme/widgets` }],
    });
    const { token } = await worker.next("assign");
    worker.send({ type: "credential", id: 1, runId: run.runId });
    const { password = "" } = (await worker.next("credential")).credential ?? {};
    const statuses = async () => {
      const specification = `${test.url}${runPath.specification("revoked", run.runId)}`;
      const refs = `${test.url}/acme/widgets.git/info/refs?service=git-upload-pack`;
      const answers = await Promise.all([
        fetch(specification, { headers: { authorization: `Bearer ${token}` } }),
        fetch(refs, { headers: basic(password) }),
      ]);
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200]);
    let code: number | undefined;
    void worker.closed.then((closed) => {
      ({ code } = closed);
    });
    await endsAfter(
      () => code !== undefined,
      () => deleteKey(id),
    );
    expect(code).toBe(closeCodes.unauthorized);
    expect(await statuses()).toEqual([401, 401]);
    await expect(connectFakeWorker(test.url, token)).rejects.toThrow("401");
  });
});

it("rejects a request whose key was deleted while its body arrived", async () => {
  const { key, keyId } = await member("slow@example.test");
  const timers = clock.dueWithin(600_000);
  const request = httpRequest(`${test.url}/v1/agents`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  request.write('{"env":{"type":"pool","name":"gpu"},');
  // The time limit of the body starts when the key was accepted.
  await vi.waitFor(() => expect(clock.dueWithin(600_000)).toBeGreaterThan(timers));
  await deleteKey(keyId);
  clock.advance(1_001);
  request.end('"prompt":{"text":"late"}}');
  const [response] = await once(request, "response");
  expect([response.statusCode, await text(response)]).toEqual([
    401,
    expect.stringContaining("Invalid or missing API key"),
  ]);
  const created = await test.service.db.select().from(agents).where(eq(agents.name, "late"));
  expect(created).toEqual([]);
});
