import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { agentProgram } from "@/service/runner/testing/agent-program";
import { expect, signIn, test } from "./testing/app";
import { checkViewInAllThemes } from "./testing/screenshots";

const state = `{ models: { currentModelId: "small", availableModels: [{ modelId: "small", name: "Small" }, { modelId: "large", name: "Large" }] } }`;

test("an admin sets up a coding agent, and the launch form says when it is disabled", async ({ page, app }) => {
  const file = join(app.dataDir, "coding-agent.mjs");
  await writeFile(file, agentProgram("", { state }));
  const headers = { authorization: `Bearer ${app.keys.admin}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "mine", command: [process.execPath, file] });
  await signIn(page, app);
  await page.getByRole("link", { name: "Set up a coding agent" }).click();
  await expect(page.getByRole("form", { name: "Add Claude Code" })).toBeVisible();
  await checkViewInAllThemes(page, "settings-agents-empty");
  await fetch(`${app.serviceUrl}/admin/v1/agent-programs`, { method: "POST", headers, body });
  await page.reload();
  const mine = page.getByRole("article", { name: "mine" });
  await expect(mine).toContainText("Ready");
  await expect(mine).toContainText("2 models");
  await mine.getByLabel("Default model").selectOption("Large");
  await checkViewInAllThemes(page, "settings-agents");
  await mine.getByRole("button", { name: "Disable" }).click();
  await expect(mine).toContainText("Disabled");
  await page.goto(`${app.webUrl}/agents/new`);
  await page
    .getByRole("combobox", { name: /^Model/ })
    .first()
    .click();
  await page.getByRole("option", { name: /mine · is disabled/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "mine is disabled." })).toBeVisible();
  await page.getByRole("link", { name: "Set it up in Settings" }).click();
  await mine.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(mine).toBeHidden();
});
