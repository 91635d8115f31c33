import type { PullName } from "@/components/pulls/pull-queries";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import { hasContent, noReview, type ReviewDraftStore, type SavedReview, savedReview } from "./review-draft-store";

const createPullRequestReview = () =>
  import("@/lib/contract/hosting/reviews/create-pull-request-review").then((entry) => entry.createPullRequestReview);
const deletePullRequestReviewDraft = () =>
  import("@/lib/contract/hosting/reviews/delete-pull-request-review-draft").then(
    (entry) => entry.deletePullRequestReviewDraft,
  );
const getPullRequestReviewDraft = () =>
  import("@/lib/contract/hosting/reviews/get-pull-request-review-draft").then(
    (entry) => entry.getPullRequestReviewDraft,
  );
const putPullRequestReviewDraft = () =>
  import("@/lib/contract/hosting/reviews/put-pull-request-review-draft").then(
    (entry) => entry.putPullRequestReviewDraft,
  );
const submitPullRequestReviewDraft = () =>
  import("@/lib/contract/hosting/reviews/submit-pull-request-review-draft").then(
    (entry) => entry.submitPullRequestReviewDraft,
  );

export type Verdict = "approve" | "request_changes" | "comment";

const maxAttempts = 3;
const hasStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof CallError && statuses.includes(error.status);
/** The service has no drafts. They remain in this browser. */
const isWithoutDrafts = (error: unknown) => hasStatus(error, 404, 405, 501);

async function readSaved(name: PullName): Promise<SavedReview> {
  try {
    return savedReview(await callProxy(getPullRequestReviewDraft, { params: { ...name } }));
  } catch (error) {
    if (isWithoutDrafts(error)) return noReview;
    throw error;
  }
}

type Content = ReturnType<ReviewDraftStore["contentOf"]>;

const isEmpty = ({ body, comments }: Content) => body.trim() === "" && comments.length === 0;

async function put(name: PullName, store: ReviewDraftStore, content: Content & Partial<Publication>, revision: string) {
  store.sent.write({ ...noReview, summary: content.body, comments: content.comments });
  const body = { ...content, expectedRevision: revision };
  const saved = savedReview(await callProxy(putPullRequestReviewDraft, { params: { ...name }, body }));
  store.sent.write(noReview);
  return saved;
}

async function save(
  name: PullName,
  store: ReviewDraftStore,
  { content, revision }: { content: Content; revision: string },
): Promise<SavedReview> {
  const params = { ...name };
  if (!isEmpty(content)) return put(name, store, content, revision);
  await callProxy(deletePullRequestReviewDraft, { params });
  return noReview;
}

/**
 * Merges the working copy with the service's draft and saves the result. Without `refresh`, it is read only if it changed
 * since. Throws CallError.
 */
export async function syncReviewDraft(name: PullName, store: ReviewDraftStore, refresh: boolean): Promise<void> {
  let isFresh = !refresh;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const remote = isFresh ? store.saved.read() : await readSaved(name);
    store.merge(remote);
    const content = store.contentOf(store.read());
    if (hasContent(remote, content)) return;
    // A deletion isn't checked by the service, so what is deleted is read first.
    const isStale = isFresh && isEmpty(content);
    isFresh = false;
    if (isStale) continue;
    try {
      store.saved.write(await save(name, store, { content, revision: remote.revision }));
      return;
    } catch (error) {
      // Another browser changed or published it in the meantime.
      const isOutdated = isEmpty(content) ? hasStatus(error, 404) : hasStatus(error, 409);
      if (isOutdated) continue;
      if (isWithoutDrafts(error)) return;
      throw error;
    }
  }
}

interface Publication {
  verdict: Verdict;
  /** The reviewed version. */
  versionNumber: string;
}

/** Publishes without a draft. All comments of such a review are on one version. */
async function createReview(name: PullName, content: Content & Publication): Promise<void> {
  const versions = new Set(content.comments.map((comment) => comment.versionNumber ?? content.versionNumber));
  if (versions.size > 1 || (versions.size === 1 && !versions.has(content.versionNumber))) {
    throw new Error("This service can't publish comments on other versions with a review. Publish them separately.");
  }
  const comments = content.comments.map(({ versionNumber: _version, ...comment }) => comment);
  await callProxy(createPullRequestReview, { params: { ...name }, body: { ...content, comments } });
}

/** Publishes the verdict, the summary and all drafts whose forms are closed, atomically. Throws CallError. */
export async function publishReview(name: PullName, store: ReviewDraftStore, publication: Publication): Promise<void> {
  const params = { ...name };
  const finished = store.read().filter(({ open }) => !open);
  const content = { ...store.contentOf(finished), ...publication };
  try {
    store.saved.write(await put(name, store, content, store.saved.read().revision));
    await callProxy(submitPullRequestReviewDraft, { params, body: {} });
  } catch (error) {
    if (hasStatus(error, 409)) {
      await syncReviewDraft(name, store, true);
      throw new Error("Your draft was changed in another browser. Check it, then publish it again.");
    }
    if (!isWithoutDrafts(error)) throw error;
    await createReview(name, content);
  }
  store.saved.write(noReview);
  store.forget(finished);
  store.summary.forget(content.body);
}
