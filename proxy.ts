import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { refuseForeignHost } from "@/lib/server/auth/request-origin";
import { contentSecurityPolicy, securityHeaders } from "@/lib/server/auth/security-headers";
import { dashboardSettings } from "@/lib/server/dashboard-settings";

/** Stands before every page: the host check, and a content security policy with a nonce of its own. */
export function proxy(request: NextRequest): Response {
  const refused = refuseForeignHost(request.headers, dashboardSettings().webUrl);
  if (refused) return refused;

  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, { development: process.env.NODE_ENV === "development" });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of securityHeaders) response.headers.set(name, value);
  return response;
}

export const config = {
  // Route handlers check for themselves: passing through here would gather their bodies in memory.
  matcher: ["/((?!api/|_next/static/|_next/image|favicon\\.ico$).*)"],
};
