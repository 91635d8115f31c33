import { z } from "zod";

/** A user's own account on a GitHub server. */
export const GitHubConnection = z.looseObject({ host: z.string(), login: z.string(), createdAt: z.string() });
export type GitHubConnection = z.infer<typeof GitHubConnection>;
