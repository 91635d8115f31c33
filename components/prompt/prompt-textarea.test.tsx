import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import type { LaunchTemplate } from "@/lib/contract/dashboard/launch-templates/launch-template";
import { PromptTextarea } from "./prompt-textarea";

const template = (name: string, shared = false): LaunchTemplate => ({
  id: name,
  name,
  shared,
  owner: { id: "us-1", displayName: "Ada" },
  updatedAt: "2026-01-01T00:00:00Z",
  fields: LaunchFields.parse({ prompt: `Use ${name}.` }),
});
const templates = [template("Review"), template("Fix flaky tests", true)];

beforeEach(() => {
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("/models")) {
      const commands = [{ name: "review", description: "Review it" }, { name: "init" }];
      const other = { id: "other", displayName: "Other", commands: [{ name: "compact" }], isDefault: true };
      return Response.json({ items: [{ id: "claude", displayName: "Claude", commands }, other] });
    }
    if (url.includes("/launch-templates")) return Response.json({ templates });
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

interface PromptProps {
  model?: string | undefined;
  onTemplate?: (template: LaunchTemplate) => void;
}

function Prompt({ model, onTemplate }: PromptProps) {
  const [text, setText] = useState("");
  const source = { model, repository: { url: "http://git.test/demo/orders" } };
  return (
    <PromptTextarea
      aria-label="Prompt"
      value={text}
      onValue={setText}
      source={source}
      onTemplate={onTemplate}
      onKeyDown={sent}
    />
  );
}

function show(props: PromptProps = { model: "claude" }) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Prompt {...props} />
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

const options = () => screen.findAllByRole("option").then((all) => all.map(({ textContent }) => textContent));
const flaky = () => screen.findByRole("option", { name: /^Fix flaky tests/ });

it("suggests templates after the commands, even of the same name", async () => {
  const area = show();
  await userEvent.type(area, "/re");
  await screen.findByRole("option", { name: /Template/ });
  expect(await options()).toEqual(["/reviewReview it", "ReviewTemplate · yours"]);
  await userEvent.keyboard("{ArrowDown}");
  const active = screen.getByRole("option", { selected: true });
  expect(active.textContent).toBe("ReviewTemplate · yours");
  expect(area.getAttribute("aria-activedescendant")).toBe(active.id);
  await userEvent.keyboard("{Enter}");
  expect(area.value).toBe("Use Review.");
});

it("suggests the commands of the default model, and none of an unknown one", async () => {
  await userEvent.type(show({ model: "" }), "/co");
  expect(await options()).toEqual(["/compact"]);
  cleanup();
  await userEvent.type(show({ model: undefined }), "/");
  expect(await options()).toEqual(["ReviewTemplate · yours", "Fix flaky testsTemplate · shared by Ada"]);
});

it("inserts a template's prompt in place of what was typed", async () => {
  const area = show();
  await userEvent.type(area, " now");
  await userEvent.type(area, "/flaky", { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect((await flaky()).textContent).toBe("Fix flaky testsTemplate · shared by Ada");
  await userEvent.keyboard("{Tab}");
  expect(area.value).toBe("Use Fix flaky tests. now");
});

it("fills a form from a template, but only inserts its prompt next to other text", async () => {
  const onTemplate = vi.fn();
  const area = show({ model: "claude", onTemplate });
  await userEvent.type(area, "/flaky");
  await flaky();
  await userEvent.keyboard("{Enter}");
  expect(onTemplate.mock.calls).toEqual([[templates[1]]]);
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.clear(area);
  await userEvent.type(area, " Be quick.");
  await userEvent.type(area, "/flaky", { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect((await flaky()).textContent).toBe("Fix flaky testsTemplate (prompt only) · shared by Ada");
  await userEvent.keyboard("{Enter}");
  expect(area.value).toBe("Use Fix flaky tests. Be quick.");
  expect(onTemplate).toHaveBeenCalledTimes(1);
});
