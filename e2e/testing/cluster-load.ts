import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import { readReference } from "@/git/refs/references";
import type { Cluster } from "./cluster";

interface Reply {
  status: number;
  body: unknown;
}

/** Calls through the balancer. Those without a definite response return `undefined`. */
export interface Client {
  send(method: string, path: string, body?: object): Promise<Reply | undefined>;
  /** Repeats a call that can be repeated until it succeeds. Statuses in `also` count as success. */
  untilDone(method: string, path: string, body?: object, also?: readonly number[]): Promise<unknown>;
}

function createClient(origin: string, headers: Readonly<Record<string, string>>): Client {
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (!response || text === undefined || response.status >= 500) return undefined;
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  };
  return {
    send,
    async untilDone(method, path, body, also = []) {
      const deadline = Date.now() + 120_000;
      for (;;) {
        const reply = await send(method, path, body);
        if (reply && (reply.status < 300 || also.includes(reply.status))) return reply.body;
        if (reply) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
        if (Date.now() > deadline) throw new Error(`${method} ${path}: no response`);
        await delay(100);
      }
    },
  };
}

/** A client of the API. */
export const apiClient = ({ serviceUrl }: Cluster, key: string) =>
  createClient(serviceUrl, { authorization: `Bearer ${key}` });

/** A signed-in browser's client. */
export const browserClient = ({ webUrl }: Cluster, cookie: string) =>
  createClient(`${webUrl}/api`, { cookie, origin: webUrl });

export const hosting = "/v1/repohost/repos/demo/orders";

/** Commits to a branch until aborted. Returns the acknowledged commits. */
export async function commitUntil(
  signal: AbortSignal,
  client: Client,
  repository: string,
  branch: string,
): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let change = 0; !signal.aborted; change += 1) {
    const head = await readReference(repository, `refs/heads/${branch}`);
    const reply = await client.send("POST", `${hosting}/git/commits:createFromFiles`, {
      targetBranch: branch,
      expectedHeadSha: head,
      message: `Change ${change}`,
      author: { name: "Ada", email: "ada@example.test" },
      files: [{ path: `${branch}.txt`, content: `${head} ${change}\n` }],
    });
    if (reply?.status === 200) acknowledged.push(String(Object(reply.body).sha));
  }
  return acknowledged;
}

const views = 20;

/** Overwrites saved views, which the dashboard stores, until aborted. Returns every view's last acknowledged value and the last one sent. */
export async function saveViewsUntil(signal: AbortSignal, client: Client) {
  const saved = new Map<string, { acknowledged: number; sent: number }>();
  let acknowledged = 0;
  for (let value = 1; !signal.aborted; value += 1) {
    const name = `view-${value % views}`;
    const before = saved.get(name);
    const reply = await client.send("POST", "/dashboard/views", { name, query: String(value), shared: false });
    const isSaved = reply?.status === 201;
    saved.set(name, { acknowledged: isSaved ? value : (before?.acknowledged ?? 0), sent: value });
    if (isSaved) acknowledged += 1;
    await delay(20);
  }
  return { saved, acknowledged };
}

/** Launches cloud agents through the dashboards until aborted. Returns the ids of the acknowledged ones. */
export async function launchUntil(signal: AbortSignal, client: Client, body: object): Promise<string[]> {
  const ids: string[] = [];
  while (!signal.aborted) {
    const agentId = `bc-${randomUUID()}`;
    const reply = await client.send("POST", "/v1/agents", { ...body, agentId });
    if (reply?.status === 201) ids.push(agentId);
    await delay(1_000);
  }
  return ids;
}

/** Launches an agent in a pool. Returns the ids of the agent and its run. */
export async function launchInPool(client: Client, pool: string, text: string) {
  const agentId = `bc-${randomUUID()}`;
  const body = { agentId, prompt: { text }, env: { type: "pool", name: pool } };
  await client.untilDone("POST", "/v1/agents", body, [409]);
  const { items } = Object(await client.untilDone("GET", `/v1/agents/${agentId}/runs`));
  return { id: agentId, runId: String(items[0].id) };
}

/**
 * Follows a run's event stream until it ends, resuming after each broken connection. Returns the printed lines in the order
 * they arrived, and how often the stream was resumed.
 */
export async function followRun(
  { serviceUrl, keys }: Cluster,
  { id, runId }: { id: string; runId: string },
): Promise<{ lines: number[]; resumed: number }> {
  let lastEventId: string | undefined;
  let output = "";
  let ended = false;
  let connections = 0;
  while (!ended) {
    const headers: Record<string, string> = { authorization: `Bearer ${keys.user}` };
    if (lastEventId !== undefined) headers["last-event-id"] = lastEventId;
    const parser = createParser({
      onEvent: (event) => {
        if (event.id !== undefined) lastEventId = event.id;
        if (event.event === "done") ended = true;
        if (event.data.includes("shell-output-delta")) output += event.data;
      },
    });
    try {
      const response = await fetch(`${serviceUrl}/v1/agents/${id}/runs/${runId}/stream`, { headers });
      if (response.ok && response.body) {
        connections += 1;
        for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) parser.feed(chunk);
      } else {
        await response.body?.cancel();
      }
    } catch {
      // The connection broke.
    }
    if (!ended) await delay(100);
  }
  const lines = [...output.matchAll(/line-([0-9]+)\\n/g)].map(([, number]) => Number(number));
  return { lines, resumed: Math.max(0, connections - 1) };
}
