import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createApp } from "@/lib/contract/hosting/apps/create-app";
import { listRepos } from "@/lib/contract/hosting/repositories/list-repos";
import { createLog } from "@/lib/core/log";
import { Keys } from "@/lib/core/settings/keys";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { type PostgresServer, startPostgres } from "@/postgres/server";
import { chaosPlan } from "../../testing/chaos-plan";
import { type ServiceProgram, startServiceProgram } from "../../testing/service-program";
import { newKeyPair } from "../installations/testing/installation-fixture";
import { type Received, type Receiver, startReceiver } from "./testing/webhook-fixture";

const { size: kills, seed } = chaosPlan("webhook kills", { short: 1, long: 50, seed: 20_261_122 });

let dataDir = "";
let databaseDir = "";
let postgres: PostgresServer;
let program: ServiceProgram;
let receiver: Receiver;
let keys: Keys;

const start = () =>
  startServiceProgram({ DATA_DIR: dataDir, DATABASE_URL: postgres.url, DEMO: "1", WEBHOOK_LOCAL_RECEIVERS: "1" });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway-webhook-kills-"));
  databaseDir = await mkdtemp(join(tmpdir(), "slipway-webhook-database-"));
  postgres = await startPostgres({ dataDir: databaseDir, log: createLog({ program: "test", level: "silent" }) });
  receiver = await startReceiver();
  program = await start();
  keys = Keys.parse(JSON.parse(await readFile(program.ready.keysFile, "utf8")));
});
afterAll(async () => {
  await program.kill();
  await postgres.stop();
  await receiver.close();
  for (const folder of [dataDir, databaseDir]) await rm(folder, { recursive: true, force: true });
});

async function post(path: string, key: string, body: unknown): Promise<Response> {
  return fetch(`${program.ready.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const Named = z.looseObject({ repository: z.looseObject({ name: z.string() }) });
const nameIn = ({ payload }: Received) => Named.safeParse(payload).data?.repository.name ?? "";
const createdEvents = () => receiver.received.filter(({ type }) => type === "repository.created");

async function repositoryNames(): Promise<string[]> {
  const names: string[] = [];
  let pageToken = "";
  do {
    const query = new URLSearchParams({ pageSize: "100", ...(pageToken ? { pageToken } : {}) });
    const response = await fetch(`${program.ready.url}/v1/repohost/repos/demo?${query}`, {
      headers: { authorization: `Bearer ${keys.user}` },
    });
    const page = listRepos.response.parse(await response.json());
    names.push(...page.repositories.map(({ name }) => name));
    pageToken = page.nextPageToken;
  } while (pageToken);
  return names.filter((name) => name.startsWith("killed-"));
}

describe("a service killed at random moments", () => {
  it("delivers all committed events at least once, and no others", {
    tags: ["long"],
    timeout: 60_000 + kills * 80_000,
  }, async () => {
    const random = seededRandom(seed);
    const response = await post("/v1/repohost/namespaces/demo/apps", keys.user, {
      displayName: "Witness",
      publicKey: newKeyPair().publicKey,
      webhookUrl: receiver.url,
      events: ["repository.created"],
    });
    const { id: appId } = createApp.response.parse(await response.json());
    expect((await post("/admin/v1/namespaces/demo/installations", keys.admin, { appId })).status).toBe(200);
    await receiver.take("installation.created");

    const acknowledged: string[] = [];
    let count = 0;
    for (let round = 0; round < kills; round += 1) {
      // Some responses hang, so that the kill also interrupts running attempts.
      receiver.respondWith(() => (random() < 0.2 ? "hang" : 204));
      const until = count + 3 + Math.floor(random() * 8);
      let alive = true;
      const writers = Array.from({ length: 3 }, async () => {
        while (alive) {
          count += 1;
          const name = `killed-${count}`;
          const response = await post("/v1/repohost/repos/demo", keys.user, { name }).catch(() => undefined);
          if (response?.ok) acknowledged.push(name);
        }
      });
      await vi.waitFor(() => expect(count).toBeGreaterThanOrEqual(until), { timeout: 30_000, interval: 1 });
      await program.kill();
      alive = false;
      await Promise.all(writers);
      program = await start();
    }
    receiver.respondWith(204);
    const stored = await repositoryNames();
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    for (const name of stored) {
      if (!createdEvents().some((request) => nameIn(request) === name))
        await receiver.take((request) => nameIn(request) === name);
    }
    expect(
      createdEvents()
        .map(nameIn)
        .filter((name) => !stored.includes(name)),
    ).toEqual([]);
    // Duplicates have the same id.
    const ids = new Map<string, Set<string>>();
    for (const request of createdEvents()) {
      ids.set(nameIn(request), (ids.get(nameIn(request)) ?? new Set()).add(request.deliveryId));
    }
    expect([...ids.values()].filter((each) => each.size > 1)).toEqual([]);
  });
});
