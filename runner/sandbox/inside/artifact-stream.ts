import * as z from "zod/mini";

const Limits = z.object({ files: z.number(), bytesEach: z.number(), bytesTotal: z.number() });

/** A request to a sandbox for the regular files below `root`, within limits. */
export const ArtifactRequest = z.object({ root: z.string(), limits: Limits });
export type ArtifactRequest = z.infer<typeof ArtifactRequest>;

/**
 * The stream: for each file a header, its bytes in blocks, and an empty block; then an empty header and an end. Headers,
 * blocks and the end are preceded by their length, 32 bits, big-endian.
 */
export const FileHeader = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(4_000)),
  updatedAt: z.int().check(z.nonnegative()),
});
export const StreamEnd = z.object({
  omitted: z.array(z.string().check(z.maxLength(4_096))).check(z.maxLength(10)),
  omittedCount: z.int(),
});

export const maxBlockBytes = 256 * 1024;
export const maxHeaderBytes = 64 * 1024;
