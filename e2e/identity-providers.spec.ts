import type { Page } from "@playwright/test";
import { test as base, expect } from "./testing/app";
import { githubClient, startGithubServer } from "./testing/github-server";
import { oidcClient, startOidcServer } from "./testing/oidc-server";

type Servers = {
  oidc: Awaited<ReturnType<typeof startOidcServer>>;
  github: Awaited<ReturnType<typeof startGithubServer>>;
};

const test = base.extend<object, { servers: Servers }>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its parameter's pattern.
    async ({}, use) => {
      const servers = { oidc: await startOidcServer(), github: await startGithubServer() };
      await use(servers);
      await servers.oidc.stop();
      await servers.github.stop();
    },
    { scope: "worker" },
  ],
  environment: [
    async ({ servers }, use) => {
      await use({
        OIDC_ISSUER: servers.oidc.issuer,
        OIDC_CLIENT_ID: oidcClient.id,
        OIDC_CLIENT_SECRET: oidcClient.secret,
        OIDC_NAME: "Example ID",
        GITHUB_URL: servers.github.url,
        GITHUB_CLIENT_ID: githubClient.id,
        GITHUB_CLIENT_SECRET: githubClient.secret,
        SIGN_IN_DOMAINS: "example.com",
        SIGN_IN_ROLE: "operator",
      });
    },
    { scope: "worker" },
  ],
});

async function signInAs(page: Page, webUrl: string, name: string) {
  await page.goto(`${webUrl}/sign-in`);
  await page.getByRole("button", { name: "Sign in with Example ID" }).click();
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a user of an allowed domain signs in with OpenID Connect and signs out", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await signInAs(page, app.webUrl, "eve");
  const account = page.getByRole("button", { name: /eve Tester/ });
  await expect(account).toContainText("Operator");

  const cookies = await page.context().cookies();
  await account.click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in(\?|$)/);
  // The session ends on the server, not only in this browser.
  await page.context().addCookies(cookies);
  await page.goto(`${app.webUrl}/agents`);
  await expect(page).toHaveURL(/\/sign-in(\?|$)/);
});

test("an unverified email address is rejected", { tag: "@long" }, async ({ page, app }) => {
  await signInAs(page, app.webUrl, "unverified-mallory");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("hasn't verified the email address");
  await page.goto(`${app.webUrl}/agents`);
  await expect(page).toHaveURL(/\/sign-in(\?|$)/);
});

test("GitHub signs users in by their verified primary address", { tag: "@long" }, async ({ page, app, servers }) => {
  servers.github.account.emails = [
    { email: "someone@elsewhere.org", primary: true, verified: true },
    { email: "boss@example.com", primary: false, verified: true },
  ];
  await page.goto(`${app.webUrl}/sign-in`);
  await page.getByRole("button", { name: "Sign in with GitHub" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("No user with this email address");

  servers.github.account.emails = [{ email: "octo@example.com", primary: true, verified: true }];
  await page.getByRole("button", { name: "Sign in with GitHub" }).click();
  await expect(page.getByRole("button", { name: /octo/ })).toContainText("Operator");
});

test("a failed connection shows an error, and signing in works again afterward", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await page.goto(`${app.webUrl}/sign-in`);
  app.disconnect();
  await page.getByRole("button", { name: "Sign in with Example ID" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Couldn't sign in");
  await expect(page.getByText("npx slipway sign-in")).toBeVisible();
  app.reconnect();
  await page.getByRole("button", { name: "Sign in with Example ID" }).click();
  await expect(page.getByPlaceholder("Enter any login")).toBeVisible();
});
