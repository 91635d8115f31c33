import { archive } from "@/git/history/archive";
import { readCommit } from "@/git/objects/commit-object";
import { type ObjectReader, ObjectTooLarge } from "@/git/objects/object-readers";
import { createTreeWeigher, TreeTooHeavy } from "@/git/objects/tree-weight";
import { getRepoTarball } from "@/lib/contract/hosting/contents/get-repo-tarball";
import type { Clock } from "@/lib/core/clock";
import { FairSemaphore } from "@/lib/core/concurrency/fair-semaphore";
import { TooManyWaiting } from "@/lib/core/concurrency/semaphore";
import type { Context } from "../../core/context";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { principalKey } from "../../core/http/points";
import { publicOrigin } from "../../core/http/public-origin";
import type { Principal } from "../../core/principal";
import { holderOf } from "../../users/holder";
import { requireRepository } from "../access/repository-access";
import { requireNotEmpty } from "../git-data/require-not-empty";
import { requireCommit } from "../repositories/revision";
import type { TarballRef } from "./tarball-links";
import type { WithTarballs } from "./tarball-store";

/** Limits concurrent archives. */
const archives = new FairSemaphore({ limit: 8, maxWaiting: 64 });
/** How long an archive waits for a client that doesn't read. */
const idleMs = 30_000;

/** Streams a new archive and stores a copy for later requests. */
async function* archiveAndStore(
  context: Pick<Context, "log"> & WithTarballs,
  dir: string,
  ref: TarballRef,
  signal: AbortSignal,
) {
  const stored = await context.tarballs.begin(ref);
  let complete = false;
  try {
    for await (const chunk of archive(dir, ref.commit, ref.name, signal)) {
      await stored.file.write(chunk);
      yield chunk;
    }
    complete = true;
  } finally {
    await (complete ? stored.keep() : stored.drop());
  }
}

async function acquirePermit(principal: Principal, signal: AbortSignal): Promise<() => void> {
  try {
    return await archives.acquire(principalKey(principal), signal);
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    throw apiError.repohost("Unavailable", "Too many archives are being created. Retry later.");
  }
}

/** A response body that holds its permit until it is fully read, canceled, or not read for a while. */
async function bodyOf(
  chunks: AsyncGenerator<Uint8Array>,
  { clock, principal, signal }: { clock: Clock; principal: Principal; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const release = await acquirePermit(principal, signal);
  let firstChunk: IteratorResult<Uint8Array, void> | undefined;
  try {
    // Read the first chunk now, so that an early failure can still become an error response.
    firstChunk = await chunks.next();
  } catch (error) {
    release();
    throw error;
  }
  let stopIdle = () => {};
  const abandon = async () => {
    release();
    await chunks.return(undefined);
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      stopIdle();
      try {
        const next = firstChunk ?? (await chunks.next());
        firstChunk = undefined;
        if (!next.done) {
          controller.enqueue(next.value);
          stopIdle = clock.after(idleMs, () => {
            controller.error(new Error(`The client hasn't read for ${idleMs / 1000} seconds`));
            abandon().catch(() => undefined);
          });
          return;
        }
        release();
        controller.close();
      } catch (error) {
        release();
        controller.error(error);
      }
    },
    async cancel() {
      stopIdle();
      await abandon();
    },
  });
}

/** Throws FailedPrecondition for a commit with too many files to check out: git would take minutes to list them. */
async function requireArchivable(reader: ObjectReader, commit: string): Promise<void> {
  const { tree } = await readCommit(reader, commit);
  try {
    await createTreeWeigher(reader.read)(tree);
  } catch (error) {
    if (!(error instanceof TreeTooHeavy || error instanceof ObjectTooLarge)) throw error;
    throw apiError.repohost("FailedPrecondition", `ref: the commit is too large: ${error.message}`);
  }
}

export const getRepoTarballOperation = implement(
  getRepoTarball,
  async ({ principal, params, query, signal }, context: HostingContext & WithTarballs) => {
    const repository = await requireRepository(context, principal, params);
    const dir = context.repositories.path(repository.id);
    await requireNotEmpty(dir);
    const reader = context.objects.of(dir);
    const commit = await requireCommit(reader, repository, "ref", params.ref ?? query.ref);
    const name = `${repository.ownerSlug}-${repository.name}-${commit.slice(0, 7)}`;
    const ref = { repositoryId: repository.id, commit, name };
    if (await context.tarballs.has(ref)) {
      const location = `${publicOrigin(context)}${context.tarballLinks.sign({ ...ref, holder: holderOf(principal) })}`;
      return new Response(null, { status: 302, headers: { location, "cache-control": "private, no-store" } });
    }
    await requireArchivable(reader, commit);
    const chunks = archiveAndStore(context, dir, ref, signal);
    return new Response(await bodyOf(chunks, { clock: context.clock, principal, signal }), {
      headers: {
        "content-type": "application/gzip",
        "content-disposition": `attachment; filename="${name}.tar.gz"`,
      },
    });
  },
);
