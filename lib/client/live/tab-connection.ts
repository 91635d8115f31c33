import { patiently } from "@/lib/client/retry-import";
import { HubClient } from "./hub-client";
import type { FromHub, ToHub } from "./hub-messages";
import { type LiveSource, realTimers } from "./live-source";

/** A way to the hub. `renew` is called when the hub has fallen silent. */
export interface Way {
  send(message: ToHub): void;
  renew(): void;
}

export interface Tab {
  receive(message: FromHub): void;
  attach(): void;
  /** The way does not lead anywhere. */
  onBroken(): void;
}

function workerWay({ receive, onBroken }: Tab): Way | undefined {
  if (typeof SharedWorker === "undefined") return undefined;
  try {
    const worker = new SharedWorker(new URL("./live-worker.ts", import.meta.url), { name: "slipway-live" });
    worker.onerror = onBroken;
    worker.port.onmessage = ({ data }: MessageEvent<FromHub>) => receive(data);
    return { send: (message) => worker.port.postMessage(message), renew: onBroken };
  } catch {
    return undefined;
  }
}

function connect(): HubClient {
  let way: Way | undefined;
  let goesLocal = false;
  const client = new HubClient(
    realTimers,
    (message) => way?.send(message),
    () => way?.renew(),
  );
  const tab: Tab = {
    receive: (message) => client.receive(message),
    attach: () => client.attach(),
    // Few browsers need it, so its code comes only then.
    onBroken: () => {
      if (goesLocal) return;
      goesLocal = true;
      void patiently(() => import("./transports")).then(({ localWay }) => {
        way = localWay(tab);
        client.attach();
      });
    },
  };
  way = workerWay(tab);
  if (!way) tab.onBroken();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") client.wake();
  });
  window.addEventListener("online", () => client.wake());
  window.addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) way?.send({ kind: "bye" });
  });
  // A page from the back-forward cache may find its worker gone.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) client.attach();
  });
  return client;
}

let shared: LiveSource | undefined;

/** The one live stream of this browser, seen from this tab: browsers allow six connections to a site. */
export function tabConnection(): LiveSource {
  shared ??= connect();
  return shared;
}
