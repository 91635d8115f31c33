import { systemClock } from "@/lib/core/clock";
import { dashboardTriggerReceiver } from "@/lib/server/automations/dashboard-automations";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { createFailedRequestLimit } from "@/lib/server/failed-requests";

export const dynamic = "force-dynamic";

/** Statuses of requests whose sender doesn't know the secret. */
const forged = [401, 413];

function createRoute(): (request: Request, id: string) => Promise<Response> {
  const receive = dashboardTriggerReceiver();
  const { failedAuthenticationsPerMinute } = dashboardSettings();
  const failures = createFailedRequestLimit(systemClock, failedAuthenticationsPerMinute, ({ status }) =>
    forged.includes(status),
  );
  return (request, id) => failures.limit(request, () => receive(request, id));
}

let route: ReturnType<typeof createRoute> | undefined;

/** Receives webhooks that trigger automations. They are authenticated by the automation's secret, not by session. */
export async function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  route ??= createRoute();
  return route(request, (await params).id);
}
