import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";
import { ProgramSetup, useUnreadyPrograms } from "./program-setup";

const offer = { models: [], options: [], planMode: false, images: false, continues: false };

const program = (name: string, changes: Partial<AgentProgram>): AgentProgram => ({
  name,
  displayName: name,
  preset: null,
  version: null,
  command: [name],
  variables: [],
  keys: [],
  availableVersion: null,
  update: null,
  enabled: true,
  defaultModel: null,
  defaultOptions: {},
  users: null,
  status: "ready",
  detail: "",
  checkedAt: null,
  offer,
  overridden: false,
  loginMethods: [],
  loggedInAt: null,
  loginProgress: null,
  ...changes,
});

function Unready({ canSetUp }: { canSetUp: boolean }) {
  return useUnreadyPrograms(canSetUp).map((each) => <ProgramSetup key={each.name} program={each} />);
}

function show(canSetUp: boolean) {
  const items = [
    program("ready", {}),
    program("retested", { status: "testing" }),
    program("replaced", { status: "failed", overridden: true }),
    program("keyless", { status: "needs_key" }),
    program("new", { status: "installing", offer: null }),
    program("off", { enabled: false }),
  ];
  const asked = vi.fn(async () => Response.json({ items, presets: [], fixed: [] }));
  vi.stubGlobal("fetch", asked);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Unready canSetUp={canSetUp} />
    </QueryClientProvider>,
  );
  return asked;
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("says why an agent can't be launched, with a link to its settings", async () => {
  show(true);
  const alerts = await screen.findAllByRole("alert");
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    "keyless needs a key. Set it up in Settings",
    "new is being set up. Set it up in Settings",
    "off is disabled. Set it up in Settings",
  ]);
  const [link] = screen.getAllByRole("link", { name: "Set it up in Settings" });
  expect(link?.getAttribute("href")).toBe("/settings/agents");
});

it("doesn't ask the service for users who can't set up agents", () => {
  expect(show(false)).not.toHaveBeenCalled();
});
