import "server-only";
import { securityHeaders } from "@/lib/server/auth/security-headers";

const escapes: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes.get(character) ?? "");

/** A page that posts a manifest to GitHub: the pages of the dashboard can't post to other servers. */
export function manifestPage(
  { action, manifest }: { action: string; manifest: string },
  host: string,
  nonce: string,
): Response {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `form-action https://${host}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Continue to ${escaped(host)}</title>
<form method="post" action="${escaped(action)}">
<input type="hidden" name="manifest" value="${escaped(manifest)}">
<button>Continue to ${escaped(host)}</button>
</form>
<script nonce="${nonce}">document.forms[0].submit();</script>
</html>
`;
  const headers = new Headers({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  for (const [name, value] of securityHeaders) headers.set(name, value);
  headers.set("content-security-policy", policy);
  return new Response(page, { headers });
}
