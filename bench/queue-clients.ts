import { Agent, request } from "node:http";
import { createParser } from "eventsource-parser";
import type { Job, Report } from "./jobs";
import { now } from "./jobs";

type Of<Kind extends Job["kind"]> = Extract<Job, { kind: Kind }>;

const root = "/v0/private-workers";

interface HttpResponse {
  status: number;
  text: string;
}

function send(agent: Agent, method: string, url: string, key: string, body?: object): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) };
    const sent = request(url, { agent, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body ? JSON.stringify(body) : undefined);
  });
}

/** Every claimer claims every request in the same order. Throws unless each request has exactly one winner. */
export async function claimRace({ url, key, ids, claimers }: Of<"claim">): Promise<Report> {
  const agent = new Agent({ keepAlive: true, maxSockets: claimers });
  const wins = new Map(ids.map((id) => [id, 0]));
  const claimer = async (number: number) => {
    for (const id of ids) {
      const { status, text } = await send(agent, "POST", `${url}${root}/claim`, key, { id, workerId: `w-${number}` });
      if (status === 200) wins.set(id, (wins.get(id) ?? 0) + 1);
      else if (status !== 409) throw new Error(`claim returned ${status}: ${text}`);
    }
  };
  const startedAt = now();
  await Promise.all(Array.from({ length: claimers }, (_, number) => claimer(number)));
  const at = now();
  agent.destroy();
  for (const [id, count] of wins) if (count !== 1) throw new Error(`${id} was won ${count} times`);
  return { kind: "done", ms: at - startedAt, at, events: ids.length, arrivals: [] };
}

/** Lists all pages of a pool's queue. */
export async function pageThrough({ url, key, pool }: Of<"page">): Promise<Report> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const startedAt = now();
  let events = 0;
  let pageToken: string | undefined;
  do {
    const query = new URLSearchParams({ pool, limit: "100", ...(pageToken ? { pageToken } : {}) });
    const { status, text } = await send(agent, "GET", `${url}${root}/pending-requests?${query}`, key);
    if (status !== 200) throw new Error(`the list returned ${status}`);
    const page: { requests: unknown[]; nextPageToken?: string } = JSON.parse(text);
    events += page.requests.length;
    pageToken = page.nextPageToken;
  } while (pageToken);
  const at = now();
  agent.destroy();
  return { kind: "done", ms: at - startedAt, at, events, arrivals: [] };
}

/** Watches a pool's queue until it has received `events` transitions. */
export function watchQueue({ url, key, pool, cursor, events }: Of<"watch">, report: (report: Report) => void) {
  return new Promise<Report>((resolve, reject) => {
    const startedAt = now();
    const arrivals: { sequence: number; at: number }[] = [];
    const path = `${root}/pending-requests/stream?${new URLSearchParams({ pool, cursor })}`;
    const sent = request(`${url}${path}`, { agent: false, headers: { authorization: `Bearer ${key}` } });
    const parser = createParser({
      onComment: () => report({ kind: "open" }),
      onEvent({ event }) {
        if (event === "heartbeat") return;
        arrivals.push({ sequence: arrivals.length, at: now() });
        if (arrivals.length < events) return;
        resolve({ kind: "done", ms: now() - startedAt, at: now(), events, arrivals });
        sent.destroy();
      },
    });
    sent.on("response", (response) => {
      if (response.statusCode !== 200) sent.destroy(new Error(`the watch returned ${response.statusCode}`));
      response.setEncoding("utf8");
      response.on("data", (text: string) => parser.feed(text));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end();
  });
}
