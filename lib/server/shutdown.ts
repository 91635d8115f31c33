import { setMaxListeners } from "node:events";

/** Tasks that run until the process ends. More than this many would be a leak. */
const maxWaiting = 30;

declare global {
  var slipwayShutdown: AbortController | undefined;
}

function controller(): AbortController {
  if (!globalThis.slipwayShutdown) {
    globalThis.slipwayShutdown = new AbortController();
    setMaxListeners(maxWaiting, globalThis.slipwayShutdown.signal);
  }
  return globalThis.slipwayShutdown;
}

/** Aborted when the process is requested to exit. Open streams must end with it: the server waits for them. */
export function shutdownSignal(): AbortSignal {
  return controller().signal;
}

/** Installs the signal handlers; called once, at start. */
export function endStreamsOnSignals(): void {
  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.once(name, () => controller().abort(new Error("the dashboard is shutting down")));
  }
}
