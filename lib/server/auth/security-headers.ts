/** Headers of every page, in addition to its content security policy. */
export const securityHeaders: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "same-origin"],
  ["permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"],
  ["cross-origin-opener-policy", "same-origin"],
  ["x-frame-options", "DENY"],
];

/** The headers of the page at a path. An answer link must not leave the page, because its path has the token. */
export function pageHeaders(path: string): readonly (readonly [string, string])[] {
  return path.startsWith("/answer/") ? [...securityHeaders, ["referrer-policy", "no-referrer"]] : securityHeaders;
}

/** The policy of the sign-in routes, which respond with redirects and JSON. */
const authPolicy = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Returns the response of a sign-in route with the security headers of a page. */
export function withAuthHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of securityHeaders) headers.set(name, value);
  headers.set("content-security-policy", authPolicy);
  return new Response(response.body, { status: response.status, headers });
}

/**
 * The policy of a page. Style elements need the nonce, which `addNonceToStyles` gives to those of libraries. Style
 * attributes are allowed: the server renders them, and the syntax highlighter writes them.
 */
export function contentSecurityPolicy(nonce: string, options: { development: boolean }): string {
  const scripts = ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(options.development ? ["'unsafe-eval'"] : [])];
  // The development overlay of Next.js has style elements without a nonce, and a nonce would disable `unsafe-inline`.
  const styles = options.development ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    `script-src ${scripts.join(" ")}`,
    `style-src 'self' ${styles}`,
    "style-src-attr 'unsafe-inline'",
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
