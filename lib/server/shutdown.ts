import { setMaxListeners } from "node:events";

/** Maximum number of tasks waiting for shutdown. More would indicate a leak. */
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

/** Aborted on SIGTERM or SIGINT. Open streams must end then, because the server waits for them. */
export function shutdownSignal(): AbortSignal {
  return controller().signal;
}

/** Installs the signal handlers. Called once at startup. */
export function endStreamsOnSignals(): void {
  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.once(name, () => controller().abort(new Error("the dashboard is shutting down")));
  }
}
