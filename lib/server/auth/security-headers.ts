/** Headers of every page, in addition to its content security policy. */
export const securityHeaders: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "same-origin"],
  ["permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"],
  ["cross-origin-opener-policy", "same-origin"],
  ["x-frame-options", "DENY"],
];

/** The policy of next-auth's own pages, which have inline styles and no scripts. */
export const authPagePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Returns the response of a sign-in route with the security headers of a page. */
export function withAuthHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of securityHeaders) headers.set(name, value);
  headers.set("content-security-policy", authPagePolicy);
  return new Response(response.body, { status: response.status, headers });
}

/**
 * The policy of a page. Styles stay `unsafe-inline`: several libraries inject style sheets without a nonce, and a nonce
 * would disable it.
 */
export function contentSecurityPolicy(nonce: string, options: { development: boolean }): string {
  const scripts = ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(options.development ? ["'unsafe-eval'"] : [])];
  return [
    "default-src 'self'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
