import { Webhook } from "standardwebhooks";
import { startHttpReceiver } from "@/lib/server/notifications/testing/receivers";
import { expect, signIn, test } from "./testing/app";
import { createAskingAgent } from "./testing/asking-agent";
import { callService } from "./testing/call-service";
import { createFinishedAgent } from "./testing/run-agent";
import { checkPage, checkView } from "./testing/screenshots";

test.use({ environment: { WEBHOOK_LOCAL_RECEIVERS: "1" } });

test("a user adds a webhook, tests it, and is notified of a run without looking at it", { tag: "@long" }, async ({
  page,
  app,
}) => {
  let status = 500;
  const receiver = await startHttpReceiver(() => status);
  const { host } = new URL(receiver.url);
  await signIn(page, app);
  await page.getByRole("button", { name: "Admin Admin" }).click();
  await page.getByRole("menuitem", { name: "Notifications" }).click();
  const screen = page.getByRole("region", { name: "Notifications", exact: true });
  await expect(screen.getByRole("button", { name: "Add email" })).toBeDisabled();
  const inbox = screen.getByRole("listitem", { name: "Inbox" });
  await expect(inbox.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await inbox.getByLabel("Run ended").check();
  await inbox.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("Added to your inbox.")).toBeVisible();

  await screen.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "Add webhook" });
  await dialog.getByLabel("URL").fill("https://user:password@example.com/hook");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("must not contain a user name or password")).toBeVisible();
  await dialog.getByLabel("URL").fill(`${receiver.url}/hook`);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const secret = await screen
    .getByRole("region", { name: "New signing secret" })
    .getByText(/^whsec_/)
    .innerText();
  await screen.getByRole("button", { name: "Hide" }).click();

  const channel = screen.getByRole("listitem", { name: `Webhook: ${host}` });
  await channel.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("Couldn't deliver the test.")).toBeVisible();
  await expect(channel.getByText(`${host} responded with status 500.`)).toBeVisible();
  await checkPage(page, "notifications-problem");
  status = 204;
  await channel.getByRole("button", { name: "Send test" }).click();
  await expect(channel.getByText(/Last sent/)).toBeVisible();

  await channel.getByLabel("Run ended").check();
  await channel.getByLabel("Long wait for a worker").check();
  await channel.getByLabel("Minutes without a worker").fill("15");
  await channel.getByLabel("Agents and pull requests").selectOption("All");
  await page.getByLabel("Quiet hours").check();
  await page.getByLabel("Send notifications").selectOption("Once a day");
  await expect(channel.getByText("Saving…")).toHaveCount(0);
  await checkPage(page, "notifications");
  await expect(channel.getByLabel("Run ended")).toBeChecked();
  await expect(channel.getByLabel("Minutes without a worker")).toHaveValue("15");
  await expect(channel.getByLabel("Agents and pull requests")).toHaveValue("all");
  // Unsaved changes of the schedule are gone.
  await expect(page.getByLabel("Quiet hours")).not.toBeChecked();
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await page.getByRole("button", { name: "Save schedule" }).click();
  await expect(page.getByText("Schedule saved.")).toBeVisible();

  const tests = receiver.received.length;
  const id = await createFinishedAgent(app, "How is the bulk discount computed?");
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBeGreaterThan(tests);
  const sent = receiver.received.at(-1);
  const headers = Object.fromEntries(Object.entries(sent?.headers ?? {}).map(([name, value]) => [name, `${value}`]));
  expect(new Webhook(secret).verify(`${sent?.body}`, headers)).toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ title: "Run finished", agentId: id })]),
  });

  await channel.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete channel?" }).getByRole("button", { name: "Delete channel" }).click();
  await expect(channel).toHaveCount(0);
  await receiver.close();

  await expect(page.getByRole("link", { name: "Inbox 2 unread" })).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  const list = page.getByRole("list", { name: "Notifications" });
  await expect(list.getByRole("listitem")).toContainText(["Run finished", "Test notification"]);
  await checkPage(page, "inbox");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.webUrl}/agents/${id}`);
  await page.getByRole("link", { name: "Inbox 1 unread" }).click();
  await expect(list.getByRole("listitem")).toContainText(["Test notification"]);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByText("You're all caught up")).toBeVisible();
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  await checkPage(page, "inbox-read");
  await page.getByRole("radio", { name: "All" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
});

test("a user responds to an agent with a link in a Slack message, without signing in", { tag: "@long" }, async ({
  page,
  app,
  browser,
}) => {
  const receiver = await startHttpReceiver();
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/notifications`);
  const screen = page.getByRole("region", { name: "Notifications", exact: true });
  await screen.getByRole("button", { name: "Add Slack" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Slack channel" });
  await dialog.getByLabel("Webhook URL").fill(`${receiver.url}/hook`);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const channel = screen.getByRole("listitem", { name: /^Slack/ });
  await channel.getByLabel("Agent needs input").check();
  await expect(channel.getByText("Saving…")).toHaveCount(0);

  const { id, runId } = await createAskingAgent(app, "Deploy the shop");
  const linkOf = (label: string) => {
    const texts = receiver.received.map(({ body }) => String(JSON.parse(String(body)).text));
    return texts.join("\n").match(new RegExp(`<(http[^|>]+)\\|${label}>`))?.[1];
  };
  await expect.poll(() => linkOf("Staging"), { timeout: 60_000 }).toBeTruthy();
  const staging = linkOf("Staging") ?? "";
  const production = linkOf("Production") ?? "";
  expect(new URL(staging).origin).toBe(app.webUrl);

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(staging);
  await expect(visitor.getByText("Deploy where?")).toBeVisible();
  await checkPage(visitor, "answer");
  await visitor.getByRole("button", { name: "Send answer" }).press("Enter");
  await expect(visitor.getByRole("status")).toHaveText("Answer sent: Staging");
  await checkView(visitor, "answer-sent");
  await expect
    .poll(async () => await callService(app, "GET", `/v1/agents/${id}/runs/${runId}`))
    .toMatchObject({ status: "FINISHED", result: "Deployed to staging." });
  for (const link of [staging, production]) {
    await visitor.goto(link);
    await expect(visitor.getByRole("main").getByRole("alert")).toContainText("already has a response");
  }
  await checkPage(visitor, "answer-used");
  await visitor.getByRole("link", { name: "Open agent" }).click();
  await expect(visitor).toHaveURL(/sign-in/);
  await visitor.context().close();
  await receiver.close();
});
