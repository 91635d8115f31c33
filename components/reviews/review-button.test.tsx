import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Dialog } from "@/components/ui/dialog";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { ReviewButton } from "./review-button";
import { reviewDraftStore } from "./review-draft-store";
import type { MergeAfterApproval } from "./review-form";
import { ReviewerContext } from "./reviewer";
import { stubReviewDrafts } from "./testing/stub-review-drafts";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const me = { name: "Ana", email: "ana@example.test" };
const size = { additions: 0, deletions: 0, changedFiles: 0 };
const pull: PullRequest = {
  id: "pr_1",
  number: "7",
  state: "open",
  draft: false,
  merged: false,
  title: "Round",
  body: "",
  labels: [],
  head: { ref: "topic", sha: "a" },
  base: { ref: "main", sha: "b" },
  author: {},
  createdAt: "",
  updatedAt: "",
  ...size,
  version: {
    number: "1",
    headSha: "a",
    baseSha: "b",
    createdAt: "",
    ...size,
    potentialMergeCommit: { state: "unknown" },
  },
};

/** A merge that has to be confirmed unless it is clear. */
function merging({ isClear }: { isClear: boolean }) {
  const run = vi.fn(async () => undefined);
  const merge: MergeAfterApproval = {
    run,
    isClear,
    confirm: ({ onConfirm, onClose }) => (
      <Dialog open onOpenChange={onClose} title="Merge into main?">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onConfirm();
          }}
        >
          <button type="submit">Confirm</button>
        </form>
      </Dialog>
    ),
  };
  return { run, merge };
}

function Review({ merge }: { merge?: MergeAfterApproval }) {
  const [open, setOpen] = useState(false);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ReviewerContext value={me}>
        <ReviewButton
          name={{ ownerSlug: "demo", repoName: "orders", pullNumber: "7" }}
          pull={pull}
          version="1"
          open={open}
          onOpenChange={setOpen}
          merge={merge}
        />
      </ReviewerContext>
    </QueryClientProvider>
  );
}

it("counts the pending comments, lists them, and publishes them with Ctrl+Enter from any field", async () => {
  const drafts = stubReviewDrafts();
  reviewDraftStore(pull.id, me.email).put({ path: "a.ts", side: "right", line: 2, body: "Why two?", version: "1" });
  render(<Review />);
  fireEvent.click(screen.getByRole("button", { name: "Review (1)" }));
  const dialog = await screen.findByRole("dialog", { name: "Your review" });
  const pending = within(dialog).getByRole("list", { name: "Pending comments" });
  expect(within(pending).getByRole("button").textContent).toBe("a.ts:2Why two?");
  const approve = within(dialog).getByRole("radio", { name: "Approve" });
  fireEvent.click(approve);
  fireEvent.keyDown(approve, { key: "Enter", ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(drafts.published).toMatchObject([{ comments: [{ body: "Why two?" }] }]);
  expect(screen.getByRole("button", { name: "Review" })).toBeTruthy();
});

it("approves and merges with one button, if an approval is all that is missing", async () => {
  const drafts = stubReviewDrafts();
  reviewDraftStore(pull.id, me.email).put({ path: "a.ts", side: "right", line: 2, body: "Nice.", version: "1" });
  const { run, merge } = merging({ isClear: true });
  render(<Review merge={merge} />);
  fireEvent.click(screen.getByRole("button", { name: "Review (1)" }));
  const dialog = await screen.findByRole("dialog", { name: "Your review" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Approve and merge" }));
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
  expect(drafts.published).toMatchObject([{ verdict: "approve", comments: [{ body: "Nice." }] }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("neither approves nor merges before what is open is confirmed", async () => {
  const drafts = stubReviewDrafts();
  reviewDraftStore(pull.id, me.email).put({ path: "a.ts", side: "right", line: 2, body: "Nice.", version: "1" });
  const { run, merge } = merging({ isClear: false });
  render(<Review merge={merge} />);
  fireEvent.click(screen.getByRole("button", { name: "Review (1)" }));
  const review = await screen.findByRole("dialog", { name: "Your review" });
  const approve = within(review).getByRole("button", { name: "Approve and merge" });
  fireEvent.click(approve);
  const first = await screen.findByRole("dialog", { name: "Merge into main?" });
  fireEvent.click(within(first).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Merge into main?" })).toBeNull());
  expect(drafts.published).toEqual([]);
  fireEvent.click(approve);
  const confirmation = await screen.findByRole("dialog", { name: "Merge into main?" });
  // The review form must not receive the keys and the submission of the confirmation.
  fireEvent.keyDown(within(confirmation).getByRole("button", { name: "Confirm" }), { key: "Enter", ctrlKey: true });
  expect(run).not.toHaveBeenCalled();
  fireEvent.submit(within(confirmation).getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
  expect(drafts.published).toMatchObject([{ verdict: "approve", comments: [{ body: "Nice." }] }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("doesn't merge if the approval fails", async () => {
  stubProxy(() => Response.json({ code: 0, message: "Unavailable" }, { status: 503 }));
  const { run, merge } = merging({ isClear: true });
  render(<Review merge={merge} />);
  fireEvent.click(screen.getByRole("button", { name: "Review" }));
  const dialog = await screen.findByRole("dialog", { name: "Your review" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Approve and merge" }));
  expect(await within(dialog).findByText("Couldn't publish the review. Your draft is saved.")).toBeTruthy();
  expect(run).not.toHaveBeenCalled();
});
