import { createServer } from "node:http";
import { z } from "zod";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { apps, installations } from "@/service/core/store/tables/apps";
import { namespaces } from "@/service/core/store/tables/repositories";
import { recordEvent } from "@/service/hosting/webhooks/record-event";
import type { Service } from "@/service/service";
import type { Harness } from "../harness";
import { quantile, type Result } from "../result";

const type = "repository.pushed";
const repositoryCount = 32;
const appCount = 4;
const Sent = z.object({ event: z.object({ eventTime: z.string() }) });

/** Starts a webhook receiver that acknowledges immediately and records the age of each event on arrival. */
async function startReceiver() {
  const ages: number[] = [];
  let wake = () => {};
  const server = createServer((request, response) => {
    const at = Date.now();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.writeHead(204).end();
      const { event } = Sent.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
      ages.push(at - Date.parse(event.eventTime));
      wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    ages,
    async until(count: number) {
      while (ages.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => server.close(),
  };
}

/** Creates a namespace with repositories and apps subscribed to all of them. Returns the repository ids. */
async function setUp({ service, url, key }: Harness, receiver: string): Promise<string[]> {
  const { db, ids, clock } = service;
  const slug = "deliveries";
  const namespaceId = ids.typed("ns");
  const at = { createdAt: clock.now(), updatedAt: clock.now() };
  await db
    .insert(namespaces)
    .values({ id: namespaceId, slug, slugFolded: slug, type: "team", teamId: 1, createdAt: clock.now() });
  for (let count = 0; count < appCount; count += 1) {
    const appId = ids.typed("app");
    const texts = { displayName: `App ${count}`, description: "", websiteUrl: "", webhookUrl: receiver };
    const lists = { events: [type], installationRedirectUris: [], defaultScopes: [] };
    await db.insert(apps).values({ id: appId, namespaceId, ...texts, ...lists, ...at });
    const scopes = ["repository:contents:read"];
    await db
      .insert(installations)
      .values({ id: ids.typed("inst"), appId, namespaceId, scopes, selection: "all", ...at });
  }
  const created: string[] = [];
  for (let count = 0; count < repositoryCount; count += 1) {
    const response = await fetch(`${url}/v1/repohost/repos/${slug}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: `repository-${count}` }),
    });
    created.push(createRepo.response.parse(await response.json()).id);
  }
  return created;
}

function recordPush(service: Service, repositoryId: string): Promise<void> {
  const payload = () => ({ refUpdates: [{ ref: "refs/heads/main", before: "0".repeat(40), after: "1".repeat(40) }] });
  return service.db.transaction((tx) => recordEvent(tx, service, { type, repositoryId, payload }));
}

/** Measures how soon apps receive events at a steady rate, and deliveries per second in a burst. */
export async function deliveries(harness: Harness, scaled: (size: number, least: number) => number): Promise<Result[]> {
  const receiver = await startReceiver();
  try {
    const repositoryIds = await setUp(harness, receiver.url);
    const at = (index: number) => repositoryIds[index % repositoryIds.length] ?? "";
    let expected = 0;
    const paced = async (count: number, everyMs: number) => {
      for (let index = 0; index < count; index += 1) {
        const next = performance.now() + everyMs;
        await recordPush(harness.service, at(index));
        expected += appCount;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
      }
      await receiver.until(expected);
    };
    await paced(20, 10);
    receiver.ages.length = 0;
    expected = 0;
    await paced(scaled(300, 30), 50);
    const ages = [...receiver.ages];
    const burst = scaled(1_000, 100);
    const startedAt = performance.now();
    for (let index = 0; index < burst; index += 1) {
      await recordPush(harness.service, at(index));
      expected += appCount;
    }
    await receiver.until(expected);
    const perSecond = (burst * appCount) / ((performance.now() - startedAt) / 1_000);
    const shares = [
      ["p50", 0.5, undefined],
      ["p95", 0.95, 1_000],
    ] as const;
    return [
      ...shares.map(
        ([what, share, target]): Result => ({
          name: `event → first attempt, 20 events/s, ${appCount} apps, ${what}`,
          value: quantile(ages, share),
          unit: "ms",
          ...(target === undefined ? {} : { target: { value: target } }),
        }),
      ),
      { name: `deliveries, ${burst} events at once for ${appCount} apps`, value: perSecond, unit: "/s" },
    ];
  } finally {
    receiver.close();
  }
}
