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

test("what the keys can do, the models and the budget are told", async ({ page, app }) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/keys`);
  const capabilities = page.getByRole("region", { name: "Capabilities" }).getByRole("listitem");
  await expect(capabilities.filter({ hasText: "Read and claim waiting requests" })).toContainText("Works");
  await expect(capabilities.filter({ hasText: "Administer hosting" })).toContainText("Works");
  await checkViewInAllThemes(page, "settings-keys");
  await page.goto(`${app.webUrl}/settings/models`);
  await expect(page.getByRole("region", { name: "Models" }).getByRole("article").first()).toBeVisible();
  await checkViewInAllThemes(page, "settings-models");
  await page.goto(`${app.webUrl}/settings/hosting`);
  await expect(page.getByRole("region", { name: "Rate budget" })).toContainText("of 1,000,000 points");
  await checkViewInAllThemes(page, "settings-budget");
});

test("an owner keeps an admin: the refusal stands at the permission", async ({ page, app }) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/access`);
  const grants = page.getByRole("region", { name: "Grants on demo" });
  const admins = grants.getByRole("listitem").filter({ hasText: "Admins of the team" });
  await checkViewInAllThemes(page, "settings-access");
  await admins.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog", { name: "Access of Admins of the team" });
  await dialog.getByLabel("Permission").selectOption("PERMISSION_READ");
  await dialog.getByRole("button", { name: "Change" }).click();
  await expect(dialog.getByLabel("Permission")).toHaveAccessibleDescription(
    /would be left without an admin\. Nothing was changed\./,
  );
  await page.keyboard.press("Escape");
  await expect(admins).toContainText("Admin");
});

test("an app is registered, changes its keys but never loses the last, and is installed, widened, suspended and removed", async ({
  page,
  app,
}) => {
  await addRepository(app, "widened");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/apps`);
  await page.getByRole("button", { name: "New app" }).click();
  const form = page.getByRole("dialog", { name: "New app" });
  await form.getByLabel("Name", { exact: true }).fill("Night builds");
  await form.getByLabel("Report checks").check();
  await form.getByLabel("Public key").fill("nonsense");
  await form.getByRole("button", { name: "Register app" }).click();
  await expect(form.getByLabel("Public key")).toHaveAccessibleDescription(/must be a PEM SPKI Ed25519 public key/);
  await form.getByLabel("Where installers are sent back to").fill("https://builds.example/done");
  await form.getByLabel("Public key").fill(pem(newKey()));
  await form.getByRole("button", { name: "Register app" }).click();
  await expect(page.getByRole("heading", { name: "Night builds" })).toBeVisible();

  const keys = page.getByRole("region", { name: "Signing keys" });
  await expect(keys.getByRole("listitem")).toHaveCount(1);
  await keys.getByRole("button", { name: "Revoke" }).click();
  await keys.getByRole("button", { name: "Really revoke" }).click();
  await expect(keys.getByRole("alert")).toContainText("last active key of an app can't be revoked");
  await keys.getByRole("button", { name: "Add a key" }).click();
  const adding = page.getByRole("dialog", { name: "Add a signing key" });
  await adding.getByLabel("Public key").fill(pem(newKey()));
  await adding.getByRole("button", { name: "Add key" }).click();
  const kid = await adding.getByRole("status").locator("code").innerText();
  await adding.getByRole("button", { name: "Done" }).click();
  await expect(keys.getByRole("listitem")).toHaveCount(2);
  await checkViewInAllThemes(page, "settings-app");
  const added = keys.getByRole("listitem").filter({ hasText: kid });
  await added.getByRole("button", { name: "Revoke" }).click();
  await added.getByRole("button", { name: "Really revoke" }).click();
  await expect(added).toHaveCount(0);

  await page.getByRole("link", { name: "Install it" }).click();
  await page.getByRole("radio", { name: "Only some" }).click();
  await page.getByLabel("orders", { exact: true }).check();
  await page.getByRole("button", { name: "Install into demo" }).click();
  await expect(page.getByText("Night builds is installed in demo")).toBeVisible();
  await page.goto(`${app.webUrl}/settings/installations`);
  const item = page.getByRole("article", { name: "Night builds in demo" });
  await expect(item).toContainText("by admin@localhost");
  const choose = async (act: string) => {
    await item.getByRole("button", { name: "More about Night builds" }).click();
    await page.getByRole("menuitem", { name: act }).click();
  };
  await choose("Add repositories");
  const more = page.getByRole("dialog", { name: "More repositories for Night builds" });
  await more.getByLabel("widened").check();
  await more.getByRole("button", { name: "Add 1" }).click();
  await expect(item).toContainText("orders, widened");
  await choose("New receipt");
  const receipt = page.getByRole("dialog", { name: "Receipt for Night builds" });
  await receipt.getByRole("button", { name: "Make a receipt" }).click();
  await expect(receipt.getByRole("status")).toContainText("https://builds.example/done?installation_receipt=");
  await receipt.getByRole("button", { name: "Close" }).first().click();
  await choose("Suspend");
  await expect(item.getByText("Suspended").first()).toBeVisible();
  // Without what was said on the way, which fades while it is looked at.
  await page.reload();
  await expect(item.getByText("Suspended").first()).toBeVisible();
  await checkViewInAllThemes(page, "settings-installations");
  await choose("Let it act again");
  await expect(item.getByText("Active")).toBeVisible();
  await choose("Remove");
  await page
    .getByRole("dialog", { name: "Remove Night builds from demo?" })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(item).toHaveCount(0);

  await page.goto(`${app.webUrl}/settings/apps`);
  await page.getByRole("link", { name: "Night builds" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  const sure = page.getByRole("dialog", { name: "Delete Night builds?" });
  await expect(sure.getByRole("button", { name: "Delete app" })).toBeDisabled();
  await sure.getByLabel("Type").fill("Night builds");
  await sure.getByRole("button", { name: "Delete app" }).click();
  await expect(page).toHaveURL(/\/settings\/apps$/);
  await expect(page.getByRole("link", { name: "Night builds" })).toHaveCount(0);
});

test("certificates are required only while an authority is there to sign them", async ({ page, app }) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/ssh`);
  const owner = page.getByRole("region", { name: "SSH authorities of demo" });
  const required = owner.getByLabel("Require certificates for git in demo");
  await required.click();
  await expect(owner.getByRole("alert")).toContainText("lists no certificate authority. Nothing was changed.");
  await expect(required).not.toBeChecked();
  await owner.getByRole("button", { name: "Add an authority" }).click();
  const dialog = page.getByRole("dialog", { name: "New SSH authority of demo" });
  await dialog.getByLabel("Name").fill("Office");
  await dialog.getByLabel("Public key").fill("ssh-dss AAAA");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByLabel("Public key")).toHaveAccessibleDescription(/^publicKey /);
  await dialog.getByLabel("Public key").fill(keyLine(newKey()));
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(owner.getByRole("listitem").filter({ hasText: "Office" })).toContainText("SHA256:");
  await page.reload();
  await expect(owner.getByRole("listitem")).toHaveCount(1);
  await checkViewInAllThemes(page, "settings-ssh");
  await owner.getByRole("button", { name: "Remove Office" }).click();
  await owner.getByRole("button", { name: "Really remove Office" }).click();
  await expect(owner.getByRole("listitem")).toHaveCount(0);
});
