import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "@/lib/core/settings/settings";
import { syncFolder } from "@/runner/stores/content-store";
import type { Context } from "../core/context";
import { fileBody } from "../core/http/file-body";
import { createBucketStore } from "./bucket-store";

type WithSettings = Pick<Context, "settings">;

/** A stored content, to be read once or closed. */
export interface StoredContent {
  size: number;
  /** The bytes from `start` to `end`, inclusive. */
  read(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
  close(): Promise<void>;
}

/** All bytes of a content. Closes it at the end. */
export async function* contentStream(content: StoredContent): AsyncGenerator<Buffer> {
  if (content.size === 0) return content.close();
  for await (const chunk of await content.read(0, content.size - 1)) yield Buffer.from(chunk);
}

/** Contents of artifacts by agent and SHA-256 digest: in `DATA_DIR/artifacts`, or in a bucket. */
export interface ArtifactStore {
  /** Makes contents in the agent's `stagingDir` durable. */
  put(agentId: string, digests: readonly string[]): Promise<void>;
  /** Sizes of an agent's contents by digest. */
  list(agentId: string): Promise<Map<string, number>>;
  open(agentId: string, digest: string): Promise<StoredContent | undefined>;
  /** Deletes contents that aren't in `keep`, and leftovers of interrupted copies. */
  sweep(agentId: string, keep: ReadonlySet<string>): Promise<void>;
  /** Agents with contents. */
  agents(): Promise<string[]>;
}

/** The folder in which an agent's contents are written, each named after its digest. */
export function stagingDir({ settings }: WithSettings, agentId: string): string {
  return join(settings.dataDir, "artifacts", agentId);
}

function createFolderStore(settings: Settings): ArtifactStore {
  const dirOf = (agentId: string) => stagingDir({ settings }, agentId);
  return {
    put: (agentId) => syncFolder(dirOf(agentId)),
    async list(agentId) {
      const sizes = new Map<string, number>();
      for (const name of await readdir(dirOf(agentId)).catch(() => [])) {
        const found = await stat(join(dirOf(agentId), name)).catch(() => undefined);
        if (found && /^[0-9a-f]{64}$/.test(name)) sizes.set(name, found.size);
      }
      return sizes;
    },
    async open(agentId, digest) {
      const file = await open(join(dirOf(agentId), digest), "r").catch(() => undefined);
      if (!file) return undefined;
      const { size } = await file.stat();
      return { size, read: async (start, end) => fileBody(file, start, end), close: () => file.close() };
    },
    async sweep(agentId, keep) {
      const dir = dirOf(agentId);
      for (const name of await readdir(dir).catch(() => [])) {
        if (!keep.has(name)) await rm(join(dir, name), { force: true });
      }
    },
    agents: () => readdir(join(settings.dataDir, "artifacts")).catch(() => []),
  };
}

const stores = new WeakMap<Settings, ArtifactStore>();

/** The store that the settings select. */
export function artifactStore({ settings }: WithSettings): ArtifactStore {
  const known = stores.get(settings);
  if (known) return known;
  const { bucket } = settings;
  const store = bucket
    ? createBucketStore(bucket, (agentId) => stagingDir({ settings }, agentId))
    : createFolderStore(settings);
  stores.set(settings, store);
  return store;
}

export async function removeArtifacts(context: WithSettings, agentId: string): Promise<void> {
  await artifactStore(context).sweep(agentId, new Set());
  await rm(stagingDir(context, agentId), { recursive: true, force: true });
}
