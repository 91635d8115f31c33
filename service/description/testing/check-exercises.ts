import { z } from "zod";
import { isoTime } from "@/lib/core/clock";
import { installedApp } from "../../hosting/installations/testing/installation-fixture";
import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

const scopes = ["repository:checks:read", "repository:checks:write", "repository:contents:write"];
const Pull = z.looseObject({ head: z.looseObject({ sha: z.string() }) });
const Posted = z.looseObject({
  checkRun: z.looseObject({ id: z.string(), sha: z.string() }),
  checkSuite: z.looseObject({ id: z.string() }),
});

/** Requests for check operations. `open` creates a pull request in `repo`, which belongs to `demo`. */
export function checkExercises(
  exchange: Send,
  repo: Record<string, string>,
  open: () => Promise<Record<string, string>>,
  test: () => TestService,
) {
  const token = async () => (await installedApp(test(), { namespaceSlug: "demo", scopes })).token;
  const checkSuite = { key: "ci", name: "CI", externalId: "1", detailsUrl: "https://ci.example" };
  const externalUpdatedAt = isoTime(Date.now() - 60_000);
  const checkRun = { key: "lint", name: "Lint", externalId: "1", externalUpdatedAt, isRerequestable: true };
  const failed = {
    ...checkRun,
    status: "completed",
    conclusion: "failure",
    startedAt: externalUpdatedAt,
    completedAt: externalUpdatedAt,
    detailsUrl: "https://ci.example/1",
    output: { title: "T", summary: "S", text: "x" },
  };

  async function head(): Promise<string> {
    return Pull.parse((await exchange("getPullRequest", 200, { params: await open() })).body).head.sha;
  }
  async function report(run: object = failed) {
    const [key, headSha] = [await token(), await head()];
    const body = { headSha, checkSuite, checkRun: run };
    const posted = Posted.parse((await exchange("postCheckRun", 200, { params: repo, body, key })).body);
    const { id, sha } = posted.checkRun;
    return {
      key,
      sha,
      run: { ...repo, checkRunId: id },
      suite: { ...repo, checkSuiteId: posted.checkSuite.id },
      commit: { ...repo, sha },
    };
  }
  const unknownRun = { ...repo, checkRunId: "cr_none" };
  const unknownCommit = { ...repo, sha: "1".repeat(40) };
  const note = { annotationLevel: "notice", message: "Described" };

  return {
    async postCheckRun() {
      const running = { ...checkRun, status: "in_progress", deadlineAt: isoTime(Date.now() + 60_000) };
      const { key, sha } = await report({ ...running, annotations: [note] });
      const body = { headSha: sha, checkSuite, checkRun: { ...running, status: "rerequested" } };
      await exchange("postCheckRun", 400, { params: repo, body, key });
      const nowhere = { headSha: "1".repeat(40), checkSuite, checkRun: failed };
      await exchange("postCheckRun", 404, { params: repo, body: nowhere, key });
    },
    async batchUpsertCheckRuns() {
      const { key, sha: headSha } = await report();
      const body = { headSha, checkSuite, checkRuns: [failed, { ...failed, key: "test" }] };
      await exchange("batchUpsertCheckRuns", 200, { params: repo, body, key });
      await exchange("batchUpsertCheckRuns", 400, { params: repo, body: { ...body, checkRuns: [] }, key });
    },
    async getCheckRun() {
      await exchange("getCheckRun", 200, { params: (await report()).run });
      await exchange("getCheckRun", 404, { params: unknownRun });
    },
    async getCheckSuite() {
      await exchange("getCheckSuite", 200, { params: (await report()).suite });
      await exchange("getCheckSuite", 404, { params: { ...repo, checkSuiteId: "crg_none" } });
    },
    async listCheckRunsForSuite() {
      await exchange("listCheckRunsForSuite", 200, { params: (await report()).suite, query: { pageSize: "1" } });
      await exchange("listCheckRunsForSuite", 404, { params: { ...repo, checkSuiteId: "crg_none" } });
    },
    async listCheckRunsForCommit() {
      const params = (await report()).commit;
      await exchange("listCheckRunsForCommit", 200, { params, query: { status: "completed", checkName: "Lint" } });
      await exchange("listCheckRunsForCommit", 400, { params, query: { status: "pending" } });
      await exchange("listCheckRunsForCommit", 404, { params: unknownCommit });
    },
    async listCheckSuitesForCommit() {
      await exchange("listCheckSuitesForCommit", 200, { params: (await report()).commit });
      await exchange("listCheckSuitesForCommit", 404, { params: unknownCommit });
    },
    async listCheckRunAnnotations() {
      const { key, run } = await report();
      const location = { path: "a.ts", startLine: 1, endLine: 1, columns: { startColumn: 1, endColumn: 2 } };
      const annotations = [{ ...note, title: "T", rawDetails: "raw", location }];
      await exchange("createCheckRunAnnotations", 200, { params: run, body: { annotations }, key });
      await exchange("listCheckRunAnnotations", 200, { params: run });
      await exchange("listCheckRunAnnotations", 404, { params: unknownRun });
    },
    async createCheckRunAnnotations() {
      const { key, run: params } = await report();
      await exchange("createCheckRunAnnotations", 200, { params, body: { annotations: [note] }, key });
      await exchange("createCheckRunAnnotations", 400, { params, body: { annotations: [] }, key });
      const other = await token();
      await exchange("createCheckRunAnnotations", 403, { params, body: { annotations: [note] }, key: other });
    },
    async rerequestCheckRun() {
      const { run: params } = await report();
      await exchange("rerequestCheckRun", 200, { params, body: {} });
      await exchange("getCheckRun", 200, { params });
      await exchange("rerequestCheckRun", 409, { params, body: {} });
      const running = await report({ ...checkRun, status: "queued" });
      await exchange("rerequestCheckRun", 400, { params: running.run, body: {} });
    },
  };
}
