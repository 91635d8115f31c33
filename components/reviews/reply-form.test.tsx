import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { ReplyForm } from "./reply-form";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const view = (key: string, threadId = "thr_1") => (
  <QueryClientProvider client={new QueryClient()}>
    <ReplyForm key={key} name={name} threadId={threadId} />
  </QueryClientProvider>
);
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Reply" });

it("stays open and focused when the diff replaces it, with and without text", async () => {
  const { rerender } = render(view("first"));
  await userEvent.click(screen.getByRole("button", { name: "Reply" }));
  rerender(view("second"));
  expect(document.activeElement).toBe(field());
  await userEvent.type(field(), "Good catch");
  field().setSelectionRange(5, 5);
  rerender(view("third"));
  expect(field().value).toBe("Good catch");
  expect(document.activeElement).toBe(field());
  expect(field().selectionStart).toBe(5);
});

it("keeps the focus after a preview, too", async () => {
  const { rerender } = render(view("first", "thr_3"));
  await userEvent.click(screen.getByRole("button", { name: "Reply" }));
  await userEvent.type(field(), "Good catch");
  await userEvent.click(screen.getByRole("button", { name: "Preview" }));
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  field().focus();
  field().setSelectionRange(4, 4);
  rerender(view("second", "thr_3"));
  expect(document.activeElement).toBe(field());
  expect(field().selectionStart).toBe(4);
});

it("doesn't take the focus when it is shown with a kept text", async () => {
  const { unmount } = render(view("first", "thr_2"));
  await userEvent.click(screen.getByRole("button", { name: "Reply" }));
  await userEvent.type(field(), "Good catch");
  field().blur();
  unmount();
  render(view("second", "thr_2"));
  expect(field().value).toBe("Good catch");
  expect(document.activeElement).toBe(document.body);
});
