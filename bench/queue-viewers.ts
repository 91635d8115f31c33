import { get } from "node:http";
import { now } from "./jobs";

const changeMarker = '"event":"change"';

/** Connections of many browsers to one pool's queue. */
export interface Viewers {
  /** Returns when each viewer received the change with that number, from 0. */
  arrivals(change: number): Promise<number[]>;
  close(): void;
}

/** Opens `count` connections to the dashboard's live channel. Resolves once each has received its list. */
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

function openViewer(url: string, cookie: string): Promise<Viewer> {
  return new Promise((resolve, reject) => {
    const at: number[] = [];
    const waiting = new Map<number, (at: number) => void>();
    let rest = "";
    let listed = false;
    const sent = get(url, { agent: false, headers: { cookie, accept: "text/event-stream" } }, (response) => {
      if (response.statusCode !== 200) {
        sent.destroy(new Error(`the live channel returned ${response.statusCode}`));
        return;
      }
      response.setEncoding("utf8");
      response.on("error", reject);
      response.on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (!listed && line.includes('"event":"list"')) {
            listed = true;
            resolve({
              arrival: (change) =>
                at[change] === undefined
                  ? new Promise((notify) => waiting.set(change, notify))
                  : Promise.resolve(at[change]),
              close: () => sent.destroy(),
            });
          }
          if (!line.includes(changeMarker)) continue;
          at.push(now());
          waiting.get(at.length - 1)?.(at.at(-1) ?? 0);
        }
      });
    });
    sent.on("error", reject);
  });
}
