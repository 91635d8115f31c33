import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { NamespacePath } from "../../hosting/installation";
import { repoName } from "../../hosting/repositories/create-repo";
import { Mirror, mirrorSettings } from "./mirror";

export const createMirror = defineOperation({
  id: "createMirror",
  summary: "Create a mirror of a repository on another server",
  method: "POST",
  path: "/admin/v1/namespaces/{namespaceSlug}/mirrors",
  pathParams: NamespacePath,
  body: z.strictObject({
    name: repoName,
    ...mirrorSettings,
    /** Default: `owner/name` from the URL. */
    sourceId: z.string().min(1).max(255).optional(),
  }),
  response: Mirror,
  success: 201,
});
