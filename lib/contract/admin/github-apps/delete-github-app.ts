import { z } from "zod";
import { defineOperation } from "../../define-operation";

/** The app itself stays on GitHub, where its owner can delete it. */
export const deleteGitHubApp = defineOperation({
  id: "deleteGitHubApp",
  summary: "Delete the credentials of a GitHub App from this service",
  method: "DELETE",
  path: "/admin/v1/github-apps/{host}",
  pathParams: z.object({ host: z.string().max(260) }),
  response: z.looseObject({ host: z.string() }),
});
