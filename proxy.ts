import { randomBytes, randomUUID } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { hasNull, rejectForeignHost } from "@/lib/server/auth/request-origin";
import { requestedPathHeader } from "@/lib/server/auth/requested-path";
import { contentSecurityPolicy, pageHeaders } from "@/lib/server/auth/security-headers";
import { dashboardSettings } from "@/lib/server/dashboard-settings";

/** Runs before every page: checks the Host header and sets a content security policy with a new nonce. */
export function proxy(request: NextRequest): Response {
  const rejected = rejectForeignHost(request.headers, dashboardSettings().webUrl);
  if (rejected) return rejected;

  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, { development: process.env.NODE_ENV === "development" });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set(requestedPathHeader, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  headers.set("content-security-policy", policy);
  // A rewrite to the page for unknown addresses would leave the process behind a proxy with another address.
  const response = hasNull(request.nextUrl.pathname)
    ? new NextResponse("Page not found. Check the address.\n", {
        status: 404,
        headers: { "content-type": "text/plain; charset=utf-8", "x-request-id": randomUUID() },
      })
    : NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of pageHeaders(request.nextUrl.pathname)) response.headers.set(name, value);
  return response;
}

export const config = {
  // Route handlers do these checks themselves, because a proxy buffers request bodies in memory.
  matcher: ["/((?!api/|_next/static/|_next/image|favicon\\.ico$).*)"],
};
