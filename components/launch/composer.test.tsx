import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { modelsQuery } from "@/components/launch-options/launch-option-queries";
import { callProxy } from "@/lib/client/call";
import { createQueryClient } from "@/lib/client/query-client";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { Composer } from "./composer";
import { launchDraft, useLaunchDraft } from "./draft";
import { emptyFields } from "./empty-fields";
import { LaunchProvider } from "./launch-context";

const owner = { id: "us-1", displayName: "Ada" };
const template = {
  id: "t",
  name: "Fix flaky tests",
  shared: true,
  owner,
  updatedAt: "2026-05-01T12:00:00Z",
  fields: LaunchFields.parse({ prompt: "Find flaky tests.", mode: "plan", name: "Flaky" }),
};
const model = { id: "coder", displayName: "Coder", commands: [{ name: "compact" }], isDefault: true };

beforeEach(() => {
  launchDraft.replace(emptyFields);
  stubProxy(({ path }) => {
    if (path === "/v1/models") return { items: [model] };
    if (path === "/dashboard/launch-templates") return { templates: [template] };
    return Response.json({ error: { code: "not_found", message: "Not found." } }, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  launchDraft.replace(emptyFields);
});

function Form() {
  const { fields } = useLaunchDraft();
  const models = useQuery(modelsQuery(callProxy));
  const form = {
    fields,
    change: launchDraft.change,
    problems: {},
    secretOf: () => "",
    setSecret: launchDraft.setSecret,
  };
  return (
    <LaunchProvider value={form}>
      <Composer models={models} canSetUp={false} />
    </LaunchProvider>
  );
}

function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Prompt" });
}

const option = () => screen.findByRole("option", { name: /^Fix flaky tests/ });

it("suggests the default model's commands, and fills the form from a template", async () => {
  const area = show();
  await userEvent.type(area, "/");
  await screen.findByRole("option", { name: "/compact" });
  await userEvent.type(area, "flaky");
  await option();
  await userEvent.keyboard("{Enter}");
  expect(launchDraft.read().fields).toEqual(template.fields);
  expect(area.value).toBe("Find flaky tests.");
});

it("keeps other text of the prompt and the form, and inserts the template's prompt", async () => {
  const area = show();
  await userEvent.type(area, " Be quick.");
  await userEvent.type(area, "/flaky", { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect((await option()).textContent).toContain("Template (prompt only) · shared by Ada");
  await userEvent.keyboard("{Enter}");
  expect(launchDraft.read().fields).toEqual({ ...emptyFields, prompt: "Find flaky tests. Be quick." });
});
