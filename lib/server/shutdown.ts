import { setMaxListeners } from "node:events";
import { dashboard } from "@/lib/server/dashboard";

/** Maximum number of tasks waiting for shutdown. More would indicate a leak. */
const maxWaiting = 30;

declare global {
  interface Dashboard {
    shutdown?: AbortController | undefined;
  }
}

function controller(): AbortController {
  if (!dashboard.shutdown) {
    dashboard.shutdown = new AbortController();
    setMaxListeners(maxWaiting, dashboard.shutdown.signal);
  }
  return dashboard.shutdown;
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
