import { retryImport } from "@/lib/client/retry-import";
import { HubClient } from "./hub-client";
import type { FromHub } from "./hub-messages";
import { type LiveSource, realTimers } from "./live-source";
import type { Transport, TransportEvents } from "./transports";

function workerTransport({ receive, onBroken }: TransportEvents): Transport | undefined {
  if (typeof SharedWorker === "undefined") return undefined;
  try {
    const worker = new SharedWorker(new URL("./live-worker.ts", import.meta.url), { name: "slipway-live" });
    worker.onerror = (event) => {
      event.preventDefault();
      onBroken();
    };
    worker.port.onmessage = ({ data }: MessageEvent<FromHub>) => receive(data);
    return { send: (message) => worker.port.postMessage(message), reconnect: onBroken };
  } catch {
    return undefined;
  }
}

function connect(): HubClient {
  let transport: Transport | undefined;
  let isLocal = false;
  const client = new HubClient(
    realTimers,
    (message) => transport?.send(message),
    () => transport?.reconnect(),
  );
  const events: TransportEvents = {
    receive: (message) => client.receive(message),
    attach: () => client.attach(),
    // Few browsers need the fallback, so its code is loaded on demand.
    onBroken: () => {
      if (isLocal) return;
      isLocal = true;
      void retryImport(() => import("./transports")).then(({ localTransport }) => {
        transport = localTransport(events);
        client.attach();
      });
    },
  };
  transport = workerTransport(events);
  if (!transport) events.onBroken();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") client.wake();
  });
  window.addEventListener("online", () => client.wake());
  window.addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) transport?.send({ kind: "bye" });
  });
  // When a page is restored from the back-forward cache, its worker may have stopped.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) client.attach();
  });
  return client;
}

let shared: LiveSource | undefined;

/** This tab's view of the browser's one live stream. Browsers allow only six connections per site. */
export function tabConnection(): LiveSource {
  shared ??= connect();
  return shared;
}
