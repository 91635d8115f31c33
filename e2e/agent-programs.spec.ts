import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { presets } from "@/runner/programs/presets";
import { agentProgram } from "@/runner/testing/agent-program";
import { writeInstalled } from "@/runner/testing/installed-preset";
import { loginProgram } from "@/runner/testing/login-program";
import { expect, signIn, test } from "./testing/app";
import { checkViewInAllThemes } from "./testing/screenshots";
import { setProgramVersion } from "./testing/seed-agents";

const state = `{ models: { currentModelId: "small", availableModels: [{ modelId: "small", name: "Small" }, { modelId: "large", name: "Large" }] } }`;

test("an admin sets up a coding agent, and the launch form says when it is disabled", { tag: "@long" }, async ({
  page,
  app,
}) => {
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

test("an admin logs in to a coding agent with the agent's login flow", { tag: "@long" }, async ({ page, app }) => {
  const file = join(app.dataDir, "login-agent.mjs");
  await writeFile(file, loginProgram);
  const headers = { authorization: `Bearer ${app.keys.admin}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "subscribed", command: [process.execPath, file] });
  await fetch(`${app.serviceUrl}/admin/v1/agent-programs`, { method: "POST", headers, body });
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/agents`);
  const agent = page.getByRole("article", { name: "subscribed" });
  await expect(agent).toContainText("Needs key");
  await agent.getByRole("button", { name: "Log in: Terminal" }).click();
  await expect(agent).toContainText("Open https://login.example.test?x=1");
  await checkViewInAllThemes(page, "settings-agents-login");
  await agent.getByLabel("Code or answer").fill("1234567");
  await agent.getByRole("button", { name: "Send" }).click();
  await expect(agent).toContainText("Ready");
  await expect(agent).toContainText("Logged in just now");
  await agent.getByRole("button", { name: "Log out" }).click();
  await expect(agent).toContainText("Needs key");
  await agent.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(agent).toBeHidden();
});

test("an admin updates a coding agent, which keeps its version until the new one works", { tag: "@long" }, async ({
  page,
  app,
}) => {
  const { version } = presets.opencode;
  const install = async (each: string, source: string) =>
    chmod(await writeInstalled(app.dataDir, "opencode", each, `#!${process.execPath}\n${source}`), 0o755);
  await install("1.0.0", agentProgram("", { state }));
  await install(version, agentProgram("", { state }));
  const headers = { authorization: `Bearer ${app.keys.admin}`, "content-type": "application/json" };
  const body = JSON.stringify({ preset: "opencode" });
  await fetch(`${app.serviceUrl}/admin/v1/agent-programs`, { method: "POST", headers, body });
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/agents`);
  const agent = page.getByRole("article", { name: "OpenCode" });
  await expect(agent).toContainText("Ready");
  await setProgramVersion(app, "opencode", "1.0.0");
  await install(version, 'console.error("out of luck"); process.exit(3);');
  await page.reload();
  await expect(agent).toContainText("1.0.0");
  await agent.getByRole("button", { name: `Update to ${version}` }).click();
  await expect(agent.getByRole("alert")).toContainText(`Couldn't update to ${version}. Runs still use 1.0.0.`);
  await expect(agent.getByRole("alert")).toContainText("out of luck");
  await expect(agent).toContainText("Ready");
  await checkViewInAllThemes(page, "settings-agents-update");
  await install(version, agentProgram("", { state }));
  await agent.getByRole("button", { name: `Update to ${version}` }).click();
  await expect(agent.getByRole("button", { name: /^Update/ })).toBeHidden();
  await expect(agent).toContainText(version);
  await expect(agent).toContainText("Ready");
  await agent.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(agent).toBeHidden();
});
