import NextAuth from "next-auth";
import { authOptions } from "@/lib/server/auth/options";
import { isSameOrigin, refuseForeignHost } from "@/lib/server/auth/request-origin";
import { dashboardSettings } from "@/lib/server/dashboard-settings";

export const dynamic = "force-dynamic";

async function handle(request: Request, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  const { webUrl } = dashboardSettings();
  const refused = refuseForeignHost(request.headers, webUrl);
  if (refused) return refused;
  if (request.method !== "GET" && !isSameOrigin(request.headers, webUrl)) {
    return Response.json(
      { error: { code: "cross_origin", message: "Cross-origin requests aren't allowed." } },
      {
        status: 403,
      },
    );
  }
  return NextAuth(await authOptions({ userAgent: request.headers.get("user-agent") ?? "" }))(request, context);
}

export { handle as GET, handle as POST };
