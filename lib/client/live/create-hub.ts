import { LiveConnection } from "./live-connection";
import { LiveHub } from "./live-hub";
import { realTimers } from "./live-source";

/** Creates a hub with its own connection, in a tab or in a shared worker. */
export function createHub(path: string): LiveHub {
  const wakers = new Set<() => void>();
  const wake = () => {
    for (const each of wakers) each();
  };
  globalThis.addEventListener("online", wake);
  const connection = new LiveConnection(path, {
    ...realTimers,
    fetch: (address, signal) => fetch(address, { signal, cache: "no-store", headers: { accept: "text/event-stream" } }),
    onWake(callback) {
      wakers.add(callback);
      return () => wakers.delete(callback);
    },
  });
  return new LiveHub(connection, realTimers, wake);
}
