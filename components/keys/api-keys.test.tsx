import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import ApiKeys from "./api-keys";

let calls: ProxyCall[];
const soon = new Date(Date.now() + 86_400_000).toISOString();
const responses: Record<string, unknown> = {
  "GET keys": {
    keys: [
      { id: "1", name: "laptop", owner: "mia@example.test", createdAt: "2026-01-01T00:00:00.000Z", agentScoped: false },
      {
        id: "2",
        name: "old",
        owner: "sa_ci",
        createdAt: "2026-01-01T00:00:00.000Z",
        expiresAt: "2026-02-01T00:00:00.000Z",
        agentScoped: true,
        repositories: ["acme/widgets"],
      },
      {
        id: "3",
        name: "brief",
        owner: "sa_ci",
        createdAt: "2026-01-01T00:00:00.000Z",
        expiresAt: soon,
        agentScoped: true,
      },
      {
        id: "5",
        name: "Worker in gpu",
        owner: "sa_ci",
        createdAt: "2026-01-01T00:00:00.000Z",
        agentScoped: false,
        registration: { pool: "gpu", expiresAt: "2099-02-01T10:00:00.000Z" },
      },
    ],
  },
  "GET service-accounts": { serviceAccounts: [{ id: "sa_ci", name: "CI", createdAt: "2026-01-01T00:00:00.000Z" }] },
  "GET users": { users: [] },
  "POST keys": { id: "4", name: "deploy", key: "sak_new" },
  "DELETE 1": { id: "1" },
};

beforeEach(() => {
  calls = stubProxy(({ method, path }) => responses[`${method} ${path.split("/").at(-1)}`]);
});
afterEach(cleanup);

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <ApiKeys />
    </QueryClientProvider>,
  );
}

it("shows expired keys as expired, and the repositories a key is limited to", async () => {
  show();
  const items = await screen.findAllByRole("listitem");
  expect(items.map((item) => within(item).queryByText("Expired") !== null)).toEqual([false, true, false, false]);
  expect(items[1]?.textContent).toContain("Only acme/widgets");
  expect(items[1]?.textContent).toContain("expired 2026-02-01 00:00 UTC");
  expect(items[3]?.textContent).toContain("for pool gpu · registers workers until 2099-02-01 10:00 UTC");
});

it("creates a key limited to repositories and in time, and shows it once", async () => {
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Create API key" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "deploy" } });
  await dialog.findByRole("option", { name: "CI" });
  fireEvent.change(dialog.getByLabelText("Owner"), { target: { value: "sa_ci" } });
  fireEvent.change(dialog.getByLabelText(/^Expires/), { target: { value: "2099-01-31" } });
  fireEvent.change(dialog.getByLabelText(/^Repositories/), { target: { value: "acme/widgets\nacme/gears" } });
  fireEvent.click(dialog.getByRole("button", { name: "Create key" }));
  expect(await screen.findByText("sak_new")).toBeTruthy();
  expect(calls.find(({ method }) => method === "POST")).toEqual({
    method: "POST",
    path: "/admin/v1/service-accounts/sa_ci/keys",
    body: {
      name: "deploy",
      expiresAt: "2099-01-31T23:59:59Z",
      agentScoped: false,
      repositories: ["acme/widgets", "acme/gears"],
    },
  });
});

it("deletes a key after confirmation", async () => {
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Delete API key laptop" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete key" }));
  await waitFor(() => expect(calls).toContainEqual({ method: "DELETE", path: "/admin/v1/keys/1" }));
});
