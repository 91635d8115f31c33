import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PromptTextarea } from "./prompt-textarea";

beforeEach(() => {
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("/models")) {
      const commands = [{ name: "review", description: "Review it" }, { name: "init" }];
      return Response.json({ items: [{ id: "claude", displayName: "Claude", commands }] });
    }
    if (url.includes("/git/trees/")) {
      const entry = (path: string, type = "blob") => ({ path, type, mode: "100644", sha: "0".repeat(40) });
      return Response.json({ sha: "0".repeat(40), truncated: false, tree: [entry("src", "tree"), entry("src/a.ts")] });
    }
    const owner = { slug: "demo", id: "ns-1" };
    const times = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z" };
    const settings = {
      visibility: "private",
      allowMergeCommit: true,
      allowSquashMerge: true,
      deleteBranchOnMerge: true,
    };
    const repo = {
      id: "r",
      name: "orders",
      fullName: "demo/orders",
      owner,
      defaultBranch: "main",
      ...times,
      ...settings,
    };
    return Response.json({ ...repo, cloneUrl: "http://git.test/demo/orders.git" });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sent = vi.fn();

function Prompt() {
  const [text, setText] = useState("");
  const source = { model: "claude", repository: { url: "http://git.test/demo/orders" } };
  return <PromptTextarea aria-label="Prompt" value={text} onValue={setText} source={source} onKeyDown={sent} />;
}

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Prompt />
    </QueryClientProvider>,
  );
  return screen.getByLabelText<HTMLTextAreaElement>("Prompt");
}

it("completes commands with the keyboard, as a combobox", async () => {
  const area = show();
  await userEvent.type(area, "/");
  const [first] = await screen.findAllByRole("option");
  expect(first?.textContent).toBe("/reviewReview it");
  expect(area.getAttribute("role")).toBe("combobox");
  expect(area.getAttribute("aria-activedescendant")).toBe(first?.id);
  await userEvent.keyboard("{ArrowDown}");
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("/init");
  await userEvent.keyboard("{ArrowUp}{Enter}");
  expect(area.value).toBe("/review ");
  expect(screen.queryByRole("listbox")).toBeNull();
});

it("completes files of the repository with the mouse", async () => {
  const area = show();
  await userEvent.type(area, "Fix @a.t");
  await userEvent.click(await screen.findByRole("option", { name: "src/a.ts" }));
  expect(area.value).toBe("Fix @src/a.ts ");
});

it("closes with Escape, and passes other keys on", async () => {
  const area = show();
  await userEvent.type(area, "/r");
  await screen.findByRole("listbox");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(area.value).toBe("/r");
  sent.mockClear();
  await userEvent.keyboard("{Enter}");
  expect(sent).toHaveBeenCalled();
});
