import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { push, TestRouter } from "@/lib/client/testing/test-router";
import type { Mirror } from "@/lib/contract/admin/mirrors/mirror";
import CreateMirrorDialog from "./create-mirror-dialog";

const created: Mirror = {
  repositoryId: "repo_1",
  fullName: "demo/b",
  url: "https://git.example/a/b.git",
  source: "git",
  sourceId: "a/b",
  status: "initial",
  hasCredential: true,
  upstreamAdmins: ["ada@orders.example"],
};

let response: Response;
let sent: { url: string; body: unknown }[];

beforeEach(() => {
  sent = [];
  push.mockClear();
  vi.stubGlobal("fetch", async (url: string, init: { body: string }) => {
    sent.push({ url, body: JSON.parse(init.body) });
    return response;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const control = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string | RegExp, value: string) => fireEvent.change(control(label), { target: { value } });
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Create mirror" });
const describedBy = (label: string | RegExp) =>
  (control(label).getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");

async function show() {
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  render(
    <TestRouter>
      <QueryClientProvider client={client}>
        <CreateMirrorDialog owners={["demo", "lab"]} me="ada@orders.example" open onOpenChange={() => undefined} />
      </QueryClientProvider>
    </TestRouter>,
  );
  await screen.findByRole("dialog", { name: "Mirror repository" }, { timeout: 20_000 });
}

it("creates the mirror under the name of its upstream, and opens its settings", async () => {
  response = Response.json(created, { status: 201 });
  await show();
  expect(button().disabled).toBe(true);
  type("Upstream URL", "https://git.example/a/b.git");
  expect(control("Name").value).toBe("b");
  fireEvent.change(control("Namespace"), { target: { value: "lab" } });
  type(/^Username/, "robot");
  expect(button().disabled).toBe(true);
  expect(describedBy(/^Password or token/)).toContain("Enter both a username and a password, or neither.");
  type(/^Password or token/, "s3cret");
  fireEvent.click(button());
  await waitFor(() => expect(push.mock.calls).toEqual([["/repositories/lab/b?view=settings"]]));
  expect(sent).toEqual([
    {
      url: "/api/admin/v1/namespaces/lab/mirrors",
      body: {
        name: "b",
        url: "https://git.example/a/b.git",
        upstreamAdmins: ["ada@orders.example"],
        credential: { username: "robot", password: "s3cret" },
      },
    },
  ]);
});

it.each([
  ["url", "Upstream URL"],
  ["name", "Name"],
  ["upstreamAdmins.0", "Upstream admins"],
  ["credential.username", /^Username/],
  ["credential.password", /^Password or token/],
  ["sourceId", /^Upstream ID/],
])("shows a %s error at its field and keeps the input", async (field, label) => {
  response = Response.json({ error: { code: "invalid_request", message: "is rejected", field } }, { status: 400 });
  await show();
  type("Upstream URL", "https://git.example/a/b");
  type("Name", "copy");
  fireEvent.click(button());
  await waitFor(() => expect(describedBy(label)).toContain("is rejected"));
  expect(screen.getAllByText("is rejected")).toHaveLength(1);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(control("Upstream URL").value).toBe("https://git.example/a/b");
  expect(control("Name").value).toBe("copy");
  expect(push).not.toHaveBeenCalled();
});

it("shows an error that belongs to no field at the top of the form", async () => {
  response = Response.json({ error: { code: "forbidden", message: "Not eligible" } }, { status: 403 });
  await show();
  type("Upstream URL", "https://git.example/a/b");
  fireEvent.click(button());
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn't create the mirror.");
  expect(push).not.toHaveBeenCalled();
});
