import { cp } from "node:fs/promises";
import { runGit } from "@/git/run-git";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { namespaces } from "@/service/core/store/tables/repositories";
import type { Harness } from "../harness";
import { largeRepository } from "./large-repository";

/** A repository with a long history, hosted by the measured service. */
export interface HostedRepository {
  /** Folder of the bare repository. */
  dir: string;
  /** Path for git clients below the service's URL. */
  gitPath: string;
  /** Sends a hosting API request for this repository and returns the body. Throws on error responses. */
  send(path: string, body?: unknown): Promise<unknown>;
  /** Sends a request for another repository in the namespace. */
  sendTo(name: string, path: string, body?: unknown): Promise<unknown>;
  /** Creates an empty repository in the namespace and returns it. */
  createRepository(name: string): Promise<unknown>;
  namespaceId: string;
}

export async function hostLargeRepository(harness: Harness, commits: number): Promise<HostedRepository> {
  const source = await largeRepository(commits);
  const { db, ids, clock, repositories } = harness.service;
  const slug = "bench";
  const namespaceId = ids.typed("ns");
  await db
    .insert(namespaces)
    .values({ id: namespaceId, slug, slugFolded: slug, type: "team", teamId: 1, createdAt: clock.now() });
  const headers = { authorization: `Bearer ${harness.key}`, "content-type": "application/json" };
  const request = async (path: string, body?: unknown) => {
    const response = await fetch(`${harness.url}/v1/repohost/repos/${slug}${path}`, {
      headers,
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    const found: unknown = await response.json();
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${JSON.stringify(found)}`);
    return found;
  };
  const { id } = createRepo.response.parse(await request("", { name: "large" }));
  const dir = repositories.path(id);
  for (const part of ["objects", "packed-refs"]) {
    await cp(`${source}/${part}`, `${dir}/${part}`, { recursive: true });
  }
  await runGit(["fsck", "--connectivity-only", "--no-dangling"], { cwd: dir });
  return {
    dir,
    gitPath: `/${slug}/large.git`,
    send: (path, body) => request(`/large${path}`, body),
    sendTo: (name, path, body) => request(`/${name}${path}`, body),
    createRepository: (name) => request("", { name }),
    namespaceId,
  };
}

/** Runs two functions alternately, so load on the machine affects both. Returns the milliseconds of each call. */
export async function interleave(
  rounds: number,
  one: (round: number) => Promise<unknown>,
  other: (round: number) => Promise<unknown>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, act] of [one, other].entries()) {
      const startedAt = performance.now();
      await act(round);
      times[index === 0 ? 0 : 1].push(performance.now() - startedAt);
    }
  }
  return times;
}
