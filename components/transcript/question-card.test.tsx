import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import { Question } from "@/lib/contract/agents/question";
import type { QuestionRow } from "@/lib/model/transcript/state";
import { AnsweringContext } from "./answering";
import { QuestionCard } from "./question-card";

let calls: ProxyCall[];
beforeEach(() => {
  calls = stubProxy(() => ({ id: "q" }));
});
afterEach(cleanup);

const answerPath = "/v1/agents/bc-1/runs/run-1/questions/q/answer";
const choices = [
  { value: "pg", label: "Postgres" },
  { value: "my", label: "MySQL" },
];
const question = Question.parse({
  id: "q",
  message: "Which database?",
  fields: [
    { type: "choice", name: "engine", label: "Engine", required: true, choices },
    { type: "text", name: "name", label: "Name", required: false },
    { type: "boolean", name: "tls", label: "Use TLS", required: false },
  ],
});

function show(row: Partial<QuestionRow>, canAnswer = true) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <AnsweringContext value={{ agentId: "bc-1", canAnswer, onAnswered: () => undefined }}>
        <QuestionCard run="run-1" row={{ kind: "question", key: "r0", question, ...row }} />
      </AnsweringContext>
    </QueryClientProvider>,
  ).container;
}

it("sends a valid answer", async () => {
  show({});
  await userEvent.click(await screen.findByRole("button", { name: "Send answer" }));
  expect(screen.getByRole("group", { name: "Engine" }).textContent).toContain("is required");
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole("radio", { name: "MySQL" }));
  await userEvent.type(screen.getByLabelText(/Name/), "orders");
  await userEvent.click(screen.getByRole("button", { name: "Send answer" }));
  const body = { action: "accept", values: { engine: "my", name: "orders", tls: false } };
  await vi.waitFor(() => expect(calls).toEqual([{ method: "POST", path: answerPath, body }]));
});

it("can be completed with the keyboard", async () => {
  show({});
  await screen.findByRole("radio", { name: "Postgres" });
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Postgres" }));
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "MySQL" }));
  await userEvent.tab();
  await userEvent.keyboard("orders");
  await userEvent.tab();
  await userEvent.keyboard(" ");
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  const body = { action: "accept", values: { engine: "my", name: "orders", tls: true } };
  await vi.waitFor(() => expect(calls).toEqual([{ method: "POST", path: answerPath, body }]));
});

it.each([
  ["Approve", 1, { action: "accept", values: {} }],
  ["Deny", 2, { action: "decline" }],
] as const)("without fields, can be completed with the keyboard: %s", async (name, tabs, body) => {
  show({ question: { ...question, fields: [] } });
  const button = await screen.findByRole("button", { name });
  for (let tab = 0; tab < tabs; tab += 1) await userEvent.tab();
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard(tabs === 1 ? "{Enter}" : " ");
  await vi.waitFor(() => expect(calls).toEqual([{ method: "POST", path: answerPath, body }]));
});

it("can be declined", async () => {
  show({});
  await userEvent.click(await screen.findByRole("button", { name: "Decline" }));
  await vi.waitFor(() => expect(calls).toEqual([{ method: "POST", path: answerPath, body: { action: "decline" } }]));
});

it("shows the answer once it is closed, and no form to viewers", async () => {
  expect(show({ end: "answered", values: { engine: "pg", tls: true } }).textContent).toBe(
    "AnsweredWhich database?Engine:PostgresUse TLS:Yes",
  );
  cleanup();
  show({}, false);
  expect(screen.getByText("You need the Operator role to answer.")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
