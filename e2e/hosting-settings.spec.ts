import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, signIn, test } from "./testing/app";
import { addRepository } from "./testing/hosting";
import { checkViewInAllThemes } from "./testing/screenshots";

const newKey = () => generateKeyPairSync("ed25519").publicKey;
const pem = (key: KeyObject) => key.export({ format: "pem", type: "spki" }).toString();

/** A public key as a line of `authorized_keys`. */
function keyLine(key: KeyObject): string {
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  const raw = key.export({ format: "der", type: "spki" }).subarray(-32);
  return `ssh-ed25519 ${Buffer.concat([part(Buffer.from("ssh-ed25519")), part(raw)]).toString("base64")}`;
}

test("shows key capabilities, models and the rate limit", { tag: "@long" }, async ({ page, app }) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/keys`);
  const capabilities = page.getByRole("region", { name: "Capabilities" }).getByRole("listitem");
  await expect(capabilities.filter({ hasText: "Read and claim queued agents" })).toContainText("Available");
  await expect(capabilities.filter({ hasText: "Administer hosting" })).toContainText("Available");
  await checkViewInAllThemes(page, "settings-keys");
  await page.goto(`${app.webUrl}/settings/models`);
  await expect(page.getByRole("region", { name: "Models" }).getByRole("article").first()).toBeVisible();
  await checkViewInAllThemes(page, "settings-models");
  await page.goto(`${app.webUrl}/settings/hosting`);
  await expect(page.getByRole("region", { name: "Rate limit" })).toContainText("of 1,000,000 points");
  await checkViewInAllThemes(page, "settings-budget");
});

test("the last admin of an owner can't be removed, and the error is shown at the permission", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/access`);
  const grants = page.getByRole("region", { name: "Access to demo" });
  const admins = grants.getByRole("listitem").filter({ hasText: "Team admins" });
  await checkViewInAllThemes(page, "settings-access");
  await admins.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit access for Team admins" });
  await dialog.getByLabel("Permission").selectOption("PERMISSION_READ");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Permission")).toHaveAccessibleDescription(/must keep at least one admin\./);
  await page.keyboard.press("Escape");
  await expect(admins).toContainText("Admin");
});

test("create an app, rotate its keys, then install, extend, suspend, uninstall and delete it", {
  tag: "@long",
}, async ({ page, app }) => {
  await addRepository(app, "widened");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/apps`);
  await page.getByRole("button", { name: "New app" }).click();
  const form = page.getByRole("dialog", { name: "New app" });
  await form.getByLabel("Name", { exact: true }).fill("Night builds");
  await form.getByLabel("Report checks").check();
  await form.getByLabel("Public key").fill("nonsense");
  await form.getByRole("button", { name: "Create app" }).click();
  await expect(form.getByLabel("Public key")).toHaveAccessibleDescription(/must be a PEM SPKI Ed25519 public key/);
  await form.getByLabel("Redirect URIs").fill("https://builds.example/done");
  await form.getByLabel("Public key").fill(pem(newKey()));
  await form.getByRole("button", { name: "Create app" }).click();
  await expect(page.getByRole("heading", { name: "Night builds" })).toBeVisible();

  const keys = page.getByRole("region", { name: "Signing keys" });
  await expect(keys.getByRole("listitem")).toHaveCount(1);
  await keys.getByRole("button", { name: "Revoke" }).click();
  await keys.getByRole("button", { name: "Confirm revocation" }).click();
  await expect(keys.getByRole("alert")).toContainText("last active key of an app can't be revoked");
  await keys.getByRole("button", { name: "Add key" }).click();
  const adding = page.getByRole("dialog", { name: "Add signing key" });
  await adding.getByLabel("Public key").fill(pem(newKey()));
  await adding.getByRole("button", { name: "Add key" }).click();
  const kid = await adding.getByRole("status").locator("code").last().innerText();
  await adding.getByRole("button", { name: "Done" }).click();
  await expect(keys.getByRole("listitem")).toHaveCount(2);
  await checkViewInAllThemes(page, "settings-app");
  const added = keys.getByRole("listitem").filter({ hasText: kid });
  await added.getByRole("button", { name: "Revoke" }).click();
  await added.getByRole("button", { name: "Confirm revocation" }).click();
  await expect(added).toHaveCount(0);

  await page.getByRole("link", { name: "Install app" }).click();
  await page.getByRole("radio", { name: "Selected repositories" }).click();
  await page.getByLabel("orders", { exact: true }).check();
  await page.getByRole("button", { name: "Install in demo" }).click();
  await expect(page.getByText("Night builds installed in demo")).toBeVisible();
  await page.goto(`${app.webUrl}/settings/installations`);
  const item = page.getByRole("article", { name: "Night builds in demo" });
  await expect(item).toContainText("by admin@localhost");
  const choose = async (act: string) => {
    await item.getByRole("button", { name: "More actions for Night builds" }).click();
    await page.getByRole("menuitem", { name: act }).click();
  };
  await choose("Add repositories");
  const more = page.getByRole("dialog", { name: "Add repositories to Night builds" });
  await more.getByLabel("widened").check();
  await more.getByRole("button", { name: "Add 1" }).click();
  await expect(item).toContainText("orders, widened");
  await choose("New receipt");
  const receipt = page.getByRole("dialog", { name: "Receipt for Night builds" });
  await receipt.getByRole("button", { name: "Create receipt" }).click();
  await expect(receipt.getByRole("status")).toContainText("https://builds.example/done?installation_receipt=");
  await receipt.getByRole("button", { name: "Close" }).first().click();
  await choose("Suspend");
  await expect(item.getByText("Suspended").first()).toBeVisible();
  // Reload to remove the toasts, which fade out during the check.
  await page.reload();
  await expect(item.getByText("Suspended").first()).toBeVisible();
  await checkViewInAllThemes(page, "settings-installations");
  await choose("Unsuspend");
  await expect(item.getByText("Active")).toBeVisible();
  await choose("Uninstall");
  await page
    .getByRole("dialog", { name: "Uninstall Night builds from demo?" })
    .getByRole("button", { name: "Uninstall" })
    .click();
  await expect(item).toHaveCount(0);

  await page.goto(`${app.webUrl}/settings/apps`);
  await page.getByRole("link", { name: "Night builds" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  const confirmation = page.getByRole("dialog", { name: "Delete Night builds?" });
  await expect(confirmation.getByRole("button", { name: "Delete app" })).toBeDisabled();
  await confirmation.getByLabel("Type").fill("Night builds");
  await confirmation.getByRole("button", { name: "Delete app" }).click();
  await expect(page).toHaveURL(/\/settings\/apps$/);
  await expect(page.getByRole("link", { name: "Night builds" })).toHaveCount(0);
});

test("certificates can be required only with an authority", { tag: "@long" }, async ({ page, app }) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/ssh`);
  const owner = page.getByRole("region", { name: "SSH authorities of demo" });
  const required = owner.getByLabel("Require certificates for git in demo");
  await required.click();
  await expect(owner.getByRole("alert")).toContainText("Add a certificate authority before requiring certificates.");
  await expect(required).not.toBeChecked();
  await owner.getByRole("button", { name: "Add authority" }).click();
  const dialog = page.getByRole("dialog", { name: "Add SSH authority to demo" });
  await dialog.getByLabel("Name").fill("Office");
  await dialog.getByLabel("Public key").fill("ssh-dss AAAA");
  await dialog.getByRole("button", { name: "Add authority" }).click();
  await expect(dialog.getByLabel("Public key")).toHaveAccessibleDescription(/^publicKey /);
  await dialog.getByLabel("Public key").fill(keyLine(newKey()));
  await dialog.getByRole("button", { name: "Add authority" }).click();
  await expect(owner.getByRole("listitem").filter({ hasText: "Office" })).toContainText("SHA256:");
  await page.reload();
  await expect(owner.getByRole("listitem")).toHaveCount(1);
  await checkViewInAllThemes(page, "settings-ssh");
  await owner.getByRole("button", { name: "Remove Office" }).click();
  await owner.getByRole("button", { name: "Confirm removal Office" }).click();
  await expect(owner.getByRole("listitem")).toHaveCount(0);
});
