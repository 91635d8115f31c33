import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { listRequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import { requestReviewers } from "@/lib/contract/hosting/reviewers/request-reviewers";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addReader, addUser } from "../repositories/testing/repository-fixture";

let pulls: PullRequests;
let pull: PullRequest;
const body = { users: ["rita@example.test"] };

beforeAll(async () => {
  pulls = await startPullRequests();
  await addUser(pulls.test.service, { email: "rita@example.test", teamId: 1 });
  await pulls.branch("topic", { "a.txt": "a\n" });
  pull = await pulls.open("topic");
});
afterAll(() => pulls.close());

const params = () => ({ ...pulls.params, pullNumber: pull.number });
const send = (method: string, sent: object, key = pulls.test.keys.user) =>
  pulls.test.send(method, `${pulls.path}/pulls/${pull.number}/requested_reviewers`, { body: sent, key });
const requested = async () =>
  (await pulls.test.call(listRequestedReviewers, { params: params() })).users.map(({ email }) => email);

describe("requested reviewers", () => {
  it("require write permission to change", async () => {
    await pulls.test.call(requestReviewers, { params: params(), body });
    const reader = await addReader(pulls.test.service, pulls.repo);
    for (const method of ["POST", "DELETE"]) {
      expect(await send(method, body, reader), method).toMatchObject({ status: 403, body: { code: 7 } });
    }
    expect(await requested()).toEqual(["rita@example.test"]);
  });

  it("H-RVR-18 H-RVR-23: can't be users without access, who can still be removed", async () => {
    const stranger = { users: ["stranger@example.test"] };
    expect(await send("POST", stranger)).toMatchObject({ status: 403, body: { code: 7 } });
    expect((await send("DELETE", stranger)).status).toBe(204);
    expect((await send("DELETE", body)).status).toBe(204);
    expect(await requested()).toEqual([]);
  });
});
