import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, signIn, test } from "./testing/app";
import { checkViewInAllThemes } from "./testing/screenshots";

async function slipway(args: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [join("scripts", "slipway.mjs"), ...args], {
    env: { ...process.env, ...environment },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  child.stdin.end();
  const [code] = await once(child, "close");
  return { code: Number(code), output };
}

test("a user creates an API token, launches and follows an agent with it, and revokes it", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/tokens`);
  await expect(page.getByText("No API tokens yet.")).toBeVisible();
  await page.getByRole("button", { name: "Create API token" }).click();
  const dialog = page.getByRole("dialog", { name: "Create API token" });
  await dialog.getByLabel("Name").fill("nightly");
  await dialog.getByLabel("Expires in").selectOption("30");
  await checkViewInAllThemes(page, "api-tokens-create");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const shown = page.getByRole("region", { name: "New API token" });
  const token = await shown.getByText(/^slipway_/).innerText();
  await checkViewInAllThemes(page, "api-tokens");

  const environment = { SLIPWAY_URL: app.webUrl, SLIPWAY_TOKEN: token };
  const prompt = "Say hello.\n```sh\necho hello-from-the-command-line\n```";
  const followed = await slipway(["run", prompt, "--repo", "demo/orders", "--follow"], environment);
  expect(followed.output).toContain("  hello-from-the-command-line\n");
  expect(followed.code).toBe(0);
  const [url = ""] = /http\S+\/agents\/bc-[0-9a-f-]+/.exec(followed.output) ?? [];
  await page.goto(url);
  await expect(page.getByRole("main")).toContainText("Say hello.");

  const described = await page.request.get(`${app.webUrl}/api/openapi.json`);
  expect((await described.json()).servers).toEqual([{ url: `${app.webUrl}/api` }]);

  await page.goto(`${app.webUrl}/settings/tokens`);
  const row = page.getByRole("listitem").filter({ hasText: "nightly" });
  await expect(row).toContainText("last used");
  await row.getByRole("button", { name: "Revoke API token nightly" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke token" }).click();
  await expect(row).toContainText("Revoked");
  const rejected = await slipway(["run", "again"], environment);
  expect(rejected).toMatchObject({ code: 2, output: expect.stringContaining("“nightly” was revoked") });

  await page.goto(`${app.webUrl}/settings/audit`);
  await expect(page.getByRole("listitem").filter({ hasText: "API token nightly" }).first()).toBeVisible();
});
