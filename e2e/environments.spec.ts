import type { Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { pressSequence } from "./testing/keyboard";
import { checkViewInAllThemes } from "./testing/screenshots";

const place = "/environments?repo=demo%2Forders&branch=main&path=.svc%2Fenvironment.json";

const editor = (page: Page) => page.getByRole("textbox", { name: "Environment file" });
const verdict = (page: Page) => page.getByRole("status").filter({ hasText: /^(Valid|Invalid)/ });
const view = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });

/** The editor's text. The editor renders only visible lines, which is all lines of these files. */
const shown = async (page: Page) => (await editor(page).locator(".cm-line").allInnerTexts()).join("\n");

async function commitFile(app: App, content: string): Promise<void> {
  const at = `${app.serviceUrl}/v1/repohost/repos/demo/orders`;
  const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
  const { branches } = await (await fetch(`${at}/branches?pageSize=100`, { headers })).json();
  const main = branches.find(({ name }: { name: string }) => name === "main");
  const response = await fetch(`${at}/git/commits:createFromFiles`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      targetBranch: "main",
      expectedHeadSha: main.commit.sha,
      message: "Change by another user",
      author: { name: "Else", email: "else@example.com" },
      files: [{ path: ".svc/environment.json", content }],
    }),
  });
  expect(response.status).toBe(200);
}

test.describe("the environment file", () => {
  test("open, break, fix in the form, preview, commit and launch", async ({ page, app }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, app);
    await page.goto(app.webUrl);

    await test.step("open from a repository and branch by keyboard", async () => {
      await pressSequence(page, "g", "e");
      await expect(page).toHaveURL(/\/environments$/);
      await expect(page.getByRole("heading", { name: "Open from a repository" })).toBeVisible();
      const files = page.getByRole("region", { name: "Environment files" });
      await expect(files.getByRole("row").filter({ hasText: "demo/orders" })).toContainText("No file");
      await checkViewInAllThemes(page, "environments-open");
      await page.getByRole("combobox", { name: "Repository" }).click();
      await page.getByRole("option", { name: /demo\/orders/ }).click();
      await page.getByRole("button", { name: "Open file", exact: true }).press("Enter");
      await expect(page.getByText("main has no .svc/environment.json yet")).toBeVisible();
    });

    await test.step("start from a template", async () => {
      await page.getByRole("button", { name: "Node service" }).click();
      await expect(verdict(page)).toHaveText("Valid");
      await expect(editor(page)).toContainText("npm run dev");
    });

    await test.step("a syntax error is shown with its position", async () => {
      await editor(page).click();
      await page.keyboard.press("Control+End");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("End");
      await page.keyboard.type(",");
      await expect(verdict(page)).toHaveText("Invalid: 1 error");
      const problems = page.getByRole("region", { name: "Problems" });
      await expect(problems.getByText("Trailing commas aren't allowed.")).toBeVisible();
      await expect(problems.getByText(/line 10, column 4/)).toBeVisible();
      await expect(page.getByText("Fix the JSON to use the form")).toBeVisible();
      await checkViewInAllThemes(page, "environments-fault");
      await problems.getByRole("button", { name: "Remove comma" }).click();
      await expect(verdict(page)).toHaveText("Valid");
    });

    await test.step("the form fixes a wrong value and keeps comments", async () => {
      const port = page.getByRole("textbox", { name: "port", exact: true });
      await port.fill("70000");
      await expect(verdict(page)).toHaveText("Invalid: 1 error");
      await expect(page.getByRole("region", { name: "Problems" }).getByText(/must be 1 to 65535/)).toBeVisible();
      await expect(port).toHaveAttribute("aria-invalid", "true");
      await port.fill("8080");
      await expect(verdict(page)).toHaveText("Valid");
      await page.getByRole("combobox", { name: "egressMode" }).selectOption("network_settings_only");
      await expect(verdict(page)).toHaveText("Valid, with 1 warning");
      await page.getByRole("button", { name: "Add domain" }).click();
      await page.getByRole("textbox", { name: "domain 1" }).fill("registry.npmjs.org");
      await expect(verdict(page)).toHaveText("Valid");
      const text = await shown(page);
      expect(text).toContain('// Terminals start after "start" and are shared with the agent.');
      expect(text).toContain('{ "name": "web", "port": 8080 }');
      expect(text).toContain('"egressAllowlist": ["registry.npmjs.org"]');
      await checkViewInAllThemes(page, "environments-form");
    });

    await test.step("the form follows the text", async () => {
      await editor(page).getByText("npm ci").dblclick();
      await page.keyboard.type("pnpm");
      const install = page.getByRole("textbox", { name: "install" });
      await expect(install).toHaveValue(/pnpm/);
      await install.fill("echo dependencies are there");
    });

    await test.step("the draft survives a reload", async () => {
      await expect(page.getByText("Draft saved in this browser")).toBeVisible();
      const before = await shown(page);
      await page.reload();
      await expect(verdict(page)).toHaveText("Valid");
      await expect.poll(() => shown(page)).toBe(before);
    });

    await test.step("the effective environment explains the policies", async () => {
      await view(page, "Effective").click();
      await expect(page.getByText("Default base (Ubuntu VM)")).toBeVisible();
      await page.getByRole("textbox", { name: "Test a domain" }).fill("https://registry.npmjs.org/left-pad");
      await expect(page.getByText("Matches registry.npmjs.org in egressAllowlist.")).toBeVisible();
      await page.getByRole("textbox", { name: "Test a domain" }).fill("example.com");
      await expect(page.getByText("Blocked")).toBeVisible();
      await page.getByRole("textbox", { name: "Test an MCP server" }).fill("npx some-server");
      await expect(page.getByText("Depends on inherited policy")).toBeVisible();
      await checkViewInAllThemes(page, "environments-effective");
    });

    await test.step("the diff shows the changes compared to the branch", async () => {
      await view(page, "Diff").click();
      await expect(page.getByRole("textbox", { name: "Changes compared to main" })).toContainText("registry.npmjs.org");
      await checkViewInAllThemes(page, "environments-diff");
    });

    await test.step("commit", async () => {
      await page.keyboard.press("Control+s");
      const dialog = page.getByRole("dialog", { name: "Commit file" });
      await expect(dialog.getByRole("textbox", { name: "Message" })).toHaveValue("Add .svc/environment.json");
      await dialog.getByRole("button", { name: "Commit file", exact: true }).click();
      await expect(page.getByText("Committed to main.")).toBeVisible();
      await expect(page.getByText("Draft saved")).toHaveCount(0);
      const headers = { authorization: `Bearer ${app.keys.user}` };
      const contents = `${app.serviceUrl}/v1/repohost/repos/demo/orders/contents?path=.svc/environment.json`;
      const { content } = await (await fetch(contents, { headers })).json();
      expect(Buffer.from(content, "base64").toString()).toContain('"port": 8080');
    });

    await test.step("the launch form checks the file and launches an agent", async () => {
      await page.getByRole("link", { name: "Launch agent" }).click();
      await expect(page).toHaveURL(/\/agents\/new/);
      const check = page.getByRole("region", { name: "Environment file" });
      await expect(check).toContainText("Valid");
      await page.getByRole("textbox", { name: "Prompt" }).fill("```sh\ncat .svc/environment.json\n```");
      await page.getByRole("button", { name: /Launch agent/ }).click();
      await expect(page).toHaveURL(/\/agents\/bc-/);
      await expect(
        page.getByRole("region", { name: "Transcript" }).getByText("registry.npmjs.org").first(),
      ).toBeVisible();
    });
  });

  test("handles new commits on the branch, a new branch and an invalid file", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await commitFile(app, '{\n  "install": "true"\n}\n');
    await signIn(page, app);
    await page.goto(`${app.webUrl}${place}`);
    const install = page.getByRole("textbox", { name: "install" });
    await expect(install).toHaveValue("true");
    await install.fill("echo mine");
    await commitFile(app, '{\n  "install": "true",\n  "name": "theirs"\n}\n');

    await test.step("a commit is rejected if the branch has new commits", async () => {
      await page.getByRole("button", { name: "Commit…" }).click();
      await page.getByRole("button", { name: "Commit file", exact: true }).click();
      const moved = page.getByRole("region", { name: "New commits on branch" });
      await expect(moved).toContainText("They change this file too");
      await checkViewInAllThemes(page, "environments-moved");
      await moved.getByRole("button", { name: "Keep my version" }).click();
      await expect(moved).toHaveCount(0);
    });

    await test.step("an invalid file needs confirmation and can go to a new branch", async () => {
      await editor(page).click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("End");
      await page.keyboard.type('\n"nmae": "x",');
      await expect(page.getByText('Did you mean "name"?').first()).toBeVisible();
      await page.getByRole("button", { name: "Commit…" }).click();
      const dialog = page.getByRole("dialog", { name: "Commit file" });
      await dialog.getByRole("radio", { name: "New branch" }).click();
      await dialog.getByRole("textbox", { name: "New branch" }).fill("broken-environment");
      await expect(dialog.getByRole("button", { name: "Commit file", exact: true })).toBeDisabled();
      await expect(dialog.getByText("Fix the file, or confirm to commit it anyway.")).toBeVisible();
      await expect(dialog.getByRole("textbox", { name: "Changes to commit" })).toContainText("nmae");
      await checkViewInAllThemes(page, "environments-commit");
      await dialog.getByRole("checkbox", { name: "Commit anyway" }).check();
      await dialog.getByRole("button", { name: "Commit file", exact: true }).click();
      await expect(page.getByText("Committed to broken-environment.")).toBeVisible();
      await expect(page).toHaveURL(/branch=broken-environment/);
      await page.getByRole("button", { name: "Create pull request" }).click();
      await expect(page.getByText(/Pull request #[0-9]+ into main opened/)).toBeVisible();
    });

    await test.step("the launch form shows the file's errors", async () => {
      await page.getByRole("link", { name: "Launch agent" }).click();
      const check = page.getByRole("region", { name: "Environment file" });
      await expect(check).toContainText("Invalid: 1 error");
      await expect(check).toContainText("Did you mean");
      await checkViewInAllThemes(page, "environments-launch");
    });
  });

  test("supports uploads, completion and phones", { tag: "@long" }, async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/environments`);
    await page.locator('input[type="file"]').setInputFiles({
      name: "environment.json",
      mimeType: "application/json",
      buffer: Buffer.from("\uFEFF{\r\n}\r\n"),
    });
    await expect(verdict(page)).toHaveText("Valid");
    await editor(page).click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("inst");
    await page.getByRole("option", { name: /install/ }).click();
    await page.keyboard.type("npm ci");
    await expect(page.getByRole("textbox", { name: "install" })).toHaveValue("npm ci");
    await expect(verdict(page)).toHaveText("Valid");
    await page.setViewportSize({ width: 360, height: 740 });
    await view(page, "Form").click();
    await page.getByRole("textbox", { name: "name", exact: true }).fill("from a phone");
    await view(page, "Text").click();
    await expect(editor(page)).toContainText("from a phone");
    await page.getByRole("button", { name: "Close file" }).click();
    await expect(page.getByRole("region", { name: "Drafts" })).toContainText("New file");
  });

  test("stays responsive in a 500 kB file", { tag: "@long" }, async ({ page, app }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const entries = Array.from(
      { length: 5_000 },
      (_, index) =>
        `    // entry ${index}\n    { "name": "terminal ${index}", "command": "npm run watch:${index}", "description": "watches ${index}" }`,
    );
    const text = `{\n  "install": "npm ci",\n  "terminals": [\n${entries.join(",\n")}\n  ]\n}\n`;
    expect(text.length).toBeGreaterThan(500_000);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/environments`);
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "environment.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await expect(verdict(page)).toHaveText("Valid");
    await expect(page.getByText("4900 more in the text editor")).toBeVisible();
    await page.evaluate(() => {
      const durations: number[] = [];
      const events = { type: "event", durationThreshold: 16 };
      new PerformanceObserver((list) => {
        durations.push(...list.getEntries().map(({ duration }) => duration));
      }).observe(events);
      Object.assign(window, { durations });
    });
    await editor(page).click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    await page.keyboard.type('\n"nmae": "x",', { delay: 60 });
    await expect(verdict(page)).toHaveText("Invalid: 1 error");
    await expect(page.getByRole("region", { name: "Problems" })).toContainText('Did you mean "name"?');
    const durations = await page.evaluate(() => Reflect.get(window, "durations") as number[]);
    const sorted = durations.sort((a, b) => a - b);
    test.info().annotations.push({
      type: "key press, ms",
      description: `median ${sorted[sorted.length >> 1]}, max ${sorted.at(-1)}`,
    });
  });
});
