import { Agent, get } from "node:http";
import { type Job, now, type Report } from "./jobs";

type CallJob = Extract<Job, { kind: "call" }>;

function timeCall(agent: Agent, url: string, { headers }: CallJob): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = now();
    const sent = get(url, { agent, headers }, (response) => {
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(now() - startedAt);
        else reject(new Error(`GET ${url} returned ${response.statusCode}`));
      });
      response.resume();
    });
    sent.on("error", reject);
  });
}

/** Runs callers that each make sequential calls over keep-alive connections. */
export async function runCallers(job: CallJob): Promise<Report> {
  const agent = new Agent({ keepAlive: true, maxSockets: job.callers });
  const durations: number[] = [];
  const caller = async (url: string) => {
    for (let call = 0; call < job.calls; call += 1) durations.push(await timeCall(agent, url, job));
  };
  const startedAt = now();
  await Promise.all(Array.from({ length: job.callers }, (_, index) => caller(job.urls[index % job.urls.length] ?? "")));
  const at = now();
  agent.destroy();
  return { kind: "done", ms: at - startedAt, at, events: durations.length, arrivals: [], durations };
}
