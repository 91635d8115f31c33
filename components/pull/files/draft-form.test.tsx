import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { inlineDrafts } from "@/components/reviews/review-draft";
import { ReviewerContext } from "@/components/reviews/reviewer";
import { useReviewDraft } from "@/components/reviews/use-review-draft";
import { localStore } from "@/components/ui/local-store";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { DraftForm } from "./draft-form";
import { FileThreadsProvider } from "./file-threads";

const me = { name: "Ana", email: "ana@example.test" };
const draft = { body: "Far below", path: "plain.txt", side: "right", line: 0, open: true } as const;
const pull = { id: "pr_1" } as const;
const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "1" };
const store = localStore(`draft.review.${pull.id}.${me.email}`, inlineDrafts);

function Stored() {
  const [first] = useReviewDraft(pull.id).drafts;
  return first ? <DraftForm draft={first} /> : <p>No draft</p>;
}

/** Shows the stored draft. A new `place` replaces the form, as new comments in the file do. */
function view(client: QueryClient, place: number) {
  const threads = {
    name,
    pull: pull as PullRequest,
    canWrite: true,
    opened: { current: undefined },
    suggestionBatch: undefined,
    threadsAt: () => [],
    annotationsAt: () => [],
    imageAt: () => undefined,
    textOf: () => undefined,
    positionOfDraft: () => ({ position: draft }),
  };
  return (
    <QueryClientProvider client={client}>
      <ReviewerContext value={me}>
        <FileThreadsProvider threads={threads}>
          <Stored key={place} />
        </FileThreadsProvider>
      </ReviewerContext>
    </QueryClientProvider>
  );
}

/** Publishes the draft on line 9000, replaces the form, then responds. Returns the bodies sent. */
async function publish(response: Response): Promise<unknown[]> {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  let release: (response: Response) => void = () => undefined;
  const calls = stubProxy(() => new Promise<Response>((resolve) => (release = resolve)));
  store.write([draft]);
  const client = new QueryClient();
  const { rerender } = render(view(client, 1));
  fireEvent.change(screen.getByLabelText("Line of plain.txt"), { target: { value: "9000" } });
  fireEvent.click(screen.getByRole("button", { name: "Publish now" }));
  await expect.poll(() => calls.length).toBe(1);
  rerender(view(client, 2));
  release(response);
  return calls.map(({ body }) => body);
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it("keeps the text, the line and the reason of a rejected comment when the form is replaced meanwhile", async () => {
  const error = { code: 3, message: "invalid inline.startLine: beyond the end." };
  const sent = await publish(Response.json(error, { status: 400 }));
  expect((await screen.findByRole("alert")).textContent).toContain("Your draft is saved.");
  expect(sent).toEqual([{ body: "Far below", inline: { path: "plain.txt", side: "right", startLine: 9000 } }]);
  expect(screen.getByLabelText("Line of plain.txt")).toHaveProperty("value", "9000");
  const text = screen.getByRole("textbox", { name: "Comment on plain.txt" });
  expect(text).toHaveProperty("value", "Far below");
  fireEvent.change(text, { target: { value: "Further up" } });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(store.read()).toEqual([{ ...draft, body: "Further up", typedLine: "9000" }]);
});

it("removes the draft of a published comment when the form is replaced meanwhile", async () => {
  const comment = {
    id: "comment_1",
    thread: { id: "thread_1" },
    body: draft.body,
    createdAt: "",
    updatedAt: "",
    author: { user: { id: "user_1", email: me.email } },
  };
  await publish(Response.json(comment, { status: 201 }));
  expect(await screen.findByText("No draft")).toBeTruthy();
  expect(store.read()).toEqual([]);
});
