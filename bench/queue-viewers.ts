import { get } from "node:http";
import { now } from "./jobs";

const mark = '"event":"change"';

/** Many browsers' connections to one pool's queue, as plain readers: what each got, and when. */
export interface Viewers {
  /** When the change of that number was at each viewer. */
  arrivals(change: number): Promise<number[]>;
  close(): void;
}

/** Opens `count` connections to the live channel of a dashboard; resolves once each has its list. */
export async function openViewers(url: string, cookie: string, pool: string, count: number): Promise<Viewers> {
  const subject = encodeURIComponent(`queue:${encodeURIComponent(pool)}`);
  const viewers = await Promise.all(
    Array.from({ length: count }, () => openViewer(`${url}/api/live?s=${subject}`, cookie)),
  );
  return {
    arrivals: (change) => Promise.all(viewers.map(({ arrival }) => arrival(change))),
    close() {
      for (const { close } of viewers) close();
    },
  };
}

interface Viewer {
  arrival(change: number): Promise<number>;
  close(): void;
}

function openViewer(address: string, cookie: string): Promise<Viewer> {
  return new Promise((resolve, reject) => {
    const at: number[] = [];
    const waiting = new Map<number, (at: number) => void>();
    let rest = "";
    let listed = false;
    const sent = get(address, { agent: false, headers: { cookie, accept: "text/event-stream" } }, (answer) => {
      if (answer.statusCode !== 200) {
        sent.destroy(new Error(`the live channel answered ${answer.statusCode}`));
        return;
      }
      answer.setEncoding("utf8");
      answer.on("error", reject);
      answer.on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (!listed && line.includes('"event":"list"')) {
            listed = true;
            resolve({
              arrival: (change) =>
                at[change] === undefined
                  ? new Promise((tell) => waiting.set(change, tell))
                  : Promise.resolve(at[change]),
              close: () => sent.destroy(),
            });
          }
          if (!line.includes(mark)) continue;
          at.push(now());
          waiting.get(at.length - 1)?.(at.at(-1) ?? 0);
        }
      });
    });
    sent.on("error", reject);
  });
}
