import { vi } from "vitest";
import { createMirror } from "@/lib/contract/admin/create-mirror";
import { getActiveMirrorTransitionJob } from "@/lib/contract/hosting/get-active-mirror-transition-job";
import type { MirrorTransition, MirrorTransitionJob } from "@/lib/contract/hosting/mirror";
import { transitionRepoMirror } from "@/lib/contract/hosting/transition-repo-mirror";
import { readSettings } from "@/lib/core/settings/settings";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { cloneFrom, commitFile, type GitServer, git, startGitServer } from "../../../git/testing/git-fixture";
import { createRemotes } from "../../../remotes/remotes";
import { startTlsProxy } from "../../../remotes/testing/remote-fixture";
import { startTestService, type TestService } from "../../../testing/test-service";
import { addNamespace } from "../../repositories/testing/repository-fixture";

const hostname = "git.example.com";

export interface MirrorHarness {
  test: TestService;
  clock: FakeClock;
  /** The other server; `work` is a clone of its repository, which has one commit on `main`. */
  source: GitServer;
  work: string;
  url: string;
  /** Whether the other server answers, and with which credential of its own (`writer`, `reader`, `stranger`). */
  connect(credential?: string): void;
  cut(): void;
  /** A repository of `acme` that will mirror the source. */
  create(name: string, more?: object): Promise<{ id: string; params: Address; path: string; dir: string }>;
  /** Begins a transition and waits for its end, or until it requires attention. */
  turn(params: Address, transition: MirrorTransition): Promise<MirrorTransitionJob>;
  /** Waits until no job is under way by itself, time passing as it is needed; answers the newest one. */
  settled(params: Address): Promise<MirrorTransitionJob>;
  close(): Promise<void>;
}

export type Address = { ownerSlug: string; repoName: string };

/** A service beside another git server behind TLS, which it may mirror. */
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
  const surroundings = (address: string) => ({
    resolve: async () => [{ address }],
    isPublic: () => true,
    config: { "http.sslCAInfo": front.certificate },
  });
  const reach = (address: string, credential: string) => {
    const settings = readSettings({ GIT_REMOTES: JSON.stringify({ [host]: `x-access-token:${credential}` }) });
    test.service.remotes = createRemotes(settings, surroundings(address));
  };
  const url = `https://${host}/acme/widgets.git`;

  const harness: MirrorHarness = {
    test,
    clock,
    source,
    work,
    url,
    connect: (credential = "writer") => reach("127.0.0.1", credential),
    // Nobody listens there.
    cut: () => reach("127.0.0.2", "writer"),
    async create(name, more = {}) {
      const { repositoryId: id } = await test.call(createMirror, {
        key: test.keys.admin,
        params: { namespaceSlug: "acme" },
        body: { name, url, upstreamAdmins: ["admin@localhost"], ...more },
      });
      const params = { ownerSlug: "acme", repoName: name };
      return { id, params, path: `/v1/repohost/repos/acme/${name}`, dir: test.service.repositories.path(id) };
    },
    async turn(params, transition) {
      await test.call(transitionRepoMirror, { params, body: { transition } });
      return harness.settled(params);
    },
    async settled(params) {
      await vi.waitFor(
        async () => {
          const { activeJob } = await test.call(getActiveMirrorTransitionJob, { params });
          if (activeJob?.status === "running") clock.advance(30_000);
          test.service.mirrors.wake();
          if (activeJob && activeJob.status !== "requires_attention") throw new Error(`${activeJob.id} goes on`);
        },
        { timeout: 50_000, interval: 50 },
      );
      const { activeJob, lastJob } = await test.call(getActiveMirrorTransitionJob, { params });
      const job = activeJob ?? lastJob;
      if (!job) throw new Error("there was no job");
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
