import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { appQuery } from "@/components/apps/app-queries";
import { hostedRepositoriesQuery, namespacesQuery } from "@/components/repositories/repository-queries";
import { callProxy } from "@/lib/client/call";
import type { App } from "@/lib/contract/hosting/apps/app";
import type { InstallRequest } from "./install-request";
import { InstallScreen } from "./install-screen";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const owner = { slug: "demo", id: "ns_1" };
const app: App = {
  id: "app_1",
  displayName: "CI",
  description: "Reports <b>checks</b>",
  websiteUrl: "",
  webhookUrl: "",
  events: [],
  installationRedirectUris: ["https://ci.example/done"],
  defaultScopes: [],
  namespaceSlug: "acme",
  createdAt: "",
  updatedAt: "",
};
const request: InstallRequest = {
  appId: "app_1",
  scope: "repository:checks:write",
  redirectUri: "",
  state: "s1",
  summary: "To test",
  includeGranted: false,
};

function show(more: Partial<InstallRequest> = {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(appQuery("app_1").queryKey, app);
  client.setQueryData(namespacesQuery(callProxy).queryKey, [{ namespace: owner, viewerCanCreateRepositories: true }]);
  client.setQueryData(hostedRepositoriesQuery(callProxy).queryKey, [
    {
      id: "repo_1",
      name: "orders",
      fullName: "demo/orders",
      owner,
      defaultBranch: "main",
      createdAt: "",
      updatedAt: "",
      cloneUrl: "",
      visibility: "private",
      allowMergeCommit: true,
      allowSquashMerge: true,
      deleteBranchOnMerge: true,
    },
  ]);
  render(
    <QueryClientProvider client={client}>
      <InstallScreen request={{ ...request, ...more }} user="admin@localhost" />
    </QueryClientProvider>,
  );
}

it("H-INST-34 shows an app's permissions before the installation, each :write with its :read, and sends exactly those", async () => {
  const sent: { url: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(init.body)) });
    const installation = { id: "inst_1", appId: "app_1", target: owner, repoSelectionMode: "selected", scopes: [] };
    return Response.json({ ...installation, createdAt: "", updatedAt: "" });
  });
  show();
  const list = screen.getByRole("region", { name: "Permissions" });
  expect(list.textContent).toContain("Report checksWrite");
  expect(list.textContent).toContain("Read checks");
  expect(screen.getByText("Reports <b>checks</b>")).toBeTruthy();
  expect(screen.getByText(/To test/)).toBeTruthy();

  fireEvent.click(screen.getByRole("radio", { name: "Selected repositories" }));
  const install = screen.getByRole("button", { name: "Install in demo" });
  expect(install.hasAttribute("disabled")).toBe(true);
  fireEvent.click(screen.getByLabelText("orders"));
  fireEvent.click(install);
  // The sending code is loaded with the first call.
  const installed = () => expect(screen.getByRole("status").textContent).toContain("CI installed in demo");
  await waitFor(installed, { timeout: 20_000 });
  expect(sent).toEqual([
    {
      url: "/api/admin/v1/namespaces/demo/installations",
      body: {
        appId: "app_1",
        scopes: ["repository:metadata:read", "repository:checks:read", "repository:checks:write"],
        installedBy: "admin@localhost",
        repositories: ["repo_1"],
      },
    },
  ]);
});

it("redirects once the receipt is verified, and shows an error otherwise", async () => {
  const redirectUrl = "https://ci.example/done?installation_receipt=a.b.c";
  const assign = vi.fn();
  vi.spyOn(window.location, "assign").mockImplementation(assign);
  let isValid = false;
  const checked: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (!url.endsWith("/receipt-check")) {
      const installation = { id: "inst_1", appId: "app_1", target: owner, repoSelectionMode: "all", scopes: [] };
      return Response.json({ ...installation, createdAt: "", updatedAt: "", redirectUrl });
    }
    checked.push([url, JSON.parse(String(init.body))]);
    if (isValid) return Response.json({ installationId: "inst_1" });
    const error = { code: "invalid_receipt", message: "The receipt is invalid.", field: "receipt" };
    return Response.json({ error }, { status: 400 });
  });
  show({ redirectUri: "https://ci.example/done" });
  fireEvent.click(screen.getByRole("button", { name: "Install in demo" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The receipt is invalid.");
  expect(screen.getByRole("status").textContent).toContain("CI installed in demo");
  expect(assign).not.toHaveBeenCalled();
  isValid = true;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(assign.mock.calls).toEqual([[redirectUrl]]));
  const body = { appId: "app_1", receipt: "a.b.c", state: "s1" };
  expect(checked).toEqual(Array(2).fill(["/api/dashboard/installations/inst_1/receipt-check", body]));
});

it("shows no install button for an unregistered redirect URI or unknown scopes", () => {
  for (const wrong of [{ redirectUri: "https://evil.example/" }, { scope: "everything" }]) {
    show(wrong);
    expect(screen.getByRole("alert").textContent).toContain("Invalid installation link");
    expect(screen.queryByRole("button", { name: /Install/ })).toBeNull();
    cleanup();
  }
});
