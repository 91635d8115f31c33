import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";
import { AgentProgramsScreen } from "./agent-programs-screen";

const preset = (id: string, displayName: string, keys: string[]) => ({
  id,
  displayName,
  package: `@example/${id}`,
  version: "1.2.3",
  keys,
  keyOptional: false,
  found: id === "codex",
});

const claude: AgentProgram = {
  name: "claude",
  displayName: "Claude Code",
  preset: "claude",
  version: "0.49.0",
  command: null,
  availableVersion: null,
  update: null,
  variables: [],
  keys: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
  enabled: true,
  defaultModel: null,
  defaultOptions: {},
  users: null,
  status: "needs_key",
  detail: "It needs a key: set ANTHROPIC_API_KEY.",
  checkedAt: null,
  offer: null,
  overridden: false,
  loginMethods: [],
  loggedInAt: null,
  loginProgress: null,
};

const offer: AgentProgram["offer"] = {
  models: [{ id: "opus", name: "Opus" }],
  options: [],
  planMode: true,
  images: true,
  continues: true,
};

let items: AgentProgram[];
let sent: { method: string; url: string; body: unknown }[];

beforeEach(() => {
  items = [claude];
  sent = [];
  vi.stubGlobal("fetch", async (url: string, init: { method?: string; body?: string }) => {
    const method = init.method ?? "GET";
    if (method !== "GET") sent.push({ method, url, body: init.body === undefined ? undefined : JSON.parse(init.body) });
    const presets = [
      preset("claude", "Claude Code", ["ANTHROPIC_API_KEY"]),
      preset("codex", "Codex", ["OPENAI_API_KEY"]),
    ];
    if (method === "GET") return Response.json({ items, presets, fixed: ["mine"] });
    if (method === "DELETE") return Response.json({ name: "claude" });
    return Response.json(items[0], { status: /\/(?:test|update)$/.test(url) ? 202 : method === "POST" ? 201 : 200 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { mutations: { retry: false } } })}>
      <AgentProgramsScreen />
    </QueryClientProvider>,
  );
  return within(await screen.findByRole("article", { name: "Claude Code" }));
}

const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("shows what an agent needs, and stores its key without showing it", async () => {
  const item = await show();
  expect(item.getByText("Needs key")).toBeTruthy();
  expect(item.getByText("It needs a key: set ANTHROPIC_API_KEY.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("ANTHROPIC_API_KEY").type).toBe("password");
  enter("ANTHROPIC_API_KEY", " sk-new ");
  press("Save key");
  const url = "/api/admin/v1/agent-programs/claude";
  await waitFor(() => expect(sent).toEqual([{ method: "PATCH", url, body: { env: { ANTHROPIC_API_KEY: "sk-new" } } }]));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("ANTHROPIC_API_KEY").value).toBe(""));
});

it("shows what a ready agent offers, and changes its default model", async () => {
  items = [{ ...claude, status: "ready", detail: "", variables: ["ANTHROPIC_AUTH_TOKEN"], offer }];
  const item = await show();
  expect(item.getByText("1 model · plan mode · images")).toBeTruthy();
  expect(item.getByLabelText<HTMLInputElement>("ANTHROPIC_AUTH_TOKEN").placeholder).toContain("Stored");
  fireEvent.change(item.getByLabelText("Default model"), { target: { value: "opus" } });
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ defaultModel: "opus" }]));
});

it("shows why a test failed, tests again, and disables", async () => {
  items = [{ ...claude, status: "failed", detail: "The agent exited with code 1:\nout of luck" }];
  const item = await show();
  expect(item.getByText(/out of luck/)).toBeTruthy();
  const requests = () => sent.map(({ url, body }) => [url.split("/").pop(), body]);
  press("Test");
  await waitFor(() => expect(requests()).toEqual([["test", undefined]]));
  press("Disable");
  await waitFor(() => expect(requests().slice(1)).toEqual([["claude", { enabled: false }]]));
});

it("shows progress, and doesn't offer a second test meanwhile", async () => {
  items = [{ ...claude, status: "installing", detail: "Installing @example/claude 1.2.3" }];
  const item = await show();
  expect(item.getByRole("status").textContent).toBe("Installing @example/claude 1.2.3…");
  expect(item.getByRole<HTMLButtonElement>("button", { name: "Test" }).disabled).toBe(true);
});

it("offers the update of an agent that works, and shows its progress and why it failed", async () => {
  const ready: AgentProgram = { ...claude, status: "ready", detail: "", offer, availableVersion: "0.50.0" };
  items = [ready];
  const item = await show();
  items = [{ ...ready, update: { version: "0.50.0", status: "testing", detail: "Testing Claude Code 0.50.0" } }];
  press("Update to 0.50.0");
  await waitFor(() => expect(sent.map(({ url }) => url.split("/").pop())).toEqual(["update"]));
  const progress = "Testing Claude Code 0.50.0… Runs use 0.49.0 until the update is ready.";
  await waitFor(() => expect(item.getByRole("status").textContent).toBe(progress));
  expect(item.queryByRole("button", { name: /^Update/ })).toBeNull();
  expect(item.getByText("Ready")).toBeTruthy();
  items = [{ ...ready, update: { version: "0.50.0", status: "failed", detail: "The agent exited with code 1" } }];
  const alert = await waitFor(() => item.getByRole("alert"), { timeout: 20_000 });
  expect(alert.textContent).toBe("Couldn't update to 0.50.0. Runs still use 0.49.0.The agent exited with code 1");
  expect(item.getByRole("button", { name: "Update to 0.50.0" })).toBeTruthy();
});

it("adds a preset with its key", async () => {
  await show();
  const form = within(screen.getByRole("form", { name: "Add Codex" }));
  expect(form.getByText("Found on this machine")).toBeTruthy();
  expect(screen.queryByRole("form", { name: "Add Claude Code" })).toBeNull();
  enter("OPENAI_API_KEY", "sk-codex");
  press("Add Codex");
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ preset: "codex", env: { OPENAI_API_KEY: "sk-codex" } }]),
  );
});

it("limits an agent to users, and sets defaults and variables", async () => {
  const values = [
    { id: "low", name: "Low" },
    { id: "high", name: "High" },
  ];
  const options = [{ id: "effort", name: "Effort", values }];
  const offered = { models: [], options, planMode: false, images: false, continues: true };
  items = [{ ...claude, status: "ready", detail: "", offer: offered }];
  await show();
  enter("Default effort", "high");
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ defaultOptions: { effort: "high" } }));
  enter("Access", "limited");
  enter("Users", "ada");
  press("Save users");
  expect(screen.getByText("ada isn't an email address")).toBeTruthy();
  enter("Users", "ada@example.test\nbob@example.test");
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save users" }).disabled).toBe(false),
  );
  press("Save users");
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ users: ["ada@example.test", "bob@example.test"] }));
  enter("Variable", "ANTHROPIC_BASE_URL");
  enter("Value", "https://models.example.test");
  press("Add variable");
  const env = { ANTHROPIC_BASE_URL: "https://models.example.test" };
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ env }));
});

it("logs an agent in: opens its page, passes a code, cancels, and logs out", async () => {
  const loginMethods = [{ id: "subscription", name: "Claude Subscription" }];
  items = [{ ...claude, loginMethods }];
  await show();
  press("Log in: Claude Subscription");
  const url = "/api/admin/v1/agent-programs/claude/login";
  await waitFor(() => expect(sent).toEqual([{ method: "POST", url, body: { methodId: "subscription" } }]));
  cleanup();

  const links = [{ url: "https://login.example.test/device", message: "Enter ABCD" }];
  const loginProgress: AgentProgram["loginProgress"] = {
    methodId: "subscription",
    status: "in_progress",
    detail: "",
    links,
    output: "Code:",
    acceptsInput: true,
  };
  items = [{ ...claude, loginMethods, loginProgress }];
  await show();
  expect(screen.getByRole("link", { name: links[0]?.url ?? "" }).getAttribute("href")).toBe(links[0]?.url);
  expect(screen.getByText("Code:")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Log in/ })).toBeNull();
  enter("Code or answer", " 1234 ");
  press("Send");
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ url: `${url}/input`, body: { text: "1234" } }));
  press("Cancel login");
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: "DELETE", url }));
  cleanup();

  const detail = "The login ended with exit code 2";
  items = [
    {
      ...claude,
      loginMethods,
      loggedInAt: "2026-01-02T03:04:05.000Z",
      loginProgress: { ...loginProgress, status: "failed", detail, acceptsInput: false },
    },
  ];
  await show();
  expect(screen.getByRole("alert").textContent).toBe(`Couldn't log in. ${detail}`);
  expect(screen.getByText(/^Logged in/)).toBeTruthy();
  press("Log out");
  await waitFor(() => expect(sent.filter(({ method }) => method === "DELETE")).toHaveLength(2));
});
