import type { Page } from "@playwright/test";
import { updateAccount } from "./testing/account";
import { type App, expect, signIn, test } from "./testing/app";
import { createGate } from "./testing/gate";
import { attachImage, png } from "./testing/upload-image";

// A short retention, so that events expire within a test.
test.use({ environment: { STREAM_RETENTION_SECONDS: "15" } });

async function launch(app: App, text: string): Promise<{ id: string; run: string }> {
  const response = await fetch(`${app.serviceUrl}/v1/agents`, {
    method: "POST",
    headers: { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: { text } }),
  });
  const { agent, run } = await response.json();
  return { id: agent.id, run: run.id };
}

const transcript = (page: Page) => page.getByRole("region", { name: "Transcript" });
const followUp = (page: Page) => page.getByRole("textbox", { name: /follow-up/i });

async function openFinished(page: Page, app: App): Promise<{ id: string; run: string }> {
  await signIn(page, app);
  // The run ends while it is being watched; retention starts then.
  const gate = createGate(app);
  const { id, run } = await launch(
    app,
    `\`\`\`sh\necho recorded-word; while ${gate.closed}; do sleep 0.1; done\n\`\`\``,
  );
  await page.goto(`${app.webUrl}/agents/${id}`);
  await expect(
    transcript(page)
      .getByText(/^recorded-word$/m)
      .first(),
  ).toBeVisible();
  await gate.open();
  await expect(
    page
      .getByRole("complementary", { name: "Details" })
      .getByText(/Run 1\s*Run status:\s*Finished/)
      .first(),
  ).toBeVisible();
  return { id, run };
}

test.describe("agent page during failures", () => {
  test.afterEach(async ({ app }) => {
    await updateAccount(app, { apiEnabled: true });
  });

  test("shows the recording after the service's event retention has passed", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    const { id, run } = await openFinished(page, app);
    await page.goto(`${app.webUrl}/agents`);
    const streamStatus = async () => {
      const response = await fetch(`${app.serviceUrl}/v1/agents/${id}/runs/${run}/stream`, {
        headers: { authorization: `Bearer ${app.keys.user}` },
      });
      await response.body?.cancel();
      return response.status;
    };
    await expect.poll(streamStatus).toBe(410);
    // The dashboard drops the live stream ten seconds after its last viewer leaves.
    const recorded = async () => {
      await page.goto(`${app.webUrl}/agents/${id}`);
      const badge = page.getByText(/Stream:\s*Recorded; retention expired/);
      const isVisible = await badge.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
      if (!isVisible) await page.goto(`${app.webUrl}/agents`);
      return isVisible;
    };
    await expect.poll(recorded, { intervals: [12_000], timeout: 120_000 }).toBe(true);
    await expect(page.getByText("Showing the recording.")).toBeVisible();
    await expect(transcript(page).getByText("recorded-word").first()).toBeVisible();
  });

  test("keeps the prompt after a lost response and a rejection, and explains each", async ({ page, app }) => {
    const { id } = await openFinished(page, app);
    const form = page.getByRole("form", { name: "Follow-up" });
    await followUp(page).fill("do not lose me");
    app.dropNextResponse(`POST /api/dashboard/agents/${id}/follow-ups`);
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByText(/The message may have been sent/)).toBeVisible();
    await expect(followUp(page)).toHaveValue("do not lose me");
    const details = page.getByRole("complementary", { name: "Details" });
    await expect(details.getByText(/Run 2\s*Run status:\s*Finished/).first()).toBeVisible();
    await form.getByRole("button", { name: "Send" }).click();
    await expect(followUp(page)).toHaveValue("");
    await expect(details.getByText(/Run 3/)).toHaveCount(0);

    await followUp(page).fill("do not lose me");
    await updateAccount(app, { apiEnabled: false });
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByText("The team's plan doesn't include the API")).toBeVisible();
    await expect(form.getByText(/No run was started/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("main").getByText("The team's plan doesn't include the API").first()).toBeVisible();
    await updateAccount(app, { apiEnabled: true });
    await page.getByRole("button", { name: "Try again" }).first().click();
    await expect(followUp(page)).toHaveValue("do not lose me");
  });

  test("keeps follow-up images across a reload and validates MCP servers before sending", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    await openFinished(page, app);
    const form = page.getByRole("form", { name: "Follow-up" });
    await followUp(page).fill("say hello");
    await form.getByRole("button", { name: "Images" }).click();
    const chooser = page.waitForEvent("filechooser");
    await form.getByRole("button", { name: "Attach images" }).click();
    await (await chooser).setFiles([
      { name: "chosen.png", mimeType: "image/png", buffer: png },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") },
    ]);
    await expect(form.getByRole("alert")).toContainText("notes.txt isn't a PNG, JPEG, GIF, or WebP image.");
    await form.getByRole("button", { name: "Link an image" }).click();
    await form.getByRole("textbox", { name: "Image 2 URL" }).fill("ftp://img.example.com/a.png");
    await attachImage(followUp(page), "paste", "pasted.png");
    await page.reload();
    await expect(form.getByRole("list", { name: "Images" }).getByRole("listitem")).toHaveCount(3);
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByText("Image 2: must be an http or https URL")).toBeVisible();
    await form.getByRole("button", { name: "Remove image 2" }).click();
    const toggle = page.getByRole("button", { name: "MCP servers" });
    const servers = page.getByRole("textbox", { name: /MCP servers for this run/ });
    await toggle.click();
    await expect(servers).toBeVisible();
    await toggle.click();
    await expect(servers).toHaveCount(0);
    await toggle.click();
    await servers.fill('[{"name":"a","url":"ftp://x"}]');
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText(/must be an http or https URL/)).toBeVisible();
    await servers.fill("[]");
    await page.getByRole("radio", { name: "Plan" }).click();
    const image = { data: png.toString("base64"), mimeType: "image/png" };
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/follow-ups"));
    await followUp(page).press("Control+Enter");
    expect((await sent).postDataJSON()).toMatchObject({
      prompt: { text: "say hello", images: [image, image] },
      mode: "plan",
      mcpServers: [],
    });
    await expect(page.getByRole("complementary", { name: "Details" }).getByText(/Run 2/).first()).toBeVisible();
    await expect(followUp(page)).toHaveValue("");
    await expect(form.getByRole("list", { name: "Images" })).toHaveCount(0);
    await expect(transcript(page).getByText("2 images attached")).toBeVisible();
  });

  test("stays readable while the dashboard is unreachable and recovers automatically", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    const gate = createGate(app);
    const ticking = `while ${gate.closed}; do i=$((i+1)); echo tick-$i; sleep 0.3; done; echo the-last-tick`;
    const { id } = await launch(app, `\`\`\`sh\n${ticking}\n\`\`\``);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    const ticks = transcript(page).getByText(/^tick-\d+$/m);
    await expect(ticks.first()).toBeVisible();
    app.disconnect();
    await expect(page.getByText(/Stream:\s*(Reconnecting|Stale)/).first()).toBeVisible();
    await expect(ticks.first()).toBeVisible();
    app.reconnect();
    await expect(page.getByText(/Stream:\s*Live/).first()).toBeVisible();
    await gate.open();
    await expect(
      transcript(page)
        .getByText(/^the-last-tick$/m)
        .first(),
    ).toBeVisible();
  });

  test("shows that a deleted agent isn't found", { tag: "@long" }, async ({ page, app }) => {
    const { id } = await openFinished(page, app);
    await fetch(`${app.serviceUrl}/v1/agents/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${app.keys.user}` },
    });
    await page.goto(`${app.webUrl}/agents/${id}`);
    await expect(page.getByRole("heading", { name: /agent not found/i })).toBeAttached();
  });

  test("notifies about a run that ends while the user is on another page", { tag: "@long" }, async ({ page, app }) => {
    const gate = createGate(app);
    const { id } = await launch(app, `\`\`\`sh\nwhile ${gate.closed}; do sleep 0.1; done\n\`\`\``);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    await expect(page.getByText(/Stream:\s*Live/).first()).toBeVisible();
    await page.getByRole("link", { name: "All agents" }).click();
    await expect(page).toHaveURL(/\/agents$/);
    await gate.open();
    await expect(page.getByText("Run finished").first()).toBeVisible();
    await page.getByRole("button", { name: "View agent" }).click();
    await expect(page).toHaveURL(new RegExp(`/agents/${id}`));
  });
});
