import type { Page } from "@playwright/test";
import { readReference } from "@/git/refs/references";
import { type GitHubStandIn, startGitHubStandIn } from "@/service/github/testing/github-stand-in";
import { type App, test as base, expect, signIn } from "./testing/app";
import { checkViewInAllThemes } from "./testing/screenshots";

const test = base.extend<object, { gitHub: GitHubStandIn }>({
  gitHub: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its parameter's pattern.
    async ({}, use) => {
      const gitHub = await startGitHubStandIn("localhost");
      await use(gitHub);
      await gitHub.stop();
    },
    { scope: "worker" },
  ],
  environment: [
    async ({ gitHub }, use) => {
      await use({
        GITHUB_TOKENS: JSON.stringify({ [gitHub.host]: gitHub.token }),
        PRIVATE_REMOTES: JSON.stringify({ [gitHub.host]: gitHub.certificate }),
      });
    },
    { scope: "worker" },
  ],
});

async function sendFollowUp(page: Page, text: string): Promise<void> {
  const form = page.getByRole("form", { name: "Follow-up" });
  await form.getByPlaceholder("Send a follow-up…").fill(text);
  await form.getByRole("button", { name: "Send", exact: true }).click();
}

const detailsOf = (page: Page) => page.getByRole("complementary", { name: "Details" });

/** Launches an agent that opens a pull request whose check fails. */
async function openFailingPull(page: Page, app: App, gitHub: GitHubStandIn): Promise<void> {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/agents/new`);
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill("Add a note.\n```file note.md\nfirst\n```");
  await page.getByRole("combobox", { name: "Repository" }).click();
  await page.getByRole("option", { name: /acme\/widgets/ }).click();
  await page.getByRole("button", { name: /^Advanced options/ }).click();
  await page.getByRole("checkbox", { name: "Open a pull request" }).check();
  gitHub.state.checkRuns = [
    {
      name: "test",
      status: "completed",
      conclusion: "failure",
      title: "1 test failed",
      summary: "note.md is too short",
    },
  ];
  await page.getByRole("button", { name: /Launch agent/ }).click();
  await expect(page).toHaveURL(/\/agents\/bc-/);
  const details = detailsOf(page);
  await expect(details.getByRole("link", { name: "Pull request #1" })).toHaveAttribute("href", `${gitHub.url}/pull/1`);
  await expect(details.getByText("1 of 1 check failed")).toBeVisible();
}

test("an agent's pull request on GitHub is sent back for a failing check, and merged", { tag: "@long" }, async ({
  page,
  app,
  gitHub,
}) => {
  await openFailingPull(page, app, gitHub);
  await checkViewInAllThemes(page, "github-agent");
  const details = detailsOf(page);
  await details.getByRole("button", { name: "Send failures to agent" }).click();
  await expect(page.getByRole("main")).toContainText("note.md is too short");
  await sendFollowUp(page, "Make it longer.\n```file note.md\nfirst\nsecond\n```");
  const head = gitHub.state.pulls[0]?.head ?? "";
  const tip = () => readReference(gitHub.state.dir, `refs/heads/${head}`);
  await expect.poll(() => gitHub.server.pushes.length, { timeout: 60_000 }).toBe(3);
  gitHub.state.checkRuns = [{ name: "test", status: "completed", conclusion: "success", title: "", summary: "" }];
  await page.reload();
  await expect(details.getByText("Checks passed")).toBeVisible();

  await page.goto(`${app.webUrl}/pulls`);
  await expect(page.getByRole("combobox", { name: "Repository" })).toHaveValue("*");
  const row = page.getByRole("list", { name: "Pull requests on GitHub" }).getByRole("listitem");
  await expect(row).toContainText("acme/widgets #1");
  await checkViewInAllThemes(page, "github-pulls");
  await row
    .getByRole("link", { name: /Add a note/ })
    .last()
    .click();

  const merged = await tip();
  await details.getByRole("button", { name: "Merge", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Merge #1?" });
  await expect(dialog).toContainText(`Head ${merged?.slice(0, 8)}`);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(details.getByText(/Merged/)).toBeVisible();
  expect(gitHub.state.merges).toMatchObject([{ pull: 1, method: "merge" }]);
  expect(gitHub.violations).toEqual([]);
});

test.describe("GitHub App", () => {
  // The stand-in's certificate belongs to no authority.
  test.use({ ignoreHTTPSErrors: true });

  test("an admin creates an app on GitHub, sees where it is installed, and deletes it", { tag: "@long" }, async ({
    page,
    app,
    gitHub,
  }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/settings/github`);
    await page.getByRole("textbox", { name: "Server" }).fill(gitHub.host);
    await page.getByRole("button", { name: "Create GitHub App" }).click();
    const confirm = page.getByRole("link", { name: "Create GitHub App for ada" });
    const back = (await confirm.getAttribute("href")) ?? "";
    await confirm.click();
    await expect(page.getByText("GitHub App created.")).toBeVisible();
    const server = page.getByRole("region", { name: gitHub.host });
    await expect(server).toContainText("Not installed on any account yet.");
    await expect(server.getByRole("link", { name: "Install on an account" })).toHaveAttribute(
      "href",
      new RegExp(`^https://${gitHub.host}/`),
    );

    // Neither the app nor the redirect can be used twice.
    await page.goto(back);
    await expect(page.getByText("The request expired")).toBeVisible();
    await page.getByRole("textbox", { name: "Server" }).fill(gitHub.host);
    await page.getByRole("button", { name: "Create GitHub App" }).click();
    await expect(page.getByText("This server already has a GitHub App.")).toBeVisible();

    if (!gitHub.state.app) throw new Error("GitHub has no app");
    const { default_permissions: permissions } = gitHub.state.app.manifest;
    gitHub.state.app.installation = { permissions, suspended: false };
    await page.goto(`${app.webUrl}/settings/github`);
    await expect(server.getByRole("listitem")).toContainText("acme");
    await expect(server.getByRole("listitem")).not.toContainText("Missing permissions");
    await checkViewInAllThemes(page, "github-app");

    await server.getByRole("button", { name: "Delete app" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete app" }).click();
    await expect(server.getByRole("button", { name: "Delete app" })).toBeHidden();
    expect(gitHub.violations).toEqual([]);
  });
});
