import type { BrowserContext, Page } from "@playwright/test";
import { type App, expect, signIn } from "./testing/app";
import { clickAndReadClipboard } from "./testing/clipboard";
import { busy, type LaunchedAgent } from "./testing/pool-harness";
import { checkViewInAllThemes } from "./testing/screenshots";
import { test } from "./testing/separate-service";

const row = (page: Page, { id }: LaunchedAgent) => page.locator(`[data-row-id="${id}"]`);
const dialog = (page: Page) => page.getByRole("dialog", { name: /^Waiting for/ });
const why = (page: Page) => dialog(page).getByRole("region", { name: "Why is it waiting?" });
const wait = (page: Page, agent: LaunchedAgent) => row(page, agent).locator("time");
const live = (page: Page) =>
  page.getByRole("region", { name: "Queue", exact: true }).getByText("Live", { exact: true });

async function open(page: Page, app: App, query = ""): Promise<void> {
  await page.goto(`${app.webUrl}/queue${query}`);
  await expect(live(page)).toBeVisible();
}

/** The listed agent ids, from top to bottom. */
function shown(page: Page): Promise<string[]> {
  return page
    .locator("[data-row-id]")
    .evaluateAll((rows) => rows.map((each) => each.getAttribute("data-row-id") ?? ""));
}

async function secondBrowser(page: Page, app: App): Promise<{ context: BrowserContext; other: Page }> {
  const context = (await page.context().browser()?.newContext()) ?? page.context();
  const other = await context.newPage();
  await signIn(other, app);
  return { context, other };
}

test.describe("the queue", () => {
  test.beforeEach(async ({ page, app, separate, context }) => {
    separate.line.up();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, app);
  });

  test("shows its empty state, explains why an agent is waiting and filters the list, by keyboard", async ({
    page,
    app,
    work,
  }) => {
    await open(page, app);
    await expect(page.getByText("Queue is empty")).toBeVisible();
    await checkViewInAllThemes(page, "queue-empty");

    await work.register("by-keyboard");
    await work.register("another");
    const first = await work.launch("by-keyboard");
    const second = await work.launch("by-keyboard");
    const third = await work.launch("another");
    for (const agent of [first, second, third]) await expect(row(page, agent)).toBeVisible();
    const before = (await wait(page, first).textContent()) ?? "";
    await expect(wait(page, first)).not.toHaveText(before);
    await expect.poll(() => shown(page)).toEqual([first.id, second.id, third.id]);

    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Filter" })).toBeFocused();
    await page.keyboard.type("pool=by-k");
    await expect(row(page, third)).toHaveCount(0);
    await expect(page).toHaveURL(/q=pool/);
    await page.reload();
    await expect(row(page, second)).toBeVisible();
    await expect(row(page, third)).toHaveCount(0);
    await page.getByRole("searchbox", { name: "Filter" }).fill("nothing has this");
    await expect(page.getByText("No matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear filter" }).press("Enter");
    await page.getByRole("combobox", { name: "Pool" }).selectOption("another");
    await expect(row(page, first)).toHaveCount(0);
    await page.getByRole("combobox", { name: "Pool" }).selectOption("");
    await page.getByRole("radio", { name: "Worker offline" }).press("Space");
    await expect(row(page, first)).toHaveCount(0);
    await page.getByRole("radio", { name: "All" }).press("Space");

    await page.getByRole("region", { name: "Waiting requests" }).focus();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await expect(why(page).getByRole("heading")).toHaveText("No workers connected to pool by-keyboard");
    await expect(why(page)).toContainText("Start a worker.");
    await expect(dialog(page).getByText(first.id.split("-").slice(0, 2).join("-"))).toBeVisible();
    await checkViewInAllThemes(page, "queue-request");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(row(page, first).getByRole("button")).toBeFocused();
  });

  test("shows the command that starts a missing worker and drops the row once the worker takes the agent", {
    tag: "@long",
  }, async ({ page, app, work }) => {
    await work.register("to start");
    const agent = await work.launch("to start");
    await open(page, app);
    await row(page, agent).getByRole("button").click();
    const command = await clickAndReadClipboard(why(page).getByRole("button", { name: "Copy start command" }));
    expect(command).toContain("--pool 'to start'");
    const masked = /'([^']*…)'/.exec(command)?.[1] ?? "";
    const key = app.keys.serviceAccount;
    expect(key.startsWith(masked.slice(0, -1))).toBe(true);
    expect(await page.content()).not.toContain(key);
    work.shell(command.replace(masked, key).replaceAll("~/slipway-worker", await work.folder()));
    await expect(dialog(page).getByText("The agent has left the queue")).toBeVisible();
    await expect(row(page, agent)).toHaveCount(0);
    await work.waitForStatus(agent, "FINISHED");
  });

  test("claims an agent with a token that is shown once, and releases the claim", { tag: "@long" }, async ({
    page,
    app,
    work,
  }) => {
    await work.register("claims");
    const agent = await work.launch("claims");
    await open(page, app);
    await row(page, agent).getByRole("button").click();
    await dialog(page).getByRole("combobox", { name: "Claim for a worker" }).click();
    await page.getByPlaceholder("Filter…").fill("made-by-hand");
    await page.getByRole("option", { name: /made-by-hand/ }).click();
    await dialog(page)
      .getByRole("checkbox", { name: /Create a session token/ })
      .check();
    await dialog(page).getByRole("button", { name: "Claim request", exact: true }).click();
    const secret = dialog(page).getByRole("region", { name: "New session token" });
    await expect(secret).toContainText("It won't be shown again");
    await expect(row(page, agent)).toHaveCount(0);
    await checkViewInAllThemes(page, "queue-claimed");
    const token = await clickAndReadClipboard(secret.getByRole("button", { name: "Copy session token" }));
    expect(token).toMatch(/^sst_/);
    await secret.getByRole("button", { name: "Hide" }).click();
    await expect(secret).toHaveCount(0);
    expect(await page.content()).not.toContain(token);

    await dialog(page).getByRole("button", { name: "Release claim" }).click();
    const warning = dialog(page).getByRole("region", { name: "Release claim" });
    await expect(warning).toContainText("without the files on its current worker");
    await warning.getByRole("button", { name: "Keep claim" }).click();
    await dialog(page).getByRole("button", { name: "Release claim" }).click();
    await warning.getByRole("button", { name: "Release claim", exact: true }).click();
    await expect(page.getByText("Claim released.")).toBeVisible();
    await expect(row(page, agent)).toBeVisible();
    const rejected = await work.send("POST", "/v0/private-workers/claim", { id: agent.id, workerId: "x" }, token);
    expect(rejected.status).toBeGreaterThanOrEqual(400);
  });

  test("follows a controller that starts missing workers, on the overview, pools and queue pages", {
    tag: "@long",
  }, async ({ page, app, work }) => {
    await work.register("scaled", 60);
    const pools = await page.context().newPage();
    const pool = pools.getByRole("region", { name: "Pool list" }).getByRole("row").filter({ hasText: "scaled" });
    const spawned = pools.getByRole("row").filter({ hasText: "ctrl-" });
    await pools.goto(`${app.webUrl}/pools`);
    await expect(pool).toContainText("0 / 0");
    await page.goto(app.webUrl);
    const waiting = page.getByRole("region", { name: "Waiting for a worker" });
    const inUse = page.getByRole("region", { name: "Workers in use" });
    await expect(waiting).toContainText("Queue is empty");
    const first = await work.launch("scaled", busy);
    const second = await work.launch("scaled", busy);
    await expect(waiting.getByText("2", { exact: true })).toBeVisible();
    const oldest = waiting.getByText(/oldest \d+:/);
    const before = (await oldest.textContent()) ?? "";
    await expect(oldest).not.toHaveText(before);
    await expect(pool).toContainText("2 waiting");

    await work.controller("scaled");
    await expect(waiting).toContainText("Queue is empty");
    await expect(pool).toContainText("2 / 2");
    await expect(pool).toContainText("0 waiting");
    await expect(spawned.getByText("In use")).toHaveCount(2);
    await expect(inUse).toContainText("2 / 2");

    // Crashed workers keep their claims until the runs are canceled.
    await work.crashSpawned();
    await expect(pool).toContainText("0 / 0");
    await expect(spawned).toHaveCount(0);
    for (const agent of [first, second]) await work.cancel(agent);
    const third = await work.launch("scaled");
    await work.waitForStatus(third, "FINISHED");
    await expect(pool).toContainText("0 / 0");
    await expect(waiting).toContainText("Queue is empty");
    await pools.close();
  });

  test("counts down while a crashed worker is offline, and lets it or another worker continue", {
    tag: "@long",
  }, async ({ page, app, work }) => {
    await work.register("away", 600);
    const agent = await work.launch("away");
    const worker = await work.worker("away", "away-1");
    await work.waitForStatus(agent, "FINISHED");
    await worker.end("SIGKILL");
    await work.waitUntilDisconnected("away-1");
    const second = await work.followUp(agent);
    await open(page, app, "?pool=away");
    await expect(row(page, agent).getByTitle("Queued · worker offline", { exact: true })).toBeVisible();
    const state = row(page, agent).getByText(/^[0-9]+:[0-9]+ left$/);
    const left = (await state.textContent()) ?? "";
    await expect(state).not.toHaveText(left);
    await row(page, agent).getByRole("button").click();
    await expect(why(page)).toContainText(
      /Worker .+ is offline.*[0-9]+ (?:seconds?|min [0-9]+ s) to reconnect.*\(away-1\)/,
    );
    await dialog(page).getByRole("button", { name: "Create session token" }).click();
    const secret = dialog(page).getByRole("region", { name: "New session token" });
    await expect(secret).toBeVisible();
    await checkViewInAllThemes(page, "queue-away");
    expect(await clickAndReadClipboard(secret.getByRole("button", { name: "Copy session token" }))).toMatch(/^sst_/);
    await secret.getByRole("button", { name: "Hide" }).click();
    await expect(secret).toHaveCount(0);

    // The worker reconnects with its files and crashes again, then another worker takes over.
    const again = await work.worker("away", "away-1");
    await expect(dialog(page).getByText("The agent has left the queue")).toBeVisible();
    await page.keyboard.press("Escape");
    await work.waitForStatus(second, "FINISHED");
    await again.end("SIGKILL");
    await work.waitUntilDisconnected("away-1");
    const third = await work.followUp(agent);
    await row(page, agent).getByRole("button").click();
    await dialog(page).getByRole("button", { name: "Release claim" }).click();
    await dialog(page).getByRole("button", { name: "Release claim", exact: true }).click();
    await expect(row(page, agent).getByText("Queued")).toBeVisible();
    await expect(why(page)).toContainText("No workers connected to pool away");
    await work.worker("away", "away-2");
    await expect(row(page, agent)).toHaveCount(0);
    await work.waitForStatus(third, "FINISHED");
  });

  test("the page of a queued agent says why it's waiting, and labels nothing as live", { tag: "@long" }, async ({
    page,
    app,
    work,
  }) => {
    await work.register("unattended");
    const agent = await work.launch("unattended");
    await page.goto(`${app.webUrl}/agents/${agent.id}`);
    await expect(page.locator("main header").getByText("Queued · no worker in unattended")).toBeVisible();
    const reason = page.getByRole("region", { name: "Why is it waiting?" });
    await expect(reason.getByRole("heading")).toHaveText("Queued · no worker in unattended");
    await expect(reason.getByText(/^[0-9]+:[0-9]{2} · Position 1 of 1$/)).toBeVisible();
    await expect(page.getByRole("link", { name: /^Add worker to unattended: / })).toBeVisible();
    await expect(page.getByText("Agent is queued. Your message is sent when its run ends.")).toBeVisible();
    await expect(page.getByText(/Stream:\s*Live/)).toHaveCount(0);
    await checkViewInAllThemes(page, "agent-queued");
    // Launched over the API, and the service reports a prompt only after its run has started.
    await expect(page.getByText(/^The prompt appears when the run starts/)).toBeVisible();
    const worker = await work.worker("unattended", "unattended-1");
    await work.waitForStatus(agent, "FINISHED");
    await expect(page.locator("main header").getByText("Finished")).toBeVisible();
    await worker.end("SIGKILL");
    await work.waitUntilDisconnected("unattended-1");
    await page.getByRole("textbox", { name: "Follow-up prompt" }).fill("Say it again.");
    await page.keyboard.press("Control+Enter");
    const transcript = page.getByRole("region", { name: "Transcript", exact: true });
    await expect(transcript.getByRole("heading", { name: "Run 2" })).toBeVisible();
    await page.reload();
    await expect(transcript.getByText("Say it again.")).toBeVisible();
    await expect(page.getByText(/^The prompt appears when the run starts/)).toHaveCount(0);
  });

  test("shows two browsers the service's list after worker crashes, a dropped connection and an expired cursor", {
    tag: "@long",
  }, async ({ page, app, work, separate }) => {
    const { context, other } = await secondBrowser(page, app);
    await work.register("agreed", 0);
    await open(page, app, "?pool=agreed");
    await open(other, app, "?pool=agreed");
    const agree = async () => {
      await expect(async () => {
        const list = await work.waiting("agreed");
        expect(await shown(page)).toEqual(list);
        expect(await shown(other)).toEqual(list);
      }).toPass();
    };
    const agents: LaunchedAgent[] = [];
    for (let count = 0; count < 5; count += 1) agents.push(await work.launch("agreed", busy));
    await agree();
    const one = await work.worker("agreed", "agreed-1");
    await work.worker("agreed", "agreed-2");
    await expect.poll(() => work.waiting("agreed").then(({ length }) => length)).toBe(3);
    await agree();
    await one.end("SIGKILL");
    await work.waitUntilDisconnected("agreed-1");
    await agree();

    separate.line.down();
    await expect(page.getByText("Out of date", { exact: true })).toBeVisible();
    await expect(page.getByText("The service isn't responding.")).toBeVisible();
    await expect(page.getByText(/The list may be out of date/)).toBeVisible();
    await checkViewInAllThemes(page, "queue-cut");
    const waiting = await work.waiting("agreed");
    for (const agent of agents.filter(({ id }) => waiting.includes(id)).slice(0, 2)) await work.cancel(agent);
    agents.push(await work.launch("agreed", busy));
    await separate.query("delete from queue_events");
    separate.line.up();
    await expect(live(page)).toBeVisible();
    await agree();
    await expect(page.getByText("The service isn't responding.")).toHaveCount(0);
    await expect(page.getByTitle(/loaded .*reload/)).toBeVisible();
    await context.close();
  });

  test("polls while the watch is rejected, and reports a claim that another client won", { tag: "@long" }, async ({
    page,
    app,
    work,
    separate,
  }) => {
    await work.register("polled");
    const lost = await work.launch("polled");
    await open(page, app, "?pool=polled");
    await expect(row(page, lost)).toBeVisible();
    separate.line.down();
    const end = new AbortController();
    const { streamCursor } = await work.call<{ streamCursor: string }>("GET", "/v0/private-workers/pending-requests");
    // The dashboard's own slot is freed once the service notices that its connection was lost.
    // Kept, because a response that is garbage-collected closes its connection.
    const taken: Response[] = [];
    while (taken.length < 4) {
      const query = new URLSearchParams({ cursor: streamCursor });
      const watch = await fetch(`${separate.serviceUrl}/v0/private-workers/pending-requests/stream?${query}`, {
        headers: { authorization: `Bearer ${separate.keys.serviceAccount}` },
        signal: end.signal,
      });
      if (watch.ok) taken.push(watch);
      else await watch.text();
    }
    separate.line.up();
    await expect(page.getByText("Every 5 s", { exact: true })).toBeVisible();
    await expect(page.getByText(/at most four open watches/)).toBeVisible();
    await checkViewInAllThemes(page, "queue-polled");
    await row(page, lost).getByRole("button").click();
    await dialog(page).getByRole("combobox", { name: "Claim for a worker" }).click();
    await page.getByPlaceholder("Filter…").fill("mine");
    await page.getByRole("option", { name: /mine/ }).click();
    // The other client claims it between the click and the request.
    await page.route("**/private-workers/claim", async (route) => {
      await work.call("POST", "/v0/private-workers/claim", { id: lost.id, workerId: "theirs" });
      await route.continue();
    });
    await dialog(page).getByRole("button", { name: "Claim request", exact: true }).click();
    await expect(dialog(page).getByText(/is already claimed; release/)).toBeVisible();
    await expect(row(page, lost)).toHaveCount(0);
    await expect(dialog(page).getByText(/is already claimed; release/)).toBeVisible();
    await expect(dialog(page).getByText("The agent has left the queue")).toBeVisible();
    expect(taken.map(({ bodyUsed }) => bodyUsed)).toEqual([false, false, false, false]);
    end.abort();
  });
});
