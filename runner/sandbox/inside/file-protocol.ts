import * as z from "zod/mini";

const shared = { path: z.string(), folders: z.array(z.string()) };

/** A file request in a workspace. `folders`: the paths must be in one of them, links resolved. */
export const FileRequest = z.discriminatedUnion("operation", [
  z.object({ operation: z.literal("read"), ...shared, line: z.optional(z.number()), limit: z.optional(z.number()) }),
  z.object({ operation: z.literal("write"), ...shared, content: z.string() }),
  z.object({ operation: z.literal("locate"), paths: z.array(z.string()), folders: z.array(z.string()) }),
]);
export type FileRequest = z.infer<typeof FileRequest>;

/** `realPaths`: the real path of each path of `locate`, or null for one outside the folders. */
export const FileResponse = z.union([
  /** `missing`: the file doesn't exist. */
  z.object({ error: z.string(), missing: z.optional(z.literal(true)) }),
  z.object({ content: z.string() }),
  z.object({ realPaths: z.array(z.nullable(z.string())) }),
]);
export type FileResponse = z.infer<typeof FileResponse>;
