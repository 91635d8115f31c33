import { systemClock } from "@/lib/core/clock";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { createFailedRequestLimit } from "@/lib/server/failed-requests";
import { dashboardReceiver } from "@/lib/server/webhooks/start-webhooks";

export const dynamic = "force-dynamic";

/** Statuses of deliveries that the service didn't send. */
const forged = [400, 401, 413];

function createRoute(): (request: Request) => Promise<Response> {
  const receive = dashboardReceiver();
  const { failedAuthenticationsPerMinute } = dashboardSettings();
  const failures = createFailedRequestLimit(systemClock, failedAuthenticationsPerMinute, ({ status }) =>
    forged.includes(status),
  );
  return (request) => failures.limit(request, () => receive(request));
}

let route: ReturnType<typeof createRoute> | undefined;

/** Receives webhooks of the hosting API. They are authenticated by signature, not by session. */
export function POST(request: Request): Promise<Response> {
  route ??= createRoute();
  return route(request);
}
