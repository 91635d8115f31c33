import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AgentProgram } from "@/lib/contract/admin/agent-program";
import { AgentProgramsScreen } from "./agent-programs-screen";

const preset = (id: string, displayName: string, keys: string[]) => ({
  ...{ id, displayName, package: `@example/${id}`, version: "1.2.3", keys, keyOptional: false, found: id === "codex" },
});

const claude: AgentProgram = {
  ...{ name: "claude", displayName: "Claude Code", preset: "claude", version: "0.49.0", command: null },
  ...{ variables: [], keys: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"], enabled: true, defaultModel: null },
  ...{ users: null, status: "needs_key", detail: "It needs a key: set ANTHROPIC_API_KEY.", checkedAt: null },
  ...{ offer: null, overridden: false },
};

const offer: AgentProgram["offer"] = {
  ...{ models: [{ id: "opus", name: "Opus" }], options: [], planMode: true, images: true, continues: true },
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
    return Response.json(items[0], { status: url.endsWith("/test") ? 202 : method === "POST" ? 201 : 200 });
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

it("shows progress, and no second test meanwhile", async () => {
  items = [{ ...claude, status: "installing", detail: "Installing @example/claude 1.2.3" }];
  const item = await show();
  expect(item.getByRole("status").textContent).toBe("Installing @example/claude 1.2.3…");
  expect(item.getByRole<HTMLButtonElement>("button", { name: "Test" }).disabled).toBe(true);
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
