import NextAuth from "next-auth";
import { systemClock } from "@/lib/core/clock";
import { sessionsEnded } from "@/lib/server/agent-access/sessions-ended";
import { boundedAuthRequest } from "@/lib/server/auth/bounded-auth-request";
import { authOptions } from "@/lib/server/auth/options";
import { isSameOrigin, rejectForeignHost } from "@/lib/server/auth/request-origin";
import { withAuthHeaders } from "@/lib/server/auth/security-headers";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { createFailedRequestLimit } from "@/lib/server/failed-requests";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function respond(request: Request, context: Context): Promise<Response> {
  const { webUrl } = dashboardSettings();
  const rejected = rejectForeignHost(request.headers, webUrl);
  if (rejected) return rejected;
  if (request.method !== "GET" && !isSameOrigin(request.headers, webUrl)) {
    return Response.json(
      { error: { code: "cross_origin", message: "Cross-origin requests aren't allowed." } },
      {
        status: 403,
      },
    );
  }
  const bounded = await boundedAuthRequest(request);
  if ("response" in bounded) return bounded.response;
  const userAgent = request.headers.get("user-agent") ?? "";
  return NextAuth(await authOptions({ userAgent, sessionsEnded }))(bounded.request, context);
}

let failures: ReturnType<typeof createFailedRequestLimit> | undefined;

/** next-auth rejects a wrong sign-in link with 401, or redirects to the page that shows the error. */
const isFailure = ({ status, headers }: Response) =>
  status === 401 || (headers.get("location") ?? "").includes("error=");

async function handle(request: Request, context: Context): Promise<Response> {
  const { failedAuthenticationsPerMinute } = dashboardSettings();
  failures ??= createFailedRequestLimit(systemClock, failedAuthenticationsPerMinute, isFailure);
  return withAuthHeaders(await failures.limit(request, () => respond(request, context)));
}

export { handle as GET, handle as POST };
