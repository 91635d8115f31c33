import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Dialog } from "@/components/ui/dialog";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { PromptTextarea } from "./prompt-textarea";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const leo = { id: "user_1", email: "leo@example.test", displayName: "Leo Brandt", handle: "leo" };
const rita = { id: "user_2", email: "rita@example.test", displayName: "Rita Levi" };
const queryOf = (path: string) => new URL(path, "http://x.test").searchParams.get("q") ?? "";
const listUsers = ({ path }: { path: string }) => ({
  users: [leo, rita].filter(({ email, displayName }) =>
    `${email} ${displayName}`.toLowerCase().includes(queryOf(path)),
  ),
  groups: [],
});

function Comment() {
  const [text, setText] = useState("");
  const source = { users: { ownerSlug: "demo", repoName: "orders" } };
  return <PromptTextarea aria-label="Comment" value={text} onValue={setText} source={source} />;
}

function show(children: ReactNode = <Comment />) {
  render(<QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>);
  return screen.findByLabelText<HTMLTextAreaElement>("Comment");
}

it("suggests users after @, and inserts the handle or the email address", async () => {
  const calls = stubProxy(listUsers);
  const area = await show();
  await userEvent.type(area, "Thanks @");
  const [first] = await screen.findAllByRole("option");
  expect(screen.getByRole("listbox", { name: "Users" })).toBeDefined();
  expect(first?.textContent).toBe("@leoLeo Brandt · leo@example.test");
  expect(area.getAttribute("role")).toBe("combobox");
  expect(area.getAttribute("aria-activedescendant")).toBe(first?.id);
  await userEvent.keyboard("{Enter}");
  expect(area.value).toBe("Thanks @leo ");
  await userEvent.type(area, "and @levi");
  await screen.findByRole("option", { name: /^@rita@example\.test/ });
  await userEvent.keyboard("{Tab}");
  expect(area.value).toBe("Thanks @leo and @rita@example.test ");
  expect(calls[0]?.path).toBe("/v1/repohost/repos/demo/orders/eligible-reviewers?q=");
});

it("doesn't suggest commands", async () => {
  const calls = stubProxy(listUsers);
  await userEvent.type(await show(), "/review");
  expect(calls).toEqual([]);
});

it("never inserts a user that doesn't match what is typed", async () => {
  stubProxy((call) => (queryOf(call.path) === "" ? listUsers(call) : new Promise<Response>(() => undefined)));
  const area = await show();
  await userEvent.type(area, "@");
  await screen.findByRole("option", { name: /^@leo/ });
  await userEvent.type(area, "rit{Enter}");
  expect(area.value).toBe("@rita@example.test ");
  await userEvent.type(area, "@");
  await screen.findByRole("option", { name: /^@leo/ });
  await userEvent.type(area, "zoe{Enter}");
  expect(area.value).toBe("@rita@example.test @zoe\n");
});

it("stays a plain text area if the users aren't listed", async () => {
  const calls = stubProxy(() => Response.json({ code: 12, message: "Not implemented" }, { status: 501 }));
  const area = await show();
  await userEvent.type(area, "@l");
  await expect.poll(() => calls.length).toBe(1);
  await userEvent.type(area, "eo{Enter}");
  expect(area.value).toBe("@leo\n");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(calls.length).toBe(1);
});

it("closes before the dialog around it", async () => {
  stubProxy(listUsers);
  const onOpenChange = vi.fn();
  const area = await show(
    <Dialog open onOpenChange={onOpenChange} title="Edit">
      <Comment />
    </Dialog>,
  );
  await userEvent.type(area, "@");
  await screen.findByRole("listbox");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(onOpenChange).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(onOpenChange).toHaveBeenCalledWith(false);
});
