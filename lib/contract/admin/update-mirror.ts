import { z } from "zod";
import { NoQuery } from "../agents/pagination";
import { defineOperation } from "../operation";
import { Mirror, MirrorPath, mirrorSettings } from "./mirror";

export const updateMirror = defineOperation({
  id: "updateMirror",
  summary: "Change a mirror's address, credential or admins; a transition that requires attention is tried again",
  method: "PATCH",
  path: "/admin/v1/repositories/{repositoryId}/mirror",
  pathParams: MirrorPath,
  query: NoQuery,
  body: z.strictObject(mirrorSettings).partial(),
  response: Mirror,
  family: "admin",
  role: "admin",
});
