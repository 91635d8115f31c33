import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";

const widths = [360, 1440];
const themes = ["light", "dark"] as const;

/** Where screenshots go when somebody wants to look at them. */
const shots = process.env.SCREENSHOTS;

async function look(page: Page, name: string): Promise<void> {
  for (const theme of themes) {
    await page.evaluate((value) => localStorage.setItem("theme", value), theme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await page.waitForLoadState("networkidle").catch(() => undefined);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      const told = bad.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
      expect(told, `${name} ${theme} ${width}`).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${name} ${width} scrolls sideways`).toBeLessThanOrEqual(0);
      if (shots) {
        await mkdir(shots, { recursive: true });
        await page.screenshot({ path: join(shots, `${name}-${theme}-${width}.png`) });
      }
    }
  }
}

async function agentOf(app: App, text: string): Promise<string> {
  const answer = await fetch(`${app.serviceUrl}/v1/agents`, {
    method: "POST",
    headers: { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: { text }, repos: [{ url: `${app.serviceUrl}/demo/orders` }] }),
  });
  const { agent, run } = await answer.json();
  await (
    await fetch(`${app.serviceUrl}/v1/agents/${agent.id}/runs/${run.id}/stream`, {
      headers: { authorization: `Bearer ${app.keys.user}` },
    })
  ).text();
  return agent.id;
}

test.describe("every screen, in both themes, at 360 and 1440 px, is accessible", () => {
  test.setTimeout(180_000);

  test("sign-in", async ({ page, app }) => {
    await page.goto(`${app.webUrl}/sign-in`);
    await look(page, "sign-in");
  });

  test("agents, empty and filled", async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents`);
    await look(page, "agents-first");
    await agentOf(app, `A name that is far too long for any column of any list, ${"and goes on ".repeat(10)}`);
    await agentOf(app, "How is the bulk discount computed?");
    await look(page, "agents");
  });

  test("new agent", async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/new`);
    await look(page, "new-agent");
  });

  test("agent", async ({ page, app }) => {
    const text =
      "Write a file, run the tests.\n```file notes/hello.md\n# Hello\n```\n```sh\nnpm test\n```\n```sh\nfalse\n```";
    const id = await agentOf(app, text);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    await expect(page.getByText("I am the script agent").first()).toBeVisible();
    await look(page, "agent");
  });

  test("an agent that is not there", async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/bc-00000000-0000-4000-8000-000000000000`);
    await look(page, "agent-missing");
  });
});
