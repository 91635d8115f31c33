import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  type ProtectedMcpServer,
  startProtectedMcpServer,
  staticClient,
} from "@/service/mcp-connections/testing/protected-mcp-server";
import { createCertificate } from "@/service/remotes/testing/remote-fixture";
import { type App, test as base, expect, signIn } from "./testing/app";
import { checkViewInAllThemes } from "./testing/screenshots";

interface PrivateServer {
  server: ProtectedMcpServer;
  certificate: string;
}

/** An MCP server with OAuth on a private network. */
const test = base.extend<object, { internal: PrivateServer }>({
  internal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its parameter's pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "slipway-mcp-"));
      const { certificate, tls } = await createCertificate(folder, "localhost");
      const server = await startProtectedMcpServer(tls);
      await use({ server, certificate });
      await server.stop();
      await rm(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
  environment: [
    async ({ internal: { server, certificate } }, use) => {
      const hosts = [server.url, server.issuer].map((url) => new URL(url).host);
      await use({ PRIVATE_REMOTES: JSON.stringify(Object.fromEntries(hosts.map((host) => [host, certificate]))) });
    },
    { scope: "worker" },
  ],
});
test.use({ ignoreHTTPSErrors: true });

async function fillLaunch(page: Page, app: App, url: string): Promise<void> {
  await page.goto(`${app.webUrl}/agents/new`);
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill("Where is the discount computed?");
  await page.getByRole("button", { name: /^Advanced options/ }).click();
  await page.getByRole("button", { name: "Add MCP server" }).click();
  await page.getByRole("textbox", { name: "MCP server 1 name" }).fill("crm");
  await page.getByRole("textbox", { name: "URL", exact: true }).fill(url);
  await page.getByRole("radio", { name: "OAuth" }).click();
}

/** Clicks a button that opens the sign-in page of the server, whose user agrees, and returns to the page. */
async function connect(page: Page, name: string): Promise<void> {
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name, exact: true }).click();
  const tab = await opened;
  await expect(tab.getByRole("heading", { name: "MCP server connected" })).toBeVisible();
  await tab.close();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
}

test.describe("an MCP server on a private network", { tag: "@long" }, () => {
  test("is connected in the launch form, and used by the agent", async ({ page, app, internal: { server } }) => {
    await signIn(page, app);
    await fillLaunch(page, app, server.url);
    await connect(page, "Connect");
    await checkViewInAllThemes(page, "launch-mcp-server");
    await page.getByRole("button", { name: /Launch agent/ }).click();
    await expect(page).toHaveURL(/\/agents\/bc-/);
    await expect(page.getByText("Finished").first()).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("mcp_not_connected")).toHaveCount(0);
  });

  test("is connected after a run failed without it", async ({ page, app, internal: { server } }) => {
    await signIn(page, app);
    await fillLaunch(page, app, server.url);
    await page.getByRole("textbox", { name: "Client ID" }).fill(staticClient.id);
    await page.getByLabel(/^Client secret/).fill(staticClient.secret);
    await page.getByRole("button", { name: /Launch agent/ }).click();
    await expect(page.getByText("mcp_not_connected")).toBeVisible({ timeout: 60_000 });
    await checkViewInAllThemes(page, "agent-mcp-not-connected");
    await connect(page, "Connect crm");
    await page.getByRole("button", { name: "Retry" }).first().click();
    await expect(page.getByText("Finished").first()).toBeVisible({ timeout: 60_000 });
  });
});
