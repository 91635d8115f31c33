import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import DefaultModels from "./default-models";

let calls: ProxyCall[];
const users = [
  { id: "user_1", email: "mia@example.test", isAdmin: false, isActive: true, defaultModel: "retired" },
  { id: "user_2", email: "left@example.test", isAdmin: false, isActive: false },
];

const account = {
  teamId: 1,
  defaultModel: "fast",
  apiEnabled: true,
  envVarsEnabled: true,
  usageEnabled: true,
  spendLeft: true,
  repositoryAccess: true,
  streamAvailable: true,
};

beforeEach(() => {
  calls = stubProxy(({ method, path }) => {
    if (method === "PUT") return users[0];
    return path.endsWith("/users") ? { users } : account;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const models = [
    { id: "fast", displayName: "Fast" },
    { id: "deep", displayName: "Deep" },
  ];
  render(
    <QueryClientProvider client={client}>
      <DefaultModels models={models} />
    </QueryClientProvider>,
  );
}
const changes = () => calls.filter(({ method }) => method !== "GET");

it("shows the defaults of the team and of active users, including one that is no longer available", async () => {
  show();
  expect(await screen.findByLabelText("Team")).toHaveProperty("value", "fast");
  const mia = screen.getByLabelText("mia@example.test");
  expect(mia).toHaveProperty("value", "retired");
  expect(mia.textContent).toContain("retired (unavailable)");
  expect(screen.queryByLabelText("left@example.test")).toBeNull();
});

it("sets the default of a user, and clears the team's", async () => {
  show();
  fireEvent.change(await screen.findByLabelText("mia@example.test"), { target: { value: "deep" } });
  await waitFor(() => expect(changes()).toHaveLength(1));
  fireEvent.change(screen.getByLabelText("Team"), { target: { value: "" } });
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes()).toEqual([
    { method: "PUT", path: "/admin/v1/teams/_/users/mia%40example.test", body: { defaultModel: "deep" } },
    { method: "PATCH", path: "/admin/v1/teams/_/account", body: { defaultModel: null } },
  ]);
});
