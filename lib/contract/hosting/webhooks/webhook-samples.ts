const created = "2026-07-01T10:00:00.000Z";
const updated = "2026-07-01T10:02:00.000Z";
const baseSha = "3f0c6a1d9b7e25480c1f6d2ab94e7538c0d1f2a6";
const headSha = "a94f1c07e3d258b66f0b1c9d7e8a42530f6c1b2d";
const owner = { slug: "acme", id: "ns_k2v7qxmzp4tnbw6yhd3rjace5l", type: "team" as const };
const times = { createdAt: created, updatedAt: updated };

export const sampleApp = { id: "app_m6x2tnvbz4qkwp3yhd7rjace5l", displayName: "Builder" };
export const sampleActor = {
  user: { id: "user_t4nvbz6x2qkwp3yhd7rmjace5l", email: "ada@example.com", displayName: "Ada Lovelace" },
};
const appActor = { app: sampleApp };

export const sampleReference = { id: "repo_z6x2qkwp3t4nvbyhd7rmjace5l", name: "widgets", owner };

export const sampleRepo = {
  ...sampleReference,
  fullName: "acme/widgets",
  defaultBranch: "main",
  ...times,
  pushedAt: updated,
  cloneUrl: "https://git.example.com/acme/widgets.git",
  visibility: "private" as const,
  allowMergeCommit: true,
  allowSquashMerge: true,
  deleteBranchOnMerge: false,
};

export const samplePullReference = {
  id: "pr_p3t4nvbyhd7rmjace5lz6x2qkw",
  number: "17",
  repository: sampleReference,
};

const versionReference = { number: "1", headSha, baseSha };
const statistics = { additions: 12, deletions: 3, changedFiles: 2 };

export const samplePull = {
  id: samplePullReference.id,
  number: samplePullReference.number,
  state: "open" as const,
  draft: false,
  merged: false,
  title: "Add telemetry",
  body: "Counts reads per endpoint.",
  head: { ref: "add-telemetry", sha: headSha },
  base: { ref: "main", sha: baseSha },
  author: sampleActor,
  ...times,
  ...statistics,
  stack: {
    id: "stk_d7rmjace5lz6x2qkwp3t4nvbyh",
    parentPullRequest: { id: "pr_e5lz6x2qkwp3t4nvbyhd7rmjac", number: "16", repository: sampleReference },
  },
  version: {
    ...versionReference,
    createdAt: created,
    ...statistics,
    potentialMergeCommit: { state: "unknown" as const },
  },
};

export const sampleLabel = {
  id: "lbl_b6yhd3rjace5lk2v7qxmzp4tnw",
  name: "bug",
  color: "d73a4a",
  description: "Something isn't working",
};

export const sampleThread = {
  id: "cth_c5lz6x2qkwp3t4nvbyhd7rmjae",
  version: versionReference,
  path: "src/telemetry.ts",
  side: "right" as const,
  startLine: 8,
  endLine: 0,
};

export const sampleReview = {
  id: "rev_v7qxmzp4tnbw6yhd3rjace5lk2",
  author: sampleActor,
  verdict: "approve" as const,
  body: "Looks good.",
  submitted_at: updated,
  submittedAt: updated,
  pullRequestVersion: versionReference,
};

const suiteId = "crg_x2qkwp3t4nvbyhd7rmjace5lz6";
export const sampleCheck = {
  repository: sampleReference,
  checkSuite: {
    id: suiteId,
    repository: sampleReference,
    sha: headSha,
    key: "ci",
    name: "CI",
    ...times,
    externalId: "build-481",
    actor: appActor,
  },
  checkRun: {
    id: "cr_n4vbyhd7rmjace5lz6x2qkwp3t",
    repository: sampleReference,
    checkSuite: { id: suiteId },
    sha: headSha,
    key: "unit",
    name: "Unit tests",
    status: "completed" as const,
    conclusion: "failure" as const,
    externalUpdatedAt: updated,
    startedAt: created,
    completedAt: updated,
    ...times,
    externalId: "job-9120",
    actor: appActor,
    output: { title: "2 of 340 tests failed", summary: "See the log.", text: "" },
    isRerequestable: true,
  },
};

export const sampleInstallation = {
  id: "inst_w6yhd3rjace5lk2v7qxmzp4tnb",
  appId: sampleApp.id,
  target: owner,
  repoSelectionMode: "selected" as const,
  repositories: [sampleReference],
  repositoriesCount: 1,
  scopes: ["repository:metadata:read", "repository:checks:read", "repository:checks:write"],
  installedBy: { id: sampleActor.user.id, email: sampleActor.user.email },
  ...times,
};
