import type { Page } from "@playwright/test";
import { updateAccount } from "./testing/account";
import { type App, expect, signIn, signInWithNewSession, test } from "./testing/app";
import { attachImage, png } from "./testing/upload-image";

const prompt = (page: Page) => page.getByRole("textbox", { name: "Prompt", exact: true });
const advanced = (page: Page) => page.getByRole("button", { name: /^Advanced options/ });
const launchButton = (page: Page) => page.getByRole("button", { name: /Launch agent/ });

async function open(page: Page, app: App, query = ""): Promise<void> {
  await page.goto(`${app.webUrl}/agents/new${query}`);
  await expect(page.getByRole("heading", { name: "New agent", level: 1 })).toBeVisible();
}

async function emptyForm(page: Page, app: App): Promise<void> {
  await page.addInitScript(() => {
    if (sessionStorage.getItem("started")) return;
    sessionStorage.setItem("started", "1");
    localStorage.removeItem("slipway.launch");
  });
  await open(page, app);
}

async function newestAgents(app: App): Promise<string[]> {
  const response = await fetch(`${app.serviceUrl}/v1/agents?limit=100`, {
    headers: { authorization: `Bearer ${app.keys.user}` },
  });
  return (await response.json()).items.map(({ id }: { id: string }) => id);
}

/** Number of agents created since `before`. */
async function launchedSince(app: App, before: readonly string[]): Promise<number> {
  return (await newestAgents(app)).filter((id) => !before.includes(id)).length;
}

/** The body of the page's next create call. */
function sentBody(page: Page): Promise<Record<string, unknown>> {
  return page
    .waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/v1/agents"))
    .then((request) => request.postDataJSON());
}

test.describe("new agent", () => {
  test.beforeEach(async ({ page, app }) => {
    await signIn(page, app);
    await emptyForm(page, app);
  });

  test("sends every field; the preview masks secrets", async ({ page }) => {
    await prompt(page).fill("Look at the image.");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach images" }).click();
    await (await chooser).setFiles([
      { name: "a.png", mimeType: "image/png", buffer: png },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") },
    ]);
    await expect(page.getByText("notes.txt isn't a PNG, JPEG, GIF, or WebP image.")).toBeVisible();
    await attachImage(prompt(page), "paste", "pasted.png");
    await attachImage(prompt(page), "drop", "dropped.png");
    await page.getByRole("button", { name: "Remove image 3" }).click();
    await page.getByRole("button", { name: "Remove image 2" }).click();
    await expect(page.getByRole("list", { name: "Images" }).getByRole("listitem")).toHaveCount(1);
    await page.getByRole("button", { name: "Link an image" }).click();
    await page.getByRole("textbox", { name: "Image 2 URL" }).fill("https://img.example.com/a.png");

    const repository = page.getByRole("combobox", { name: "Repository" });
    for (const each of [/demo\/orders/, "No repository", /demo\/orders/]) {
      await repository.click();
      await page.getByRole("option", { name: each }).click();
      await expect(repository).toHaveText(each);
    }
    await page.getByRole("combobox", { name: "Reference" }).click();
    await page.getByRole("option", { name: /^main/ }).click();
    await advanced(page).click();
    await page.getByRole("button", { name: "Add repository" }).click();
    await page.getByRole("combobox", { name: "Repository 2" }).click();
    await page.getByPlaceholder("Filter…").fill("https://git.example.com/acme/other");
    await page.getByRole("option", { name: /acme\/other/ }).click();
    await page.getByLabel("Start from 2").getByRole("radio", { name: "Pull request" }).click();
    await page.getByRole("textbox", { name: "Pull request 2" }).fill("https://git.example.com/acme/other/pull/7");

    await page.getByRole("button", { name: "Add repository" }).click();
    await page.getByRole("button", { name: "Remove repository 3" }).click();
    await expect(page.getByRole("combobox", { name: "Repository 3" })).toHaveCount(0);

    await page.getByRole("radio", { name: "Machine" }).click();
    await page.getByRole("radio", { name: "Default" }).click();
    await expect(page.getByText("Runs on the service's machines.")).toBeVisible();
    await page.getByRole("radio", { name: "Cloud" }).click();
    await page.getByRole("combobox", { name: /Environment name/ }).click();
    await page.getByPlaceholder("Filter…").fill("staging");
    await page.getByRole("option", { name: /staging/ }).click();
    await page.getByRole("radio", { name: "Pool" }).click();
    await page.getByRole("combobox", { name: /Pool name/ }).click();
    await page.getByPlaceholder("Filter…").fill("gpu");
    await page.getByRole("option", { name: /gpu/ }).click();
    await page.getByRole("radio", { name: "Plan" }).click();
    await page.getByRole("checkbox", { name: "Work on the current branch" }).check();
    await page.getByRole("checkbox", { name: "Open a pull request" }).check();
    await page.getByRole("checkbox", { name: "Don't request my review" }).check();
    await page.getByRole("combobox", { name: "Model" }).first().click();
    await page
      .getByRole("option", { name: /script/i })
      .first()
      .click();
    await page.getByRole("textbox", { name: /^Name/ }).fill("Everything");

    await page.getByRole("button", { name: "Add variable" }).click();
    await page.getByRole("textbox", { name: "Variable 1 name" }).fill("TOKEN");
    await page.getByLabel("Variable 1 value").fill("s3cret-value");
    await expect(page.getByText("5/255 bytes (name)")).toBeVisible();

    await page.getByRole("button", { name: "Add MCP server" }).click();
    await page.getByRole("textbox", { name: "MCP server 1 name" }).fill("docs");
    await page.getByRole("textbox", { name: "URL", exact: true }).fill("https://mcp.example.com/");
    await page.getByRole("radio", { name: "Headers" }).click();
    await page.getByRole("button", { name: "Add header" }).click();
    await page.getByRole("textbox", { name: "Header 1 name" }).fill("X-Key");
    await page.getByLabel("Header 1 value").fill("h3ader-value");
    await page.getByRole("button", { name: "Add header" }).click();
    await page.getByRole("button", { name: "Remove header 2" }).click();
    await page.getByRole("button", { name: "Add MCP server" }).click();
    await page.getByRole("textbox", { name: "MCP server 2 name" }).fill("gh");
    await page.getByRole("radio", { name: "Command" }).last().click();
    await page.getByRole("textbox", { name: "Command" }).fill("npx");
    await page.getByRole("textbox", { name: /Arguments/ }).fill("-y\nx");
    await page.getByRole("button", { name: "Add environment variable" }).click();
    await page.getByRole("textbox", { name: "Environment variable 1 name" }).fill("LEVEL");
    await page.getByLabel("Environment variable 1 value").fill("l3vel-value");
    await page.getByRole("button", { name: "Add MCP server" }).click();
    await page.getByRole("textbox", { name: "MCP server 3 name" }).fill("wiki");
    for (const transport of ["SSE", "HTTP", "SSE"]) {
      await page.getByRole("radio", { name: transport }).last().click();
    }
    await page.getByRole("textbox", { name: "URL", exact: true }).last().fill("https://wiki.example.com/");
    for (const access of ["OAuth", "None", "OAuth"]) await page.getByRole("radio", { name: access }).last().click();
    await page.getByRole("textbox", { name: "Client ID" }).fill("slipway");
    await page.getByLabel(/^Client secret/).fill("cl1ent-value");
    await page.getByRole("textbox", { name: /^Scopes/ }).fill("read write");
    await page.getByRole("button", { name: "Add MCP server" }).click();
    await page.getByRole("button", { name: "Remove MCP server 4" }).click();
    await expect(page.getByRole("textbox", { name: "MCP server 4 name" })).toHaveCount(0);

    await page.getByRole("button", { name: "Add subagent" }).click();
    await page.getByRole("textbox", { name: "Subagent 1 name" }).fill("reviewer");
    await page.getByRole("textbox", { name: "When to use" }).fill("After each change");
    await page.getByRole("textbox", { name: "Subagent prompt" }).fill("Review.");
    await page
      .getByRole("combobox", { name: /^Model/ })
      .last()
      .click();
    await page.getByRole("option", { name: "Same as the agent" }).click();
    await page.getByRole("button", { name: "Add subagent" }).click();
    await page.getByRole("button", { name: "Remove subagent 2" }).click();
    await expect(page.getByRole("textbox", { name: "Subagent 2 name" })).toHaveCount(0);

    await page.getByRole("button", { name: "Preview" }).click();
    const shown = page.getByRole("dialog", { name: "API request" });
    await expect(shown).toContainText('"TOKEN": "••••••"');
    await expect(shown).not.toContainText(/s3cret|h3ader|l3vel|cl1ent/);
    await shown.getByRole("radio", { name: "curl" }).click();
    await expect(shown).toContainText('-H "Authorization: Bearer $API_KEY"');
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await shown.getByRole("button", { name: "Copy request" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl /);
    await page.keyboard.press("Escape");

    const body = sentBody(page);
    await prompt(page).press("Control+Enter");
    expect(await body).toMatchObject({
      prompt: {
        text: "Look at the image.",
        images: [{ data: png.toString("base64"), mimeType: "image/png" }, { url: "https://img.example.com/a.png" }],
      },
      model: { id: expect.any(String) },
      name: "Everything",
      env: { type: "pool", name: "gpu" },
      repos: [
        { url: expect.stringContaining("demo/orders"), startingRef: "main" },
        { url: "https://git.example.com/acme/other", prUrl: "https://git.example.com/acme/other/pull/7" },
      ],
      workOnCurrentBranch: true,
      autoCreatePR: true,
      skipReviewerRequest: true,
      mode: "plan",
      envVars: { TOKEN: "s3cret-value" },
      mcpServers: [
        { name: "docs", type: "http", url: "https://mcp.example.com/", headers: { "X-Key": "h3ader-value" } },
        { name: "gh", type: "stdio", command: "npx", args: ["-y", "x"], env: { LEVEL: "l3vel-value" } },
        {
          name: "wiki",
          type: "sse",
          url: "https://wiki.example.com/",
          auth: { CLIENT_ID: "slipway", CLIENT_SECRET: "cl1ent-value", scopes: ["read", "write"] },
        },
      ],
      customSubagents: [{ name: "reviewer", description: "After each change", prompt: "Review.", model: "inherit" }],
    });
    expect(await body).not.toHaveProperty("agentId");

    await test.step("the service's error appears at its field and the form keeps its values", async () => {
      await expect(page.locator('[aria-invalid="true"], [role="alert"]').first()).toBeVisible();
      await expect(prompt(page)).toHaveValue("Look at the image.");
    });
    await test.step("a reload keeps everything except secrets", async () => {
      await page.reload();
      await expect(prompt(page)).toHaveValue("Look at the image.");
      await expect(page.getByRole("textbox", { name: "Variable 1 name", exact: true })).toHaveValue("TOKEN");
      await expect(page.getByLabel("Variable 1 value", { exact: true })).toHaveValue("");
      await expect(page.getByText("a.png")).toBeVisible();
      await expect(page.locator('li img[src^="blob:"]')).toBeVisible();
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
      expect(kept).not.toMatch(/s3cret|h3ader|l3vel|cl1ent/);
    });
  });

  test("validates fields live, before anything is sent", { tag: "@long" }, async ({ page }) => {
    let calls = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/api/v1/agents")) calls += 1;
    });
    await advanced(page).press("Enter");
    await page.getByRole("button", { name: "Add variable" }).click();
    await expect(page.getByRole("textbox", { name: "Variable 1 name" })).toBeFocused();
    await page.keyboard.type("SVC_THING");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByText("SVC_THING: names can't start with SVC_")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Add variable" })).toBeFocused();
    await page.getByRole("textbox", { name: /^Name/ }).fill("n".repeat(101));
    await page.getByRole("textbox", { name: /^Name/ }).blur();
    await expect(page.getByText("must be at most 100 characters")).toBeVisible();
    await expect(page.getByText("101/100")).toBeVisible();
    await launchButton(page).click();
    await expect(page.getByText("2 errors")).toBeVisible();
    await expect(prompt(page)).toBeFocused();
    await expect(prompt(page)).toHaveAttribute("aria-invalid", "true");
    expect(calls).toBe(0);

    await test.step("variants and parameters of a model that lists them", async () => {
      const effort = { id: "effort", displayName: "Effort", values: [{ value: "low" }, { value: "high" }] };
      const variants = [
        { params: [], displayName: "Big", isDefault: true },
        { params: [{ id: "effort", value: "high" }], displayName: "Big and thorough" },
      ];
      const items = [{ id: "big", displayName: "Big", parameters: [effort], variants }];
      await page.route(/\/api\/v1\/models/, (route) => route.fulfill({ json: { items } }));
      await page.reload();
      await page.getByRole("combobox", { name: "Model" }).first().click();
      await page.getByRole("option", { name: /Big/ }).click();
      await page.getByRole("combobox", { name: /^Variant/ }).selectOption("Big and thorough");
      const chosen = page.getByRole("combobox", { name: /^Effort/ });
      await expect(chosen).toHaveValue("high");
      await chosen.selectOption("low");
      await expect(page.getByText("No listed variant has these parameters")).toBeVisible();
      await page.unroute(/\/api\/v1\/models/);
      await page.reload();
      // The service's real list doesn't include the parameter, but it can still be removed.
      const unlisted = page.getByRole("combobox", { name: /^effort/ });
      await expect(unlisted).toHaveValue("low");
      await unlisted.selectOption("Default");
      await expect(unlisted).toHaveCount(0);
    });
  });

  test("a lost response doesn't create a second agent", async ({ page, app }) => {
    await prompt(page).fill("Only once, please.");
    const before = await newestAgents(app);
    app.dropNextResponse("POST /api/v1/agents ");
    await launchButton(page).click();
    await expect(page.getByText(/Launching again is safe/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/was interrupted before a response arrived/)).toBeVisible();
    await expect(prompt(page)).toHaveValue("Only once, please.");
    await page.getByRole("button", { name: "Check and continue" }).click();
    await expect(page).toHaveURL(/\/agents\/bc-/);
    expect(await launchedSince(app, before)).toBe(1);
    await open(page, app);
    await expect(prompt(page)).toHaveValue("");
  });

  test("with variables, a lost launch is looked up before another attempt", { tag: "@long" }, async ({ page, app }) => {
    await prompt(page).fill("Only once, with a variable.");
    await advanced(page).click();
    await page.getByRole("button", { name: "Add variable" }).click();
    await expect(page.getByRole("textbox", { name: "Variable 1 name" })).toBeFocused();
    await page.keyboard.type("A");
    await page.keyboard.press("Tab");
    await page.keyboard.type("b");
    const before = await newestAgents(app);
    app.dropNextResponse("POST /api/v1/agents ");
    await launchButton(page).click();
    await expect(page.getByText(/Launching again is safe/)).toBeVisible();
    await launchButton(page).click();
    await expect(page.getByText("These agents were created since then")).toBeVisible();
    expect(await launchedSince(app, before)).toBe(1);
    const first = page.getByRole("link", { name: /Only once, with a variable/ });
    await expect(first).toHaveAttribute("href", /\/agents\/bc-/);
    await page.getByRole("button", { name: "Launch a new agent" }).click();
    await expect(page).toHaveURL(/\/agents\/bc-/);
    expect(await launchedSince(app, before)).toBe(2);
  });

  test("an error or an expired session doesn't lose the form", { tag: "@long" }, async ({ page, app }) => {
    await prompt(page).fill("Keep me.");
    const before = await newestAgents(app);
    const model = page.getByRole("combobox", { name: "Model" }).first();
    await model.click();
    await page.getByPlaceholder("Filter…").fill("vendor/next-1");
    await page.getByRole("option", { name: /vendor\/next-1.*Use this ID/ }).click();
    await launchButton(page).click();
    await expect(page.getByText("Model 'vendor/next-1' is not available")).toBeVisible();
    await expect(model).toHaveAttribute("aria-invalid", "true");
    await model.click();
    await page.getByRole("option", { name: /^Default/ }).click();
    await updateAccount(app, { spendLeft: false });
    await launchButton(page).click();
    await expect(page.getByText("The account has reached its spend limit")).toBeVisible();
    await updateAccount(app, { spendLeft: true });
    await page.context().clearCookies();
    await launchButton(page).click();
    const dialog = page.getByRole("dialog", { name: "Your session ended" });
    await expect(dialog).toBeVisible();
    const opened = page.context().waitForEvent("page");
    await dialog.getByRole("link", { name: "Sign in" }).click();
    const other = await opened;
    await expect(other.getByRole("heading", { name: "Sign in to Slipway" })).toBeVisible();
    await signInWithNewSession(other, app);
    await other.close();
    await expect(dialog).toHaveCount(0);
    await expect(prompt(page)).toHaveValue("Keep me.");
    expect(await launchedSince(app, before)).toBe(0);
    await launchButton(page).click();
    await expect(page).toHaveURL(/\/agents\/bc-/);
    expect(await launchedSince(app, before)).toBe(1);
  });

  test("templates can be saved, shared, used with undo, and deleted", { tag: "@long" }, async ({ page }) => {
    for (const [name, start] of [
      ["Run the tests", /^Run the tests/],
      ["Write a file", /^Add a note/],
    ] as const) {
      await page.getByRole("button", { name }).click();
      await expect(prompt(page)).toHaveValue(start);
    }
    await page.getByRole("button", { name: "Search the code" }).click();
    await expect(prompt(page)).toHaveValue("Where is the order discount calculated?");
    await prompt(page).fill("From a template.");
    await page.getByRole("button", { name: "Templates" }).click();
    await page.getByRole("textbox", { name: "Template name" }).fill("Nightly");
    await page.getByRole("checkbox", { name: "Share with everyone" }).check();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Templates" });
    await expect(dialog.getByRole("button", { name: /^Nightly/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await prompt(page).fill("Something else.");
    await page.getByRole("button", { name: "Templates" }).click();
    await dialog.getByRole("button", { name: /^Nightly/ }).click();
    await expect(prompt(page)).toHaveValue("From a template.");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(prompt(page)).toHaveValue("Something else.");
    await page.getByRole("button", { name: "Templates" }).click();
    await dialog.getByRole("button", { name: "Delete template Nightly" }).click();
    await expect(dialog.getByText("No templates yet")).toBeVisible();
  });

  test("an agent can be launched again from its menu", { tag: "@long" }, async ({ page }) => {
    await prompt(page).fill("```sh\necho once\n```");
    await page.getByRole("combobox", { name: "Repository" }).click();
    await page.getByRole("option", { name: /demo\/orders/ }).click();
    await page.getByRole("combobox", { name: "Reference" }).click();
    await page.getByRole("option", { name: /^main/ }).click();
    await prompt(page).press("Control+Enter");
    await expect(page).toHaveURL(/\/agents\/bc-/);
    const act = async (name: string | RegExp) => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await test.step("the menu also archives with undo, and deletes only after confirmation", async () => {
      const details = page.getByRole("complementary", { name: "Details" });
      const archived = details.getByText(/Agent status:\s*Archived/).first();
      await expect(details.getByText(/Run status:\s*Finished/).first()).toBeVisible();
      await act("Archive");
      await expect(archived).toBeVisible();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(archived).toHaveCount(0);
      await act("Archive");
      await expect(archived).toBeVisible();
      await act("Restore");
      await expect(archived).toHaveCount(0);
      await act("Delete…");
      const dialog = page.getByRole("dialog", { name: /^Delete/ });
      await expect(dialog.getByRole("button", { name: "Delete agent" })).toBeDisabled();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog).toHaveCount(0);
    });
    await test.step("details open in a dialog in a narrow window", async () => {
      await page.setViewportSize({ width: 360, height: 800 });
      await page.getByRole("button", { name: "Details" }).click();
      await expect(page.getByRole("dialog", { name: "Details" })).toContainText("Agent status");
      await page.keyboard.press("Escape");
      await page.setViewportSize({ width: 1280, height: 720 });
    });
    await act(/Launch again/);
    await expect(page.getByRole("heading", { name: "New agent", level: 1 })).toBeVisible();
    await expect(prompt(page)).toHaveValue("```sh\necho once\n```");
    await expect(page.getByRole("combobox", { name: "Reference" })).toHaveText("main");
    await expect(page.getByText(/Enter them again/)).toBeVisible();
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(prompt(page)).toHaveValue("");
    await page.getByRole("listitem").filter({ hasText: "Form cleared." }).getByRole("button", { name: "Undo" }).click();
    await expect(prompt(page)).toHaveValue("```sh\necho once\n```");
    await page.evaluate(() => localStorage.removeItem("slipway.launch"));
  });
});
