import { and, eq } from "drizzle-orm";
import { downloadArtifact } from "@/lib/contract/agents/download-artifact";
import { isoTime } from "@/lib/core/clock";
import { findAgent } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { publicOrigin } from "../core/http/public-origin";
import { artifacts } from "../core/store/tables/artifacts";
import { holderOf } from "../users/holder";
import type { WithArtifactLinks } from "./artifact-links";

function checkPath(path: string): void {
  const [first, ...rest] = path.split("/");
  if (first !== "artifacts" || rest.join("") === "") throw apiError.field("path", "must start with artifacts/");
  if (rest.includes("..")) throw apiError.field("path", "must not contain ..");
  if (path.includes("\0")) throw apiError.field("path", "must not contain NUL characters");
}

/** Returns a link that serves an artifact without a key for 15 minutes. */
export const downloadArtifactOperation = implement(
  downloadArtifact,
  async ({ params, query, principal }, context: Context & WithArtifactLinks) => {
    const agent = await findAgent(context, principal, params.id);
    const { path } = query;
    checkPath(path);
    const [row] = await context.db
      .select({ digest: artifacts.digest })
      .from(artifacts)
      .where(and(eq(artifacts.agentId, agent.id), eq(artifacts.path, path)));
    if (!row) throw apiError.agents(404, "artifact_not_found", `Artifact ${path} of agent ${agent.id} not found`);
    const ref = { agentId: agent.id, path, digest: row.digest };
    const { target, expiresAt } = context.artifactLinks.sign({ ...ref, holder: holderOf(principal) });
    return { url: `${publicOrigin(context)}${target}`, expiresAt: isoTime(expiresAt) };
  },
);
