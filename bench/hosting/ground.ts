import { cp } from "node:fs/promises";
import { createRepo } from "@/lib/contract/hosting/create-repo";
import { namespaces } from "@/service/core/store/tables/repositories";
import { runGit } from "@/service/git/run-git";
import type { Stage } from "../stage";
import { largeRepository } from "./large-repository";

/** A repository with a long history, hosted on the stage. */
export interface Ground {
  /** The bare repository of the service. */
  dir: string;
  /** Path below the address of the service for git, `/bench/large.git`. */
  gitPath: string;
  /** Asks the hosting API about the repository and answers the body. Throws on refusals. */
  ask(path: string, body?: unknown): Promise<unknown>;
  /** The same about another repository of its owner. */
  askOf(name: string, path: string, body?: unknown): Promise<unknown>;
  /** Makes another, empty repository and answers it. */
  create(name: string): Promise<unknown>;
  namespaceId: string;
}

export async function hostLarge(stage: Stage, commits: number): Promise<Ground> {
  const source = await largeRepository(commits);
  const { db, ids, clock, repositories } = stage.service;
  const slug = "bench";
  const namespaceId = ids.typed("ns");
  await db
    .insert(namespaces)
    .values({ id: namespaceId, slug, slugFolded: slug, type: "team", teamId: 1, createdAt: clock.now() });
  const headers = { authorization: `Bearer ${stage.key}`, "content-type": "application/json" };
  const send = async (path: string, body?: unknown) => {
    const answer = await fetch(`${stage.url}/v1/repohost/repos/${slug}${path}`, {
      headers,
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    const found: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(found)}`);
    return found;
  };
  const { id } = createRepo.response.parse(await send("", { name: "large" }));
  const dir = repositories.path(id);
  for (const part of ["objects", "packed-refs"]) {
    await cp(`${source}/${part}`, `${dir}/${part}`, { recursive: true });
  }
  await runGit(["fsck", "--connectivity-only", "--no-dangling"], { cwd: dir });
  return {
    dir,
    gitPath: `/${slug}/large.git`,
    ask: (path, body) => send(`/large${path}`, body),
    askOf: (name, path, body) => send(`/${name}${path}`, body),
    create: (name) => send("", { name }),
    namespaceId,
  };
}

/** Milliseconds of each of two things done by turns, so that a busy machine is busy for both. */
export async function byTurns(
  rounds: number,
  one: (round: number) => Promise<unknown>,
  other: (round: number) => Promise<unknown>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, act] of [one, other].entries()) {
      const began = performance.now();
      await act(round);
      times[index === 0 ? 0 : 1].push(performance.now() - began);
    }
  }
  return times;
}
