import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { rejectedAnswer } from "@/lib/model/notifications/answer-result";
import { AnswerForm } from "./answer-form";

afterEach(cleanup);

const answer = { agentName: "Fix login", text: "Delete <b>all</b> branches?", label: "Approve", path: "/agents/bc-1" };

function show(respond: () => unknown) {
  const calls = stubProxy(respond);
  render(<AnswerForm token="secret-token" answer={answer} />);
  return { calls, send: async () => userEvent.click(await screen.findByRole("button", { name: "Send answer" })) };
}

it("shows which agent asks what, and sends the answer only after a click", async () => {
  const { calls, send } = show(() => ({ sent: true, path: "/agents/bc-1" }));
  expect(screen.getByRole("link", { name: "Fix login" }).getAttribute("href")).toBe("/agents/bc-1");
  expect(screen.getByText("Delete <b>all</b> branches?")).toBeDefined();
  expect(screen.getByText("Approve")).toBeDefined();
  expect(calls).toEqual([]);
  await send();
  expect((await screen.findByRole("status")).textContent).toBe("Answer sent: Approve");
  expect(calls).toEqual([{ method: "POST", path: "/answer", body: { token: "secret-token" } }]);
  expect(screen.queryByRole("button")).toBeNull();
});

it("shows why the answer was rejected, and links to the agent", async () => {
  const rejection = rejectedAnswer("closed", "bc-1");
  const { send } = show(() => Response.json(rejection, { status: 409 }));
  await send();
  expect((await screen.findByRole("alert")).textContent).toBe(rejection.message);
  expect(screen.getByRole("link", { name: "Open agent" }).getAttribute("href")).toBe("/agents/bc-1");
  expect(screen.queryByRole("button")).toBeNull();
});

it("can be sent again after a failure of the service or the network", async () => {
  let attempts = 0;
  const { calls, send } = show(() => {
    attempts += 1;
    if (attempts === 1) throw new TypeError("network");
    return attempts === 2 ? new Response("Bad gateway", { status: 502 }) : { sent: true, path: "/agents/bc-1" };
  });
  await send();
  expect((await screen.findByRole("alert")).textContent).toMatch(/Try again/);
  await send();
  expect((await screen.findByRole("alert")).textContent).toMatch(/Try again/);
  await send();
  expect((await screen.findByRole("status")).textContent).toBe("Answer sent: Approve");
  expect(calls).toHaveLength(3);
});
