import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { InlineDraft } from "./review-draft";
import { reviewDraftStore } from "./review-draft-store";
import { publishReview, syncReviewDraft } from "./sync-review-draft";
import { stubbedReview, stubReviewDrafts } from "./testing/stub-review-drafts";

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "1" };
// Stores of different users share nothing, like two browsers of one user.
const laptop = reviewDraftStore("pr_1", "laptop");
const phone = reviewDraftStore("pr_1", "phone");
let service: ReturnType<typeof stubReviewDrafts>;

beforeEach(() => {
  service = stubReviewDrafts();
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const draft = (line: number, body: string): InlineDraft => ({ body, path: "a.ts", side: "right", line, version: "1" });
const methods = () => service.calls.map(({ method }) => method);

describe("syncing a review draft", () => {
  it("continues in another browser, with the summary", async () => {
    laptop.put(draft(3, "Should this be bounded?"));
    laptop.summary.write("Almost there");
    await syncReviewDraft(name, laptop, true);
    await syncReviewDraft(name, phone, true);
    expect(phone.read()).toEqual(laptop.read());
    expect(phone.summary.read()).toBe("Almost there");
    phone.put(draft(9, "And this?"));
    phone.remove(draft(3, ""));
    await syncReviewDraft(name, phone, false);
    await syncReviewDraft(name, laptop, true);
    expect(laptop.read()).toEqual([draft(9, "And this?")]);
  });

  it("sends nothing if nothing changed, and one request per change", async () => {
    laptop.put(draft(3, "One"));
    await syncReviewDraft(name, laptop, false);
    await syncReviewDraft(name, laptop, false);
    expect(methods()).toEqual(["PUT"]);
    await syncReviewDraft(name, laptop, true);
    expect(methods()).toEqual(["PUT", "GET"]);
  });

  it("merges instead of overwriting what another browser saved in the meantime", async () => {
    await syncReviewDraft(name, laptop, true);
    phone.put(draft(1, "Phone"));
    await syncReviewDraft(name, phone, true);
    laptop.put(draft(2, "Laptop"));
    await syncReviewDraft(name, laptop, false);
    expect(laptop.read()).toEqual([draft(2, "Laptop"), draft(1, "Phone")]);
    expect(service.draft?.comments).toHaveLength(2);
  });

  it("discards the draft with its last comment, unless another browser added one", async () => {
    laptop.put(draft(1, "One"));
    await syncReviewDraft(name, laptop, true);
    laptop.remove(draft(1, ""));
    await syncReviewDraft(name, laptop, false);
    expect(service.draft).toBeUndefined();
    laptop.put(draft(1, "One"));
    await syncReviewDraft(name, laptop, false);
    phone.put(draft(2, "Two"));
    await syncReviewDraft(name, phone, true);
    laptop.remove(draft(1, ""));
    await syncReviewDraft(name, laptop, false);
    expect(laptop.read()).toEqual([draft(2, "Two")]);
    expect(service.draft?.comments).toHaveLength(1);
  });

  it("doesn't save an empty form, and keeps comments that the diff can't show", async () => {
    service.draft = { revision: "rvn_api", body: "", comments: [{ body: "General" }] };
    laptop.put({ ...draft(1, ""), open: true });
    await syncReviewDraft(name, laptop, true);
    expect(methods()).toEqual(["GET"]);
    laptop.put(draft(2, "Two"));
    await syncReviewDraft(name, laptop, false);
    expect(service.draft.comments).toMatchObject([{ body: "General" }, { body: "Two" }]);
  });

  it("doesn't bring back a comment that was published while the page that saved it was left", async () => {
    laptop.put({ ...draft(1, "One"), open: true });
    service.losesResponses = true;
    await expect(syncReviewDraft(name, laptop, true)).rejects.toThrow();
    service.losesResponses = false;
    expect(service.draft?.comments).toHaveLength(1);
    laptop.remove(draft(1, ""));
    await syncReviewDraft(name, laptop, true);
    expect(laptop.read()).toEqual([]);
    expect(service.draft).toBeUndefined();
    // The same comment of another browser is a new one.
    phone.put(draft(1, "One"));
    await syncReviewDraft(name, phone, true);
    await syncReviewDraft(name, laptop, true);
    expect(laptop.read()).toEqual([draft(1, "One")]);
  });

  it("keeps drafts in this browser if the service has none", async () => {
    stubProxy(() => Response.json({ code: 5, message: "Not found" }, { status: 404 }));
    laptop.put(draft(1, "One"));
    await syncReviewDraft(name, laptop, true);
    expect(laptop.read()).toEqual([draft(1, "One")]);
  });
});

describe("publishing a review", () => {
  const publication = { verdict: "approve", versionNumber: "2" } as const;

  it("publishes finished drafts on their versions at once, and keeps open ones", async () => {
    laptop.put(draft(1, "One"));
    laptop.put({ ...draft(2, "Two"), open: true });
    laptop.summary.write("Good");
    await syncReviewDraft(name, laptop, true);
    await publishReview(name, laptop, publication);
    expect(service.published).toMatchObject([
      { verdict: "approve", body: "Good", comments: [{ body: "One", versionNumber: "1" }] },
    ]);
    expect(laptop.read()).toEqual([{ ...draft(2, "Two"), open: true }]);
    expect(laptop.summary.read()).toBe("");
    await syncReviewDraft(name, laptop, false);
    expect(service.draft?.comments).toMatchObject([{ body: "Two" }]);
  });

  it("shows what another browser added before publishing it", async () => {
    laptop.put(draft(1, "One"));
    await syncReviewDraft(name, laptop, true);
    phone.put(draft(2, "Two"));
    await syncReviewDraft(name, phone, true);
    await expect(publishReview(name, laptop, publication)).rejects.toThrow("changed in another browser");
    expect(service.published).toEqual([]);
    expect(laptop.read()).toHaveLength(2);
    await publishReview(name, laptop, publication);
    expect(service.published[0]?.comments).toHaveLength(2);
  });

  it("removes published drafts from the other browser", async () => {
    laptop.put(draft(1, "One"));
    await syncReviewDraft(name, laptop, true);
    await syncReviewDraft(name, phone, true);
    await publishReview(name, laptop, publication);
    await syncReviewDraft(name, phone, true);
    expect(phone.read()).toEqual([]);
    expect(service.draft).toBeUndefined();
  });

  it("creates the review directly on a service without drafts, if its comments are on one version", async () => {
    const calls = stubProxy(({ path }) =>
      path.endsWith("/reviews") ? stubbedReview : Response.json({ code: 5, message: "Not found" }, { status: 404 }),
    );
    laptop.put(draft(1, "One"));
    await expect(publishReview(name, laptop, publication)).rejects.toThrow("Publish them separately");
    await publishReview(name, laptop, { ...publication, versionNumber: "1" });
    expect(calls.at(-1)).toMatchObject({ method: "POST", body: { verdict: "approve", comments: [{ body: "One" }] } });
    expect(laptop.read()).toEqual([]);
  });
});
