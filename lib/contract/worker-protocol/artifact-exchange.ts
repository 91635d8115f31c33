import { z } from "zod";

/** What a worker may bring at the end of a run. The local runner keeps to the same limits. */
export const artifactLimits = { files: 100, bytesEach: 100 * 1024 ** 2, bytesTotal: 1024 ** 3 };

const digest = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal");

export const ArtifactFile = z.object({
  /** Below `artifacts/`, which it begins with. */
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

/** The whole artifacts folder of an agent, as it is now. */
export const ArtifactList = z
  .object({ files: z.array(ArtifactFile).max(artifactLimits.files, `at most ${artifactLimits.files} files`) })
  .refine(({ files }) => new Set(files.map(({ path }) => path)).size === files.length, "a path is named twice")
  .refine(
    ({ files }) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= artifactLimits.bytesTotal,
    "the files are too large together",
  );
export type ArtifactList = z.infer<typeof ArtifactList>;

/** Answer to a list: the contents that have to be sent before it can be taken. None left: it is taken. */
export const ArtifactAnswer = z.object({ missing: z.array(digest) });
