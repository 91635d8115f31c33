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
  id: "t",
  name: "Fix flaky tests",
  shared: false,
  owner,
  updatedAt: "2026-05-01T12:00:00Z",
  fields: LaunchFields.parse({ prompt: "Find flaky tests." }),
};
const model = { id: "coder", displayName: "Coder", commands: [{ name: "compact" }], isDefault: true };

const added = {
  agentId: "bc-1",
  text: "Continue.",
  images: 0,
  mcpServers: 0,
  state: "sent",
  own: true,
  author: { id: "us-1", name: "Ada" },
  createdAt: "2026-05-01T12:00:00Z",
};

let calls: ProxyCall[];
let respond: (response: Response) => void;
beforeEach(() => {
  localStorage.clear();
  calls = stubProxy(({ method, path }) => {
    if (method === "POST") {
      return new Promise<Response>((resolve) => {
        respond = resolve;
      });
    }
    if (path === "/v1/models") return { items: [model] };
    if (path === "/dashboard/launch-templates") return { templates: [template] };
    return { fields: LaunchFields.parse({}) };
  });
});
afterEach(cleanup);

const Sent = z.object({ id: z.uuid(), immediate: z.boolean().optional(), prompt: z.object({ text: z.string() }) });
const sent = () => calls.filter(({ method }) => method === "POST").map(({ body }) => Sent.parse(body));

function show(queueHint?: string) {
  const client = createQueryClient();
  const page = (hint: string | undefined) => (
    <QueryClientProvider client={client}>
      <Composer
        agentId="bc-1"
        blocked={undefined}
        queueHint={hint}
        repository={undefined}
        next={undefined}
        onSent={() => undefined}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(page(queueHint));
  const area = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Follow-up prompt" });
  return { area, startRun: () => rerender(page(working)) };
}

const working = "Queued until the run ends";
const lost = /^The message may have been sent or queued\./;

/** Sends or queues the prompt, and loses the response. */
async function send(count: number) {
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByRole("button", { name: "Sending…" });
  await waitFor(() => expect(sent()).toHaveLength(count));
  respond(Response.error());
  await screen.findByText(lost);
}

it.each([
  ["queued", working],
  ["sent", undefined],
])("repeats a %s message that was lost, and sends its text as a new one after an edit", async (_how, queueHint) => {
  const { area } = show(queueHint);
  await userEvent.type(area, "Continue.");
  await send(1);
  await send(2);
  await userEvent.keyboard("!{Backspace}");
  expect(screen.queryByText(lost)).toBeNull();
  await send(3);
  const [first, second, third] = sent();
  expect(second).toEqual(first);
  expect(third?.prompt).toEqual(first?.prompt);
  expect(third?.id).not.toBe(first?.id);
  expect(first?.immediate).toBe(queueHint === undefined ? true : undefined);
});

it("sends a message once that is repeated while its run works", async () => {
  const { area, startRun } = show();
  await userEvent.type(area, "Continue.");
  await send(1);
  startRun();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent();
  expect(second?.id).toBe(first?.id);
  respond(Response.json({ ...added, id: first?.id }));
  await waitFor(() => expect(area.value).toBe(""));
  expect(screen.queryByText(lost)).toBeNull();
});

it("suggests the commands of the agent's model, the default one here, and inserts a template's prompt", async () => {
  const { area } = show();
  await userEvent.type(area, "/");
  await screen.findByRole("option", { name: "/compact" });
  await userEvent.type(area, "flaky");
  await screen.findByRole("option", { name: /^Fix flaky tests/ });
  await userEvent.keyboard("{Enter}");
  expect(area.value).toBe("Find flaky tests.");
  expect(sent()).toEqual([]);
});
