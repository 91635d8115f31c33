import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { closedPull } from "@/components/pull/testing/closed-pull";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { EditForm } from "./edit-form";
import { ReviewForm } from "./review-form";
import { ReviewerContext } from "./reviewer";
import { ThreadView } from "./thread-view";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const done = {
  id: "cmt_1",
  takesFocus: true,
  isPending: false,
  error: null,
  onSave: () => undefined,
  onClose: () => undefined,
};

it.each([
  ["Summary", <ReviewForm key="review" name={name} pull={closedPull} />],
  ["Reply", <ThreadView key="thread" name={name} thread={{ id: "thr_1", comments: [] }} canWrite />],
  ["Comment", <EditForm key="edit" repository={name} what="comment" body="" {...done} />],
])("suggests users in the field %s", async (label, form) => {
  stubProxy(({ path }) =>
    path.includes("/demo/orders/eligible-reviewers")
      ? { users: [{ id: "user_1", email: "leo@example.test", handle: "leo" }], groups: [] }
      : Response.json({ code: 5, message: "Not found" }, { status: 404 }),
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ReviewerContext value={{ name: "Ana", email: "ana@example.test" }}>{form}</ReviewerContext>
    </QueryClientProvider>,
  );
  const reply = screen.queryByRole("button", { name: "Reply" });
  if (reply) await userEvent.click(reply);
  await userEvent.type(screen.getByRole("textbox", { name: label }), "@");
  await userEvent.click(await screen.findByRole("option", { name: /@leo/ }));
  expect(screen.getByRole("textbox", { name: label })).toHaveProperty("value", "@leo ");
});
