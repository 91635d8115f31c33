import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { CommentView } from "./comment-view";
import { ReviewerContext } from "./reviewer";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const me = { name: "Ana", email: "ana@example.test" };
const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const at = "2026-01-01T00:00:00Z";
const commentBy = (displayName: string, email: string) => ({
  id: "cmt_1",
  body: "Round here",
  createdAt: at,
  updatedAt: at,
  thread: { id: "thr_1" },
  author: { user: { id: `user_${displayName}`, email, displayName } },
});

/** Shows a comment. Returns the paths of deletions. */
function show(comment: ReturnType<typeof commentBy>, canWrite = true) {
  const calls = stubProxy(() => new Response(null, { status: 204 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReviewerContext value={me}>
        <CommentView name={name} comment={comment} canWrite={canWrite} />
      </ReviewerContext>
    </QueryClientProvider>,
  );
  return () => calls.filter(({ method }) => method === "DELETE").map(({ path }) => path);
}

it("deletes the comment of another user only after a confirmation that names the author", async () => {
  const deleted = show(commentBy("Leo", "leo@example.test"));
  await userEvent.click(screen.getByRole("button", { name: "Delete comment by Leo" }));
  await screen.findByRole("dialog", { name: "Delete the comment by Leo?" });
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(deleted()).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "Delete comment by Leo" }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete comment" }));
  await waitFor(() => expect(deleted()).toEqual(["/v1/repohost/repos/demo/orders/pulls/comments/cmt_1"]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("asks before it deletes your comment, too", async () => {
  const deleted = show(commentBy("Ana", me.email));
  await userEvent.click(screen.getByRole("button", { name: "Delete your comment" }));
  await screen.findByRole("dialog", { name: "Delete your comment?" });
  expect(deleted()).toEqual([]);
});

it("offers no deletion of others' comments without write access", () => {
  show(commentBy("Leo", "leo@example.test"), false);
  expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
});

it("keeps an edited text, its focus and its selection when the diff replaces the comment", async () => {
  const calls = stubProxy(() => ({ ...commentBy("Ana", me.email), body: "Round up here" }));
  const view = (key: string) => (
    <QueryClientProvider client={new QueryClient()}>
      <ReviewerContext value={me}>
        <CommentView key={key} name={name} comment={commentBy("Ana", me.email)} canWrite />
      </ReviewerContext>
    </QueryClientProvider>
  );
  const { rerender } = render(view("first"));
  await userEvent.click(screen.getByRole("button", { name: "Edit your comment" }));
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Comment" });
  await userEvent.type(field(), "{Control>}a{/Control}{Backspace}");
  await userEvent.type(field(), "Round up here");
  field().setSelectionRange(6, 8);
  rerender(view("second"));
  expect(field().value).toBe("Round up here");
  expect(document.activeElement).toBe(field());
  expect([field().selectionStart, field().selectionEnd]).toEqual([6, 8]);
  // Without the focus, it doesn't take it.
  field().blur();
  rerender(view("third"));
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(screen.getByRole("button", { name: "Save comment" }));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(calls.map(({ method, body }) => [method, body])).toEqual([["PATCH", { body: "Round up here" }]]);
});
