import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ReviewerContext } from "@/components/reviews/reviewer";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import { ReviewEntry } from "./review-entry";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const version = { number: "2", headSha: "1".repeat(40), baseSha: "b".repeat(40) };
const review: PullRequestReview = {
  id: "rev_1",
  verdict: "comment",
  body: "Too slow.",
  pullRequestVersion: version,
  author: { user: { id: "user_1", email: "ana@example.test", displayName: "Ana" } },
};

function show(email: string, change: Partial<PullRequestReview> = {}) {
  const shown = { ...review, ...change };
  const calls = stubProxy(({ body }) => ({ ...shown, ...(typeof body === "object" ? body : {}) }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReviewerContext value={{ name: "Ana", email }}>
        <ReviewEntry name={name} review={shown} />
      </ReviewerContext>
    </QueryClientProvider>,
  );
  return calls;
}

const edit = { name: "Edit your review" };

it("edits the summary of one's own review", async () => {
  const calls = show("ana@example.test");
  await userEvent.click(screen.getByRole("button", edit));
  const field = screen.getByRole("textbox", { name: "Review" });
  await userEvent.clear(field);
  await userEvent.type(field, "Fast enough.");
  await userEvent.click(screen.getByRole("button", { name: "Save review" }));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  const path = "/v1/repohost/repos/demo/orders/pulls/7/reviews/rev_1";
  expect(calls).toEqual([{ method: "PATCH", path, body: { body: "Fast enough." } }]);
});

it("keeps the text if it can't be saved", async () => {
  show("ana@example.test");
  stubProxy(() => Response.json({ code: 7, message: "Not allowed." }, { status: 403 }));
  await userEvent.click(screen.getByRole("button", edit));
  await userEvent.type(screen.getByRole("textbox", { name: "Review" }), " Really.");
  await userEvent.click(screen.getByRole("button", { name: "Save review" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn't save the review.");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Too slow. Really.");
});

it("doesn't offer it for reviews of others, or without a summary", () => {
  show("leo@example.test");
  expect(screen.queryByRole("button", edit)).toBeNull();
  cleanup();
  show("ana@example.test", { body: "" });
  expect(screen.queryByRole("button", edit)).toBeNull();
});
