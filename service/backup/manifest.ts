import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** Version of the layout of a backup's folder. */
export const backupFormat = 1;

/** Written last, so a folder without it isn't a complete backup. */
export const manifestFile = "manifest.json";

const isInside = (path: string) => path.split("/").every((name) => name !== "" && name !== "." && name !== "..");

const Part = z.object({
  path: z.string().refine(isInside, "is outside of the backup"),
  bytes: z.number(),
  sha256: z.string(),
});
export type Part = z.infer<typeof Part>;

const DatabaseDump = z.object({
  /** Hashes of the applied migrations, oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
});
export type DatabaseDump = z.infer<typeof DatabaseDump>;

const Manifest = z.object({
  format: z.literal(backupFormat),
  version: z.string(),
  /** RFC 3339, UTC: when the database snapshots were taken. */
  createdAt: z.string(),
  /** Identifies the key that encrypts secrets in the database. */
  encryptionKey: z.string().optional(),
  databases: z.object({ service: DatabaseDump.optional(), dashboard: DatabaseDump.optional() }),
  repositories: z.array(z.object({ id: z.string(), defaultBranch: z.string() })),
  /** Rows whose files were deleted while the backup ran. */
  deleted: z.object({
    repositories: z.array(z.string()),
    artifacts: z.array(z.object({ agentId: z.string(), path: z.string() })),
  }),
  parts: z.array(Part),
});
export type Manifest = z.infer<typeof Manifest>;

/** A problem with a backup or its target that the user can fix. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BackupError";
  }
}

/** Identifies an encryption key without revealing it. */
export const keyFingerprint = (hexKey: string): string =>
  createHash("sha256").update(`slipway backup ${hexKey}`).digest("hex").slice(0, 16);

/** Reads the manifest of a backup. Throws {@link BackupError} if it is missing, damaged or newer than this version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT" && cause.code !== "ENOTDIR") throw cause;
    throw new BackupError(`${folder} isn't a complete backup: ${manifestFile} not found`, { cause });
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new BackupError(`${manifestFile} is damaged`, { cause });
  }
  const { format } = z.object({ format: z.number().optional() }).catch({}).parse(content);
  if (format !== undefined && format > backupFormat) {
    throw new BackupError(
      `the backup was created by a newer version (format ${format}, this version reads ${backupFormat})`,
    );
  }
  const manifest = Manifest.safeParse(content);
  if (manifest.success) return manifest.data;
  const [issue] = manifest.error.issues;
  throw new BackupError(`${manifestFile} is damaged: ${issue?.path.join(".")} ${issue?.message}`);
}
