import type { Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { checkPage, checkViewInAllThemes } from "./testing/screenshots";

const secret = "tok-4f7c1e9b2a";
const rotated = "tok-rotated-8d3e";

/** Fields of the open dialog. */
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

async function fillForm(page: Page, webUrl: string, prompt: string): Promise<void> {
  await page.goto(`${webUrl}/agents/new`);
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill(prompt);
  await page.getByRole("combobox", { name: "Model" }).first().click();
  await page
    .getByRole("option", { name: /script/i })
    .first()
    .click();
}

const screenOf = (page: Page) => page.getByRole("region", { name: "Variables", exact: true });

/** Adds the secret on the screen without variables, by keyboard. */
async function addSecret(page: Page, app: App): Promise<void> {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/variables`);
  const screen = screenOf(page);
  await expect(screen.getByText("No variables yet")).toBeVisible();
  await checkPage(page, "variables-empty");

  await test.step("add a secret with the keyboard", async () => {
    await screen.getByRole("button", { name: "Add variable" }).press("Enter");
    const adding = dialog(page, "Add variable");
    await adding.getByLabel("Name").fill("SVC_TOKEN");
    await adding.getByLabel("Value").fill("short");
    await adding.getByLabel("Name").press("Enter");
    await expect(adding.getByText("can't start with SVC_")).toBeVisible();
    await adding.getByLabel("Name").fill("API_TOKEN");
    await adding.getByLabel("Name").press("Enter");
    await expect(adding.getByText(/too short to be masked/i)).toBeVisible();
    await checkViewInAllThemes(page, "variables-add");
    await adding.getByLabel("Value").fill(secret);
    await adding.getByLabel("Name").press("Enter");
    await expect(adding).toHaveCount(0);
    const row = screen.getByRole("row", { name: /API_TOKEN/ });
    await expect(row).toContainText("Secret · Automatic");
    await expect(row).toContainText("Not used yet");
  });
}

test("variables are pasted, chosen at launch, rotated and deleted", { tag: "@long" }, async ({ page, app }) => {
  await addSecret(page, app);
  const screen = screenOf(page);

  await test.step("paste a .env file", async () => {
    await screen.getByRole("button", { name: "Paste .env" }).click();
    const paste = dialog(page, "Paste .env");
    await paste.getByLabel("Text").fill("# settings\nSTAGE=staging\nexport REGION='eu'\n1BAD=x");
    await paste.getByLabel("Kind").selectOption("Variable");
    await paste.getByLabel("Add to launches").selectOption("When chosen at launch");
    await paste.getByRole("button", { name: "Preview" }).press("Enter");
    const preview = paste.getByRole("region", { name: "Preview" });
    await expect(preview.getByRole("listitem").filter({ hasText: "STAGE" })).toContainText("Add");
    await expect(preview.getByRole("listitem").filter({ hasText: "1BAD" })).toContainText("Invalid");
    await preview.scrollIntoViewIfNeeded();
    await checkViewInAllThemes(page, "variables-paste");
    await paste.getByRole("button", { name: "Save 2 variables" }).press("Enter");
    await expect(paste).toHaveCount(0);
    await expect(screen.getByRole("row", { name: /STAGE/ })).toContainText("staging");
    await expect(screen.getByRole("row", { name: /1BAD/ })).toHaveCount(0);
  });

  await test.step("launch with the automatic secret and a chosen variable", async () => {
    await fillForm(page, app.webUrl, '```sh\necho "token=[$API_TOKEN] stage=[$STAGE] region=[$REGION]"\n```');
    const saved = page.getByRole("list", { name: "Saved variables" });
    await expect(saved.getByRole("checkbox", { name: "API_TOKEN" })).toBeChecked();
    await expect(saved.getByRole("checkbox", { name: "API_TOKEN" })).toBeDisabled();
    await expect(saved.getByRole("checkbox", { name: "REGION" })).not.toBeChecked();
    await saved.getByRole("checkbox", { name: "STAGE" }).check();
    await checkViewInAllThemes(page, "variables-launch");
    await page.getByRole("button", { name: /Launch agent/ }).click();
    await expect(page).toHaveURL(/\/agents\/bc-/);
    const transcript = page.getByRole("region", { name: "Transcript" });
    await expect(transcript.getByText("token=[[masked]] stage=[staging] region=[]").first()).toBeVisible();
    await expect(page.getByText(secret)).toHaveCount(0);
  });

  await test.step("see the use, rotate, and delete", async () => {
    await page.goto(`${app.webUrl}/settings/variables`);
    const row = screen.getByRole("row", { name: /^API_TOKEN/ });
    await expect(row).toContainText("1 launch, last");
    await expect(screen.getByRole("row", { name: /^REGION/ })).toContainText("Not used yet");
    await checkPage(page, "variables");
    await row.getByRole("button", { name: "Edit API_TOKEN" }).click();
    const edit = dialog(page, "Edit API_TOKEN");
    await expect(edit.getByLabel("Value")).toHaveValue("");
    await edit.getByLabel("Value").fill(rotated);
    await edit.getByRole("button", { name: "Save variable" }).click();
    await expect(edit).toHaveCount(0);
    await fillForm(page, app.webUrl, `\`\`\`sh\necho "old=[${secret}] new=[$API_TOKEN]"\n\`\`\``);
    await page.getByRole("button", { name: /Launch agent/ }).click();
    const transcript = page.getByRole("region", { name: "Transcript" });
    await expect(transcript.getByText("old=[[masked]] new=[[masked]]").first()).toBeVisible();

    await page.goto(`${app.webUrl}/settings/variables`);
    await screen.getByRole("button", { name: "Delete API_TOKEN" }).click();
    await dialog(page, "Delete API_TOKEN?").getByRole("button", { name: "Delete variable" }).click();
    // An open dialog hides the rows.
    await expect(dialog(page, "Delete API_TOKEN?")).toHaveCount(0);
    await expect(screen.getByRole("row", { name: /^API_TOKEN/ })).toHaveCount(0);
  });

  await test.step("the audit log names variables, never values", async () => {
    await page.goto(`${app.webUrl}/settings/audit`);
    const log = page.getByRole("region", { name: "Audit log" });
    await expect(log.getByText(/Deleted saved variable · user: API_TOKEN/)).toBeVisible();
    await expect(log.getByText(/user: API_TOKEN, user: STAGE/)).toBeVisible();
    await expect(log.getByText(secret)).toHaveCount(0);
  });
});
