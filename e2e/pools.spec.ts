import type { Page } from "@playwright/test";
import { type App, expect, signIn, test as withApp } from "./testing/app";
import { clickAndReadClipboard } from "./testing/clipboard";
import { busy, PoolHarness } from "./testing/pool-harness";
import { fillPoolHistory } from "./testing/pool-history";
import { checkViewInAllThemes } from "./testing/screenshots";

const test = withApp.extend<{ work: PoolHarness }>({
  work: async ({ app }, use) => {
    const work = new PoolHarness(app);
    await use(work);
    await work.stop();
  },
});

const pools = (page: Page) => page.getByRole("region", { name: "Pools", exact: true });
const pool = (page: Page, name: string) => pools(page).getByRole("row").filter({ hasText: name });
const workers = (page: Page) => page.getByRole("region", { name: "Workers" });

async function open(page: Page, app: App, path = "/pools"): Promise<void> {
  await page.goto(`${app.webUrl}${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test.describe("pools and workers", () => {
  test.beforeEach(async ({ page, app, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, app);
  });

  test("register and delete a pool by keyboard, with a confirmation that lists the consequences", {
    tag: "@long",
  }, async ({ page, app, work }) => {
    await open(page, app);
    await page.getByRole("button", { name: "Register pool" }).first().press("Enter");
    const form = page.getByRole("dialog", { name: "Register pool" });
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("made-here");
    await form.getByRole("textbox", { name: "Repository owner" }).fill("acme");
    await form.getByRole("textbox", { name: /Reconnect timeout/ }).fill("90");
    await page.keyboard.press("Enter");
    await expect(form.getByText(/set both repoOwner and repoName, or neither/)).toBeVisible();
    await checkViewInAllThemes(page, "pools-register");
    await form.getByRole("textbox", { name: "Repository owner" }).fill("");
    await page.keyboard.press("Enter");
    await expect(form).toHaveCount(0);
    await expect(pool(page, "made-here")).toContainText("0 / 0");
    await expect(pool(page, "made-here")).toContainText("No workers");
    await expect(pool(page, "made-here")).toContainText("90 s");

    await work.launch("made-here");
    await expect(pool(page, "made-here")).toContainText("1 waiting");
    await pool(page, "made-here").getByRole("link", { name: "made-here" }).press("Enter");
    await expect(page.getByText("If the worker is offline, follow-ups wait 90 s for it to reconnect.")).toBeVisible();
    await page.getByRole("button", { name: "Delete pool" }).press("Enter");
    const question = page.getByRole("dialog", { name: "Delete pool made-here?" });
    await expect(question).toContainText("No workers are connected.");
    await expect(question).toContainText("1 waiting agent stays in the queue.");
    await checkViewInAllThemes(page, "pools-deregister");
    await question.getByRole("button", { name: "Delete pool" }).press("Enter");
    await expect(page.getByText("Pool made-here deleted.")).toBeVisible();
    await expect(page).toHaveURL(/\/pools$/);
    await expect(pool(page, "made-here")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Capacity", level: 1 })).toBeVisible();
  });

  test("workers connect, run agents, crash and reconnect, in the list and on their own page", async ({
    page,
    app,
    work,
  }) => {
    await work.register("workshop", 60);
    await open(page, app);
    await page.getByRole("button", { name: "Add worker to workshop" }).click();
    const adding = page.getByRole("dialog", { name: "Add worker" });
    await expect(adding.getByText(/Expires in 60 min/)).toBeVisible();
    await expect(adding.getByText("Waiting for a worker…")).toBeVisible();
    await adding.getByRole("radio", { name: "Windows" }).click();
    await expect(adding.getByText(/^wsl -- bash/)).toBeVisible();
    await adding.getByRole("radio", { name: "Linux" }).click();
    await checkViewInAllThemes(page, "pools-add-worker");
    const command = await clickAndReadClipboard(adding.getByRole("button", { name: "Copy start command" }));
    expect(command).toContain("--pool workshop");
    const added = work.shell(command.replaceAll("~/slipway-worker", await work.folder()));
    const connected = adding.getByRole("status").getByRole("link");
    await expect(connected, added.output()).toHaveAttribute("href", /^\/workers\//);
    await page.keyboard.press("Escape");
    const token = /'(swr_[^']*)'/.exec(command)?.[1] ?? "";
    expect(token).not.toBe("");
    expect(await page.content()).not.toContain(token);
    expect(await page.content()).not.toContain(app.keys.serviceAccount);
    await added.end("SIGTERM");
    await expect(pool(page, "workshop")).toContainText("0 / 0");
    const worker = await work.worker("workshop", "smith", "--name 'The smith'");
    const listed = workers(page).getByRole("row").filter({ hasText: "The smith" });
    await expect(listed).toContainText("Idle");
    await expect(pool(page, "workshop")).toContainText("0 / 1");

    const agent = await work.launch("workshop", busy);
    await expect(listed).toContainText("In use");
    await expect(listed.getByRole("link", { name: "workshop" })).toBeVisible();
    await expect(pool(page, "workshop")).toContainText("1 / 1");
    await expect(pool(page, "workshop").getByRole("progressbar")).toHaveAttribute("value", "1");

    await page.goto(`${app.webUrl}/agents/${agent.id}`);
    await expect(
      page.getByRole("complementary", { name: "Details" }).getByRole("link", { name: "The smith" }),
    ).toHaveAttribute("href", "/workers/smith");
    await page.goBack();
    await listed.getByRole("link", { name: "The smith" }).click();
    await expect(page.getByRole("heading", { name: "The smith" })).toBeVisible();
    await expect(page.getByText("Any repository")).toBeVisible();
    const navigation = page.getByRole("navigation", { name: "Main" });
    await expect(navigation.getByRole("link", { name: "Capacity" })).toHaveAttribute("aria-current", "page");
    await checkViewInAllThemes(page, "worker");
    await page.getByRole("button", { name: "Release claim" }).click();
    const warning = page.getByRole("region", { name: "Release claim" });
    await expect(warning).toContainText("A run in progress isn't stopped");
    await warning.getByRole("button", { name: "Release claim", exact: true }).click();
    await expect(page.getByText("Claim released.")).toBeVisible();
    await expect.poll(() => work.statusOf(agent)).toBe("RUNNING");

    await worker.end("SIGKILL");
    await expect(page.getByText(/^(Offline|Worker not found)$/)).toBeVisible();
    await work.worker("workshop", "smith", "--name 'The smith'");
    await expect(page.getByText(/^(Offline|Worker not found)$/)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "The smith" })).toBeVisible();
  });

  test("a worker that disconnects before the click shows as offline, and the pool page updates itself", {
    tag: "@long",
  }, async ({ page, app, work }) => {
    await work.register("gone-soon");
    const worker = await work.worker("gone-soon", "fleeting");
    await open(page, app, "/pools/gone-soon");
    // Only connected workers are in the table. Offline ones are in a list below it.
    const link = page.getByRole("rowheader", { name: /fleeting/ }).getByRole("link");
    await expect(link).toBeVisible();
    await worker.end("SIGKILL");
    await work.waitUntilDisconnected("fleeting");
    await link.click();
    await expect(page.getByText(/^(Offline|Worker not found)$/)).toBeVisible();
    await page.goBack();
    await expect(link).toHaveCount(0);
    await expect(page.getByRole("progressbar")).toHaveAttribute("value", "0");
    const agent = await work.launch("gone-soon");
    await expect(page.locator(`[data-row-id="${agent.id}"]`)).toBeVisible();
    await page.locator(`[data-row-id="${agent.id}"]`).getByRole("button").press("Enter");
    await expect(page.getByRole("dialog")).toContainText("No workers connected to pool gone-soon");
  });

  test("a personal machine joins with a worker token that is shown once, and the launch form lists idle workers", {
    tag: "@long",
  }, async ({ page, app, work }) => {
    const { userEmail = "" } = await work.call<{ userEmail?: string }>("GET", "/v1/me", undefined, app.keys.user);
    await open(page, app, "/settings/worker-tokens");
    await page.getByRole("combobox", { name: "User" }).fill("unknown@example.com");
    await page.getByRole("button", { name: "Create worker token" }).click();
    await expect(page.getByText("No active team member with this email address or ID.")).toBeVisible();
    await page.getByRole("combobox", { name: "User" }).fill(userEmail);
    await page.keyboard.press("Enter");
    const secret = page.getByRole("region", { name: "New worker token" });
    await expect(secret).toBeVisible();
    await checkViewInAllThemes(page, "worker-tokens");
    const token = await clickAndReadClipboard(secret.getByRole("button", { name: "Copy worker token" }));
    await secret.getByRole("button", { name: "Hide" }).click();
    await expect(secret).toHaveCount(0);
    expect(await page.content()).not.toContain(token);

    const dir = await work.folder();
    const machine = work.shell(
      `exec node scripts/slipway.mjs worker --worker-id laptop --name 'My laptop' --worker-dir '${dir}' start`,
      { SVC_AUTH_TOKEN: token, SVC_API_ENDPOINT: app.serviceUrl },
    );
    await expect(async () => {
      const { workers } = await work.call<{ workers: { workerId: string }[] }>(
        "GET",
        "/v0/private-workers?scope=personal&limit=100",
      );
      expect(
        workers.map(({ workerId }) => workerId),
        machine.output(),
      ).toContain("laptop");
    }).toPass();
    await work.register("choices");
    await work.worker("choices", "chosen");
    await page.goto(`${app.webUrl}/agents/new`);
    const where = page.getByRole("combobox", { name: "Run on" });
    await where.click();
    await expect(page.getByRole("option", { name: /choices\s*1 of 1 worker idle · any repository/ })).toBeVisible();
    await page.getByRole("option", { name: /My laptop\s*idle/ }).click();
    await expect(where).toHaveText("My laptop");
    await page.getByRole("button", { name: "Advanced options" }).click();
    await expect(page.getByRole("radio", { name: "Machine" })).toBeChecked();
    await expect(page.getByRole("combobox", { name: /Machine name/ })).toHaveText("My laptop");
    await page.getByRole("radio", { name: "Pool", exact: true }).click();
    await page.getByRole("combobox", { name: /Pool name/ }).click();
    await expect(page.getByRole("option", { name: /choices\s*1 of 1 worker idle · any repository/ })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  test("pool pages are accessible with long names, a history and a missing pool", { tag: "@long" }, async ({
    page,
    app,
    work,
  }) => {
    const name = `a pool with a name that is ${"very ".repeat(30)}long`;
    await work.register(name, 600);
    await work.register("history");
    await work.worker(name, "long-1", `--name '${"a worker with a long name ".repeat(6)}'`);
    await fillPoolHistory(app, "history");
    await work.launch("history", "Say hello.");
    await open(page, app);
    await expect(pool(page, name)).toContainText("0 / 1");
    await checkViewInAllThemes(page, "pools");
    await open(page, app, "/pools/history");
    await page.getByRole("radio", { name: "Day" }).click();
    await expect(page.getByRole("img", { name: /workers in use/ })).toBeVisible();
    await checkViewInAllThemes(page, "pool");
    await open(page, app, `/pools/${encodeURIComponent(name)}`);
    await expect(page.getByRole("progressbar")).toBeVisible();
    await checkViewInAllThemes(page, "pool-long");
    await open(page, app, "/pools/nowhere");
    await expect(page.getByText("Pool not found")).toBeVisible();
  });
});
