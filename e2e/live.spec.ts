import type { BrowserContext, Page } from "@playwright/test";
import { type App, expect, signIn, signInWithNewSession, test } from "./testing/app";
import { createGate } from "./testing/gate";
import { checkViewInAllThemes } from "./testing/screenshots";

/** Counts until the gate opens. */
const counting = (closed: string) =>
  [
    "Count.",
    "```sh",
    `while ${closed}; do i=$((i+1)); echo count-$i; sleep 0.25; done; echo counted-to-$i`,
    "```",
  ].join("\n");

async function launch(app: App, text: string): Promise<string> {
  const response = await fetch(`${app.serviceUrl}/v1/agents`, {
    method: "POST",
    headers: { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: { text } }),
  });
  const { agent } = await response.json();
  return agent.id;
}

async function counted(page: Page): Promise<number[]> {
  const text = await page.getByRole("region", { name: "Transcript" }).innerText();
  return [...text.matchAll(/^count-([0-9]+)$/gm)].map(([, number]) => Number(number));
}

const live = (page: Page) => page.getByText(/Stream:\s*Live/).first();
const finished = (page: Page) =>
  page
    .getByRole("complementary", { name: "Details" })
    .getByText(/Run 1\s*Run status:\s*Finished/)
    .first();

async function openTabs(context: BrowserContext, address: string, count: number): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let index = 0; index < count; index += 1) {
    const tab = await context.newPage();
    await tab.goto(address);
    tabs.push(tab);
  }
  return tabs;
}

/** Set CUTS=100 for the figure in docs/benchmarks.md; fewer are enough to test the behavior. */
const disconnects = Number(process.env.CUTS ?? 12);

test.describe("live channel", () => {
  // Eight tabs render every line, so the lines are printed slowly.
  test("uses one connection for eight tabs", { tag: "@long" }, async ({ page, app, context }) => {
    await signIn(page, app);
    // Leave the overview, which has a connection.
    await page.goto("about:blank");
    const gate = createGate(app);
    const id = await launch(app, counting(gate.closed).replace("sleep 0.25", "sleep 1"));
    const tabs = await openTabs(context, `${app.webUrl}/agents/${id}`, 8);
    for (const tab of tabs) {
      await expect(live(tab)).toBeVisible();
      await expect.poll(() => counted(tab).then((numbers) => numbers.length)).toBeGreaterThan(2);
    }
    // Reconnects when the page watches another subject.
    await expect.poll(() => app.liveConnections()).toBe(1);
    for (const tab of tabs) await tab.close();
    await gate.open();
  });

  test("without SharedWorker, one tab holds the connection and another takes over when it closes", {
    tag: "@long",
  }, async ({ page, app, context }) => {
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "SharedWorker"));
    await signIn(page, app);
    // Leave the overview, which has a connection.
    await page.goto("about:blank");
    const gate = createGate(app);
    const id = await launch(app, counting(gate.closed));
    const [first, second, third] = await openTabs(context, `${app.webUrl}/agents/${id}`, 3);
    if (!first || !second || !third) throw new Error("no tabs");
    for (const tab of [first, second, third]) await expect(live(tab)).toBeVisible();
    await expect.poll(() => app.liveConnections()).toBe(1);
    await first.close();
    // A running command shows its last lines of output.
    const last = async () => (await counted(third)).at(-1) ?? 0;
    const seen = await last();
    await expect.poll(last).toBeGreaterThan(seen + 2);
    await expect.poll(() => app.liveConnections()).toBe(1);
    const numbers = await counted(third);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    await gate.open();
  });

  test("queues messages while the agent works, and sends them in order", { tag: "@long" }, async ({ page, app }) => {
    await signIn(page, app);
    const gate = createGate(app);
    const id = await launch(app, counting(gate.closed));
    await page.goto(`${app.webUrl}/agents/${id}`);
    await expect(page.getByText("Agent is working. Your message is sent when it finishes.")).toBeVisible();
    const composer = page.getByRole("textbox", { name: "Follow-up prompt" });
    const items = page.getByRole("region", { name: "Queued messages" }).getByRole("listitem");
    for (const [index, text] of ["Say first.", "Say second."].entries()) {
      await composer.fill(text);
      await composer.press("Control+Enter");
      await expect(items).toHaveCount(index + 1);
      await expect(composer).toHaveValue("");
    }
    await items.last().getByRole("button", { name: "Edit message" }).press("Alt+ArrowUp");
    await expect(items.first()).toContainText("Say second.");
    await items.first().getByRole("button", { name: "Edit message" }).click();
    await page.getByRole("textbox", { name: "Queued message" }).fill("Say second, edited.");
    await page.keyboard.press("Control+Enter");
    await expect(items.first()).toContainText("Say second, edited.");
    await checkViewInAllThemes(page, "agent-queued-messages");
    await page.reload();
    await expect(items).toHaveCount(2);
    await gate.open();
    const details = page.getByRole("complementary", { name: "Details" });
    await expect(details.getByText(/Run 3\s*Run status:\s*Finished/).first()).toBeVisible({ timeout: 60_000 });
    await expect(items).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Transcript" })).toContainText(/Say second, edited\..*Say first\./s);
  });

  test("recovers from repeated disconnects", async ({ page, app }) => {
    await signIn(page, app);
    const gate = createGate(app);
    const id = await launch(app, counting(gate.closed).replace("sleep 0.25", "sleep 0.1"));
    await page.goto(`${app.webUrl}/agents/${id}`);
    await expect(live(page)).toBeVisible();
    const times: number[] = [];
    for (let index = 0; index < disconnects; index += 1) {
      await page.waitForTimeout(Math.floor((index * 37) % 90));
      const startedAt = Date.now();
      app.disconnect();
      await expect(page.getByText(/Stream:\s*Reconnecting/).first()).toBeVisible();
      app.reconnect();
      await expect(live(page)).toBeVisible();
      times.push(Date.now() - startedAt);
    }
    console.log(`${disconnects} disconnects; slowest recovery ${Math.max(...times)} ms`);
    await gate.open();
    await expect(finished(page)).toBeVisible();
    const end = page
      .getByRole("region", { name: "Transcript" })
      .getByText(/^counted-to-\d+$/m)
      .first();
    const lines = Number(/counted-to-(\d+)/.exec(await end.innerText())?.[1]);
    await page.getByRole("button", { name: /^Show all [0-9,]+ lines of output/ }).click();
    await expect.poll(() => counted(page)).toEqual(Array.from({ length: lines }, (_, index) => index + 1));
  });

  test("reports an expired session and resumes after signing in again", async ({ page, app, context }) => {
    await signIn(page, app);
    const gate = createGate(app);
    const id = await launch(app, counting(gate.closed));
    await page.goto(`${app.webUrl}/agents/${id}`);
    await expect(live(page)).toBeVisible();
    await page.getByRole("textbox", { name: /follow-up/i }).fill("unsent draft");
    await context.clearCookies();
    app.dropConnections();
    const dialog = page.getByRole("dialog", { name: "Your session ended" });
    await expect(dialog).toBeVisible();
    await checkViewInAllThemes(page, "session-ended");
    const opened = context.waitForEvent("page");
    await dialog.getByRole("link", { name: "Sign in" }).click();
    const other = await opened;
    await expect(other.getByRole("heading", { name: "Sign in to Slipway" })).toBeVisible();
    await signInWithNewSession(other, app);
    await other.close();
    await expect(dialog).toHaveCount(0);
    await expect(live(page)).toBeVisible();
    await expect(page.getByRole("textbox", { name: /follow-up/i })).toHaveValue("unsent draft");
    const last = async () => (await counted(page)).at(-1) ?? 0;
    const seen = await last();
    await expect.poll(last).toBeGreaterThan(seen);
    await gate.open();
  });

  test("says that the session ended when a write is rejected", { tag: "@long" }, async ({ page, app, context }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/settings/variables`);
    await page.getByRole("button", { name: "Add variable" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("REGION");
    await page.getByRole("dialog").getByLabel("Value").fill("north");
    // The live connection was opened before and continues.
    await context.clearCookies();
    await page.getByRole("dialog").getByRole("button", { name: "Save variable" }).click();
    await expect(page.getByRole("dialog", { name: "Your session ended" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("REGION");
  });

  test("says that the device is offline, keeps the page, and recovers", async ({ page, app, context }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/new`);
    const prompt = page.getByRole("textbox", { name: "Prompt" });
    await prompt.fill("Keep me.");
    await expect.poll(() => page.evaluate(() => document.querySelector("main > [role=status]") !== null)).toBe(true);
    await context.setOffline(true);
    app.disconnect();
    await expect(page.getByText("You're offline.")).toBeVisible();
    await checkViewInAllThemes(page, "offline");
    await page.getByRole("link", { name: "Usage" }).click();
    await expect(page.getByText(/Couldn't open the page/)).toBeVisible();
    await expect(prompt).toHaveValue("Keep me.");
    await context.setOffline(false);
    await expect(page.getByText("Couldn't reach the dashboard.")).toBeVisible();
    app.reconnect();
    await expect(page.getByText("Couldn't reach the dashboard.")).toHaveCount(0);
    await page.getByRole("link", { name: "Usage" }).click();
    await expect(page).toHaveURL(/\/usage/);
  });
});
