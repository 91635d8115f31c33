import { createServer } from "node:http";
import { z } from "zod";
import { createRepo } from "@/lib/contract/hosting/create-repo";
import { apps, installations } from "@/service/core/store/tables/apps";
import { namespaces } from "@/service/core/store/tables/repositories";
import { recordEvent } from "@/service/hosting/webhooks/record-event";
import type { Service } from "@/service/service";
import { type Figure, milliseconds, quantile } from "../figure";
import type { Stage } from "../stage";

const type = "repository.pushed";
const repositories = 32;
const listeners = 4;
const Sent = z.object({ event: z.object({ eventTime: z.string() }) });

/** A receiver that acknowledges at once, and remembers how old each event was when it came. */
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

/** Apps that hear of everything in a namespace of their own, which holds some repositories; answers those. */
async function setUp({ service, url, key }: Stage, receiver: string): Promise<string[]> {
  const { db, ids, clock } = service;
  const slug = "told";
  const namespaceId = ids.typed("ns");
  const at = { createdAt: clock.now(), updatedAt: clock.now() };
  await db
    .insert(namespaces)
    .values({ id: namespaceId, slug, slugFolded: slug, type: "team", teamId: 1, createdAt: clock.now() });
  for (let count = 0; count < listeners; count += 1) {
    const appId = ids.typed("app");
    const texts = { displayName: `Listener ${count}`, description: "", websiteUrl: "", webhookUrl: receiver };
    const lists = { events: [type], installationRedirectUris: [], defaultScopes: [] };
    await db.insert(apps).values({ id: appId, namespaceId, ...texts, ...lists, ...at });
    const scopes = ["repository:contents:read"];
    await db
      .insert(installations)
      .values({ id: ids.typed("inst"), appId, namespaceId, scopes, selection: "all", ...at });
  }
  const made: string[] = [];
  for (let count = 0; count < repositories; count += 1) {
    const answer = await fetch(`${url}/v1/repohost/repos/${slug}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: `repository-${count}` }),
    });
    made.push(createRepo.response.parse(await answer.json()).id);
  }
  return made;
}

function happen(service: Service, repositoryId: string): Promise<void> {
  const payload = () => ({ refUpdates: [{ ref: "refs/heads/main", before: "0".repeat(40), after: "1".repeat(40) }] });
  return service.db.transaction((tx) => recordEvent(tx, service, { type, repositoryId, payload }));
}

/** How soon apps hear of what happens, one thing after the other, and how much they can be told. */
export async function deliveries(stage: Stage, scaled: (size: number, least: number) => number): Promise<Figure[]> {
  const receiver = await startReceiver();
  try {
    const repositoryIds = await setUp(stage, receiver.url);
    const at = (index: number) => repositoryIds[index % repositoryIds.length] ?? "";
    let told = 0;
    const paced = async (count: number, everyMs: number) => {
      for (let index = 0; index < count; index += 1) {
        const next = performance.now() + everyMs;
        await happen(stage.service, at(index));
        told += listeners;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
      }
      await receiver.until(told);
    };
    await paced(20, 10);
    receiver.ages.length = 0;
    told = 0;
    await paced(scaled(300, 30), 50);
    const ages = [...receiver.ages];
    const burst = scaled(1_000, 100);
    const began = performance.now();
    for (let index = 0; index < burst; index += 1) {
      await happen(stage.service, at(index));
      told += listeners;
    }
    await receiver.until(told);
    const perSecond = (burst * listeners) / ((performance.now() - began) / 1_000);
    const shares = [
      ["p50", 0.5, undefined],
      ["p95", 0.95, 1_000],
    ] as const;
    return [
      ...shares.map(([what, share, target]): Figure => {
        const value = quantile(ages, share);
        return {
          name: `event → first attempt, 20 events/s, ${listeners} apps, ${what}`,
          measured: milliseconds(value),
          against: target === undefined ? "–" : `≤ ${target} ms`,
          ratio: target === undefined ? "–" : `${(value / target).toFixed(2)} ×`,
        };
      }),
      {
        name: `deliveries, ${burst} events at once for ${listeners} apps`,
        measured: `${Math.round(perSecond)}/s`,
        against: "–",
        ratio: "–",
      },
    ];
  } finally {
    receiver.close();
  }
}
