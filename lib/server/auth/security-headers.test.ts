import { expect, it } from "vitest";
import { contentSecurityPolicy, pageHeaders, withAuthHeaders } from "./security-headers";

it("adds the headers of a page to a sign-in response and keeps its cookies", () => {
  const headers = new Headers({ location: "/agents" });
  headers.append("set-cookie", "a=1");
  headers.append("set-cookie", "b=2");
  const response = withAuthHeaders(new Response(null, { status: 302, headers }));
  expect(response.status).toBe(302);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(response.headers.get("location")).toBe("/agents");
  expect(response.headers.get("x-frame-options")).toBe("DENY");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

it("allows no inline script or style element without the page's nonce", () => {
  const policy = contentSecurityPolicy("n0nce", { development: false }).split("; ");
  expect(policy).toContain("script-src 'self' 'nonce-n0nce' 'strict-dynamic'");
  expect(policy).toContain("style-src 'self' 'nonce-n0nce'");
  expect(policy.filter((directive) => directive.includes("unsafe"))).toEqual(["style-src-attr 'unsafe-inline'"]);
});

it("sends no referrer from the page of an answer link, whose path has a token", () => {
  const policyOf = (path: string) => new Headers(Object.fromEntries(pageHeaders(path))).get("referrer-policy");
  expect(policyOf("/answer/token")).toBe("no-referrer");
  expect(policyOf("/agents/bc-1")).toBe("same-origin");
});
