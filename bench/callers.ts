import { Agent, get } from "node:http";
import { type Job, now, type Report } from "./jobs";

type CallJob = Extract<Job, { kind: "call" }>;

function once(agent: Agent, url: string, { headers }: CallJob): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = now();
    const sent = get(url, { agent, headers }, (answer) => {
      answer.on("error", reject);
      answer.on("end", () => {
        if (answer.statusCode === 200) resolve(now() - began);
        else reject(new Error(`${url} was answered ${answer.statusCode}`));
      });
      answer.resume();
    });
    sent.on("error", reject);
  });
}

/** Callers that each make one call after another over connections that stay open. */
export async function callOften(job: CallJob): Promise<Report> {
  const agent = new Agent({ keepAlive: true, maxSockets: job.callers });
  const durations: number[] = [];
  const caller = async (url: string) => {
    for (let call = 0; call < job.calls; call += 1) durations.push(await once(agent, url, job));
  };
  const began = now();
  await Promise.all(Array.from({ length: job.callers }, (_, index) => caller(job.urls[index % job.urls.length] ?? "")));
  const at = now();
  agent.destroy();
  return { kind: "done", ms: at - began, at, events: durations.length, arrivals: [], durations };
}
