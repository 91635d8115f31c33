import { metricsResponse } from "@/lib/core/http/metrics-response";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardMetrics } from "@/lib/server/metrics/dashboard-metrics";

export const dynamic = "force-dynamic";

/** Prometheus metrics. Works under any host name and without a session. */
export function GET(request: Request): Promise<Response> {
  return metricsResponse(request, dashboardSettings().metricsToken, dashboardMetrics());
}
