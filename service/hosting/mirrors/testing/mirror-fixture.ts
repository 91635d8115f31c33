import { eq } from "drizzle-orm";
import { vi } from "vitest";
import { cloneFrom, commitFile, type GitServer, git, startGitServer } from "@/git/testing/git-fixture";
import { createMirror } from "@/lib/contract/admin/mirrors/create-mirror";
import type { MirrorTransition, MirrorTransitionJob } from "@/lib/contract/hosting/mirror";
import { getActiveMirrorTransitionJob } from "@/lib/contract/hosting/mirrors/get-active-mirror-transition-job";
import { transitionRepoMirror } from "@/lib/contract/hosting/mirrors/transition-repo-mirror";
import { readSettings } from "@/lib/core/settings/settings";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { mirrorJobs } from "../../../core/store/tables/mirrors";
import { createRemotes } from "../../../remotes/remotes";
import { startTlsProxy } from "../../../remotes/testing/remote-fixture";
import { startTestService, type TestService } from "../../../testing/test-service";
import { addNamespace } from "../../repositories/testing/repository-fixture";
import { MirrorProblem } from "../mirror-problem";

const hostname = "git.example.com";

export interface MirrorHarness {
  test: TestService;
  clock: FakeClock;
  /** The upstream server. `work` is a clone of its repository, which has one commit on `main`. */
  source: GitServer;
  work: string;
  url: string;
  /** Makes the upstream reachable with one of its credentials (`writer`, `reader`, `stranger`), or unreachable. */
  connect(credential?: string): void;
  disconnect(): void;
  /** Holds the next attempt to access the upstream until it is failed. `started` resolves when it begins. */
  hold(): { started: Promise<void>; fail(): void };
  /** Creates a repository in `acme` that mirrors the upstream. */
  create(name: string, more?: object): Promise<{ id: string; params: Address; path: string; dir: string }>;
  /** Starts a transition and waits until it ends or requires attention. */
  runTransition(params: Address, transition: MirrorTransition): Promise<MirrorTransitionJob>;
  /** Waits until no job is running, advancing the clock as needed. Returns the newest job. */
  waitForJob(params: Address): Promise<MirrorTransitionJob>;
  close(): Promise<void>;
}

export type Address = { ownerSlug: string; repoName: string };

/** Starts a service and a git server behind TLS that the service can mirror. */
export async function startMirrorHarness(environment: Record<string, string> = {}): Promise<MirrorHarness> {
  const clock = new FakeClock({ running: true });
  const test = await startTestService(environment, clock);
  await addNamespace(test.service, "Acme", { teamId: 1 });
  const source = await startGitServer();
  const work = await cloneFrom(source, "writer", "seed");
  await commitFile(work, "README.md", "Hello\n");
  await git(work, "push", "--quiet", "origin", "HEAD:main");
  const front = await startTlsProxy(source.folder, hostname, Number(new URL(source.origin).port));
  const host = `${hostname}:${front.port}`;
  const dependencies = (address: string) => ({
    resolve: async () => [{ address }],
    isPublic: () => true,
    config: { "http.sslCAInfo": front.certificate },
  });
  const connectTo = (address: string, credential: string) => {
    const settings = readSettings({ GIT_REMOTES: JSON.stringify({ [host]: `x-access-token:${credential}` }) });
    test.service.remotes = createRemotes(settings, dependencies(address));
  };
  const url = `https://${host}/acme/widgets.git`;

  async function skipToNextAttempt(jobId: string): Promise<void> {
    const [job] = await test.service.db
      .select({ at: mirrorJobs.nextAttemptAt })
      .from(mirrorJobs)
      .where(eq(mirrorJobs.id, jobId));
    const waitMs = (job?.at ?? 0) - clock.now();
    if (waitMs > 0) clock.advance(waitMs);
  }

  const harness: MirrorHarness = {
    test,
    clock,
    source,
    work,
    url,
    connect: (credential = "writer") => connectTo("127.0.0.1", credential),
    // Nothing listens on this address.
    disconnect: () => connectTo("127.0.0.2", "writer"),
    hold() {
      let fail: () => void = () => {};
      const failure = new Promise<never>((_, reject) => {
        fail = () => reject(new MirrorProblem("UpstreamUnreachable"));
      });
      const { remotes } = test.service;
      const started = new Promise<void>((resolve) => {
        test.service.remotes = {
          ...remotes,
          access() {
            resolve();
            return failure;
          },
        };
      });
      return { started, fail };
    },
    async create(name, more = {}) {
      const { repositoryId: id } = await test.call(createMirror, {
        key: test.keys.admin,
        params: { namespaceSlug: "acme" },
        body: { name, url, upstreamAdmins: ["admin@localhost"], ...more },
      });
      const params = { ownerSlug: "acme", repoName: name };
      return { id, params, path: `/v1/repohost/repos/acme/${name}`, dir: test.service.repositories.path(id) };
    },
    async runTransition(params, transition) {
      await test.call(transitionRepoMirror, { params, body: { transition } });
      return harness.waitForJob(params);
    },
    async waitForJob(params) {
      await vi.waitFor(
        async () => {
          const { activeJob } = await test.call(getActiveMirrorTransitionJob, { params });
          if (activeJob) await skipToNextAttempt(activeJob.id);
          test.service.mirrors.wake();
          if (activeJob && activeJob.status !== "requires_attention")
            throw new Error(`${activeJob.id} is still active`);
        },
        { timeout: 50_000, interval: 50 },
      );
      const { activeJob, lastJob } = await test.call(getActiveMirrorTransitionJob, { params });
      const job = activeJob ?? lastJob;
      if (!job) throw new Error("no job found");
      return job;
    },
    async close() {
      front.close();
      await source.stop();
      await test.close();
    },
  };
  harness.connect();
  return harness;
}
