import { z } from "zod";

/** Limits on the artifacts a worker uploads after a run; the local runner applies them too. */
export const artifactLimits = { files: 100, bytesEach: 100 * 1024 ** 2, bytesTotal: 1024 ** 3 };

const digest = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal");

export const ArtifactFile = z.object({
  /** A path that begins with `artifacts/`. */
  path: z
    .string()
    .max(4_096)
    .refine(
      (path) =>
        path.startsWith("artifacts/") &&
        !path.includes("\0") &&
        path.split("/").every((part) => part !== "" && part !== "." && part !== ".."),
      "must be a path below artifacts/",
    ),
  sizeBytes: z.number().int().nonnegative().max(artifactLimits.bytesEach, "is too large"),
  digest,
  updatedAt: z.number().int().nonnegative(),
});
export type ArtifactFile = z.infer<typeof ArtifactFile>;

/** The agent's complete artifacts folder. */
export const ArtifactList = z
  .object({
    files: z.array(ArtifactFile).max(artifactLimits.files, `must contain at most ${artifactLimits.files} files`),
  })
  .refine(({ files }) => new Set(files.map(({ path }) => path)).size === files.length, "must not contain a path twice")
  .refine(
    ({ files }) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= artifactLimits.bytesTotal,
    "exceed the total size limit",
  );
export type ArtifactList = z.infer<typeof ArtifactList>;

/** Response to a list: the contents to upload first. Empty when the list has been accepted. */
export const ArtifactListResponse = z.object({ missing: z.array(digest) });
