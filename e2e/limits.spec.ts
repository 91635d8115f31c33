import { type App, expect, signIn, test } from "./testing/app";
import { confirmMerge, demoPull } from "./testing/hosting";
import { createFinishedAgent } from "./testing/run-agent";

// Low enough that a test can exhaust a minute's limit. The dashboard's own requests count too.
const perMinute = 400;
const points = 400;
test.use({
  environment: {
    RATE_LIMIT_PER_MINUTE: String(perMinute),
    REPOHOST_POINTS_PER_MINUTE: String(points),
    FAILED_AUTHENTICATIONS_PER_MINUTE: "1",
  },
});

/** Sends requests until one is rejected. Returns the seconds until the limit resets. */
async function exhaust(app: App, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${app.keys.user}` };
  for (;;) {
    const calls = Array.from({ length: 50 }, () => fetch(`${app.serviceUrl}${path}`, { headers }));
    const responses = await Promise.all(calls);
    await Promise.all(responses.map((response) => response.text()));
    const rejected = responses.find(({ status }) => status === 429);
    if (rejected) return Number(rejected.headers.get("retry-after"));
  }
}

/** Exhausts the limit with enough of a minute left to observe the errors: of the next one, if this one is almost over. */
const exhaustLimit = (app: App, path: string) =>
  expect.poll(() => exhaust(app, path), { timeout: 150_000 }).toBeGreaterThan(15);

test.describe("an exhausted rate limit", () => {
  test("a launch and a follow-up show how long to wait, keep their input, and succeed after the reset", {
    tag: "@long",
  }, async ({ page, app, context }) => {
    const id = await createFinishedAgent(app, "Say something.");
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/new`);
    const prompt = page.getByRole("textbox", { name: "Prompt", exact: true });
    await prompt.fill("Keep me.");
    const second = await context.newPage();
    await second.goto(`${app.webUrl}/agents/${id}`);
    const form = second.getByRole("form", { name: "Follow-up" });
    const field = form.getByRole("textbox", { name: /follow-up/i });
    await field.fill("Keep me too.");
    await expect(form.getByRole("button", { name: "Send" })).toBeEnabled();
    await exhaustLimit(app, "/v1/me");

    await page.getByRole("button", { name: /Launch agent/ }).click();
    await expect(page.getByText(/Rate limit exceeded\. Try again in [0-9]+ s\./)).toBeVisible();
    await expect(page.getByText(/No agent was created/)).toBeVisible();
    await expect(prompt).toHaveValue("Keep me.");
    await exhaustLimit(app, "/v1/me");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByRole("alert")).toContainText(`Rate limit of ${perMinute} requests per minute exceeded`);
    await expect(form.getByText(/No run was started/)).toBeVisible();
    await expect(field).toHaveValue("Keep me too.");
    await expect(async () => {
      if (await field.inputValue()) await form.getByRole("button", { name: "Send" }).click({ timeout: 2_000 });
      await expect(field).toHaveValue("", { timeout: 5_000 });
    }).toPass();
    await expect(second.getByRole("complementary", { name: "Details" }).getByText(/Run 2/).first()).toBeVisible();
  });

  test("a review shows when to retry, and keeps its draft", { tag: "@long" }, async ({ page, app }) => {
    const { number } = await demoPull(app, "Add release notes for 1.0.2");
    await signIn(page, app);
    await page.goto(`${app.webUrl}/pulls/demo/orders/${number}`);
    const form = page.getByRole("form", { name: "Your review" });
    await form.getByLabel("Summary").fill("Keep this as well.");
    await expect(page.getByRole("region", { name: "Merge", exact: true })).toContainText("Ready to merge into");
    const commits = "/v1/repohost/repos/demo/orders/commits?pageSize=1";
    await exhaustLimit(app, commits);
    await form.getByRole("button", { name: "Publish review" }).click();
    await expect(form.getByRole("alert")).toContainText(
      new RegExp(`Rate limit exceeded: ${points} points per minute for this user\\. Retry after \\d+s\\.`),
    );
    await expect(form).toContainText("Couldn't publish the review. Your draft is saved.");
    await expect(form.getByLabel("Summary")).toHaveValue("Keep this as well.");
    await exhaustLimit(app, commits);
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await confirmMerge(page);
    await expect(page.getByRole("region", { name: "Merge", exact: true })).toContainText("Couldn't merge.");
    await expect(page.getByRole("region", { name: "Merge", exact: true })).toContainText("Retry after");
    await exhaustLimit(app, commits);
    await page.goto(`${app.webUrl}/pulls/demo/orders/${number}?tab=files`);
    await expect(page.getByText(/Rate limit exceeded/).first()).toBeVisible();
  });
});

test("wrong sign-in links are limited per address", { tag: "@long" }, async ({ request, app }) => {
  const { csrfToken } = await (await request.get(`${app.webUrl}/api/auth/csrf`)).json();
  const form = { csrfToken, token: "0".repeat(43), json: "true" };
  const redeem = (address: string) =>
    request.post(`${app.webUrl}/api/auth/callback/link`, {
      headers: { origin: app.webUrl, "x-forwarded-for": address },
      form,
    });
  const statuses = new Set<number>();
  await expect(async () => {
    const response = await redeem("203.0.113.9");
    statuses.add(response.status());
    expect(response.status()).toBe(429);
    expect(response.headers()["retry-after"]).toMatch(/^[0-9]+$/);
  }).toPass({ intervals: [0] });
  expect([...statuses]).toEqual([401, 429]);
  expect((await redeem("203.0.113.10")).status()).toBe(401);
});
