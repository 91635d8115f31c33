import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";

interface StoredDraft {
  revision: string;
  body: string;
  comments: unknown[];
}

/** The fields of a review that tests don't look at. */
const review = {
  id: "rev_1",
  verdict: "comment",
  body: "",
  updatedAt: "2026-11-01T00:00:00Z",
  author: { user: { id: "user_1", email: "ana@example.test" } },
  pullRequestVersion: { number: "1", headSha: "a", baseSha: "b" },
};

interface StubbedDrafts {
  calls: ProxyCall[];
  draft: StoredDraft | undefined;
  /** The bodies of published reviews. */
  published: StoredDraft[];
  /** Requests are served, but their responses don't arrive. */
  losesResponses: boolean;
}

const failure = (status: number) => Response.json({ code: 0, message: `Status ${status}` }, { status });

/** The response of Create Pull Request Review. */
export const stubbedReview = review;

/** Answers the operations on a user's draft of one pull request like the service. */
export function stubReviewDrafts(): StubbedDrafts {
  let revisions = 0;
  const answer = ({ method, path, body }: ProxyCall) => {
    if (path.endsWith("/submit")) {
      if (!stubbed.draft) return failure(404);
      stubbed.published.push(stubbed.draft);
      stubbed.draft = undefined;
      return review;
    }
    if (!path.endsWith("/review_draft")) return failure(404);
    if (method === "PUT") {
      const sent = { body: "", comments: [], expectedRevision: "", ...Object(body) };
      if (sent.expectedRevision !== (stubbed.draft?.revision ?? "")) return failure(409);
      revisions += 1;
      stubbed.draft = { ...sent, revision: `rvn_${revisions}` };
      return { ...review, ...stubbed.draft };
    }
    const found = stubbed.draft;
    if (!found) return failure(404);
    if (method === "DELETE") stubbed.draft = undefined;
    return method === "DELETE" ? new Response(null, { status: 204 }) : { ...review, ...found };
  };
  const respond = (call: ProxyCall) => {
    const response = answer(call);
    if (stubbed.losesResponses && call.method !== "GET") throw new TypeError("network");
    return response;
  };
  const stubbed: StubbedDrafts = {
    calls: stubProxy(respond),
    draft: undefined,
    published: [],
    losesResponses: false,
  };
  return stubbed;
}
