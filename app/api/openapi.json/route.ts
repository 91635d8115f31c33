import { rejectForeignHost } from "@/lib/server/auth/request-origin";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { describeDashboard } from "@/lib/server/description/describe-dashboard";

export const dynamic = "force-dynamic";

let description: Promise<string> | undefined;

/** The OpenAPI description of the dashboard's API. It contains no user data, so it requires no session. */
export async function GET(request: Request): Promise<Response> {
  const { webUrl } = dashboardSettings();
  const foreign = rejectForeignHost(request.headers, webUrl);
  if (foreign) return foreign;
  description ??= describeDashboard({ webUrl }).then((document) => JSON.stringify(document));
  return new Response(await description, {
    headers: {
      "content-type": "application/json",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    },
  });
}
