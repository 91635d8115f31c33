import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import type { GitHubServer } from "@/lib/contract/admin/github-apps/github-server";
import { startGitHubApp } from "@/lib/contract/admin/github-apps/start-github-app";
import { GitHubScreen } from "./github-screen";

afterEach(cleanup);

const app = {
  id: 1,
  name: "Slipway acme",
  slug: "slipway-acme",
  owner: "acme",
  webhooks: true,
  installUrl: "https://github.com/apps/slipway-acme/installations/new",
};
const installation = { id: 7, account: "acme", repositories: "selected", suspended: true, missing: ["Checks: write"] };
const server: GitHubServer = {
  host: "github.com",
  hasToken: true,
  app,
  installations: [{ ...installation, url: "https://github.com/settings/installations/7" }],
};

function show({ isAdmin = true, items = [server], outcome = "" } = {}): ProxyCall[] {
  const calls = stubProxy(({ path }) =>
    path.includes("connections")
      ? { items: [{ host: "github.com", login: "ada", createdAt: "2026-11-24T10:00:00Z" }], hosts: ["github.com"] }
      : { items, host: "github.com" },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <GitHubScreen isAdmin={isAdmin} canConnect outcome={outcome} />
    </QueryClientProvider>,
  );
  return calls;
}

describe("Settings → GitHub", () => {
  it("shows the app with its installations, and what is wrong with them", async () => {
    show();
    const section = within(await screen.findByRole("region", { name: "github.com" }));
    for (const text of ["Selected repositories", "Suspended", "Missing permissions: Checks: write"]) {
      expect(section.getByText(text)).toBeDefined();
    }
    expect(section.getByRole("link", { name: "Install on an account" }).getAttribute("href")).toBe(app.installUrl);
  });

  it("posts the server and the organization of a new app to the dashboard", async () => {
    show({ items: [] });
    const form = (await screen.findByLabelText("Server")).closest("form");
    expect(form?.getAttribute("action")).toBe("/api/github-app");
    expect(form?.method).toBe("post");
    expect([...new FormData(form ?? undefined).keys()]).toEqual(["host", "organization"]);
  });

  it.each([
    ["Server", "host", ["github.com", " GitHub.example:8443 ", "ghe", "https://github.com", "git hub.com", "a..b"]],
    [/^Organization/, "organization", ["acme-inc", " acme ", "acme/web", "a".repeat(101)]],
  ])("keeps the form on the page while the dashboard would reject %s", async (label, field, values) => {
    show({ items: [] });
    const input = await screen.findByLabelText<HTMLInputElement>(label);
    for (const value of values) {
      fireEvent.change(input, { target: { value } });
      const sent = { host: "github.com", redirectUrl: "https://slipway.example", [field]: value.trim().toLowerCase() };
      expect([value, input.checkValidity()]).toEqual([value, startGitHubApp.body?.safeParse(sent).success]);
    }
  });

  it("deletes an app after a confirmation", async () => {
    const calls = show();
    fireEvent.click(await screen.findByRole("button", { name: "Delete app" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Delete app" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
    expect(calls.find(({ method }) => method === "DELETE")?.path).toBe("/admin/v1/github-apps/github.com");
  });

  it("disconnects the user's account", async () => {
    const calls = show();
    fireEvent.click(await screen.findByRole("button", { name: "Disconnect ada on github.com" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
    expect(calls.find(({ method }) => method === "DELETE")?.path).toBe("/v1/github-connections/github.com");
  });

  it("shows servers only to admins, and the result of returning from GitHub", async () => {
    const calls = show({ isAdmin: false, outcome: "connected-failed" });
    expect((await screen.findByRole("alert")).textContent).toContain("Couldn't connect your GitHub account");
    expect(await screen.findByText("ada")).toBeDefined();
    expect(calls.some(({ path }) => path.includes("/admin/"))).toBe(false);
  });
});
