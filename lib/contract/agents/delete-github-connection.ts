import { z } from "zod";
import { defineOperation } from "../define-operation";

/** An extension of the specification. */
export const deleteGitHubConnection = defineOperation({
  id: "deleteGitHubConnection",
  summary: "Disconnect your account on a GitHub server",
  method: "DELETE",
  path: "/v1/github-connections/{host}",
  pathParams: z.object({ host: z.string().max(260) }),
  response: z.looseObject({ host: z.string() }),
  credentials: ["user", "serviceAccount"],
});
