import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import type { Role } from "@/lib/contract/operation";
import { ApiTokensScreen } from "./api-tokens-screen";

let calls: ProxyCall[];
const created = { createdAt: "2026-01-01T00:00:00.000Z", expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
const active = { ...created, id: "1", name: "nightly", role: "operator" };
const responses: Record<string, unknown> = {
  "GET tokens": {
    tokens: [
      { ...active, lastUsedAt: "2026-01-02T00:00:00.000Z" },
      { ...created, id: "2", name: "old", role: "viewer", expiresAt: "2026-02-01T00:00:00.000Z" },
      { ...created, id: "3", name: "leaked", role: "viewer", revokedAt: "2026-01-03T00:00:00.000Z" },
    ],
  },
  "GET user-tokens": {
    tokens: [
      { ...active, user: { id: "me", email: "me@example.test" } },
      { ...active, id: "4", name: "deploy", user: { id: "eve", email: "eve@example.test" } },
    ],
  },
  "POST tokens": { ...created, id: "5", name: "ci", role: "operator", token: "slipway_new" },
  "DELETE 4": { id: "4" },
};

beforeEach(() => {
  calls = stubProxy(({ method, path }) => responses[`${method} ${path.split("/").at(-1)}`]);
});
afterEach(cleanup);

function show(role: Role) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <ApiTokensScreen user={{ id: "me", role }} />
    </QueryClientProvider>,
  );
}

it("shows the state and the last use of tokens, and only active ones can be revoked", async () => {
  show("operator");
  const items = await screen.findAllByRole("listitem");
  expect(items.map((item) => within(item).queryByRole("button") !== null)).toEqual([true, false, false]);
  expect(items[0]?.textContent).toContain("last used");
  expect(items[1]?.textContent).toMatch(/Expired.*never used · expired 2026-02-01/);
  expect(items[2]?.textContent).toContain("Revoked");
  expect(screen.queryByRole("region", { name: "Other users' API tokens" })).toBeNull();
});

it("creates a token with at most the user's role and shows it once", async () => {
  show("operator");
  fireEvent.click(await screen.findByRole("button", { name: "Create API token" }));
  const dialog = within(await screen.findByRole("dialog"));
  const roles = within(dialog.getByLabelText("Role")).getAllByRole("option");
  expect(roles.map(({ textContent }) => textContent)).toEqual(["Viewer", "Operator"]);
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "ci" } });
  fireEvent.change(dialog.getByLabelText("Expires in"), { target: { value: "30" } });
  fireEvent.click(dialog.getByRole("button", { name: "Create token" }));
  expect(await screen.findByText("slipway_new")).toBeTruthy();
  expect(calls.find(({ method }) => method === "POST")).toEqual({
    method: "POST",
    path: "/dashboard/tokens",
    body: { name: "ci", role: "operator", expiresInDays: 30 },
  });
});

it("lets admins revoke the tokens of other users, after confirmation", async () => {
  show("admin");
  const others = within(await screen.findByRole("region", { name: "Other users' API tokens" }));
  expect((await others.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("eve@example.test"),
  ]);
  fireEvent.click(others.getByRole("button", { name: "Revoke API token deploy" }));
  fireEvent.click(await screen.findByRole("button", { name: "Revoke token" }));
  await waitFor(() => expect(calls).toContainEqual({ method: "DELETE", path: "/dashboard/tokens/4" }));
});
