import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Mirror, MirrorPath, mirrorSettings } from "./mirror";

export const updateMirror = defineOperation({
  id: "updateMirror",
  summary: "Update a mirror's URL, credential or admins, and retry a transition that requires attention",
  method: "PATCH",
  path: "/admin/v1/repositories/{repositoryId}/mirror",
  pathParams: MirrorPath,
  body: z.strictObject(mirrorSettings).partial(),
  response: Mirror,
});
