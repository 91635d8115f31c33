import { expect, it } from "vitest";
import { manifestPage } from "./manifest-page";

it("posts the manifest only to the GitHub server, and escapes it", async () => {
  const manifest = JSON.stringify({ name: `"><script>alert('1')</script>` });
  const action = "https://github.com/organizations/acme/settings/apps/new?state=s&x=1";
  const response = manifestPage({ action, manifest }, "github.com", "bm9uY2U=");
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("form-action https://github.com;");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'nonce-bm9uY2U='");
  const page = await response.text();
  expect(page).toContain('action="https://github.com/organizations/acme/settings/apps/new?state=s&amp;x=1"');
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain("&lt;script&gt;alert(&#39;1&#39;)");
});
