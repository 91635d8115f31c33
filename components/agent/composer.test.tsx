import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { createQueryClient } from "@/lib/client/query-client";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { Composer } from "./composer";

const owner = { id: "us-1", displayName: "Ada" };
const template = {
  ...{ id: "t", name: "Fix flaky tests", shared: false, owner, updatedAt: "2026-05-01T12:00:00Z" },
  fields: LaunchFields.parse({ prompt: "Find flaky tests." }),
};
const model = { id: "coder", displayName: "Coder", commands: [{ name: "compact" }], isDefault: true };

let calls: ProxyCall[];
let loseResponse: (response: Response) => void;
beforeEach(() => {
  localStorage.clear();
  calls = stubProxy(({ method, path }) => {
    if (method === "POST") {
      return new Promise<Response>((resolve) => {
        loseResponse = resolve;
      });
    }
    if (path === "/v1/models") return { items: [model] };
    if (path === "/dashboard/launch-templates") return { templates: [template] };
    return { fields: LaunchFields.parse({}) };
  });
});
afterEach(cleanup);

const Sent = z.object({ id: z.uuid(), prompt: z.object({ text: z.string() }) });
const sent = () => calls.filter(({ method }) => method === "POST").map(({ body }) => Sent.parse(body));

function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Composer
        agentId="bc-1"
        blocked={undefined}
        queueHint="Queued until the run ends"
        repository={undefined}
        next={undefined}
        onSent={() => undefined}
      />
    </QueryClientProvider>,
  );
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Follow-up prompt" });
}

/** Sends the prompt, whose response is lost. */
async function send(count: number) {
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByRole("button", { name: "Sending…" });
  await waitFor(() => expect(sent()).toHaveLength(count));
  loseResponse(Response.error());
  await screen.findByText(/^The message may have been queued/);
}

it("repeats a message whose response was lost, and sends the same text as a new one after an edit", async () => {
  const area = show();
  await userEvent.type(area, "Continue.");
  await send(1);
  await send(2);
  await userEvent.keyboard("!{Backspace}");
  expect(screen.queryByText(/^The message may have been queued/)).toBeNull();
  await send(3);
  const [first, second, third] = sent();
  expect(second).toEqual(first);
  expect(third?.prompt).toEqual(first?.prompt);
  expect(third?.id).not.toBe(first?.id);
});

it("suggests the commands of the agent's model, the default one here, and inserts a template's prompt", async () => {
  const area = show();
  await userEvent.type(area, "/");
  await screen.findByRole("option", { name: "/compact" });
  await userEvent.type(area, "flaky");
  await screen.findByRole("option", { name: /^Fix flaky tests/ });
  await userEvent.keyboard("{Enter}");
  expect(area.value).toBe("Find flaky tests.");
  expect(sent()).toEqual([]);
});
