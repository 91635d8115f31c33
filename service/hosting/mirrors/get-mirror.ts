import { getMirror } from "@/lib/contract/admin/mirrors/get-mirror";
import { implement } from "../../core/http/implement";
import { findMirrorBody } from "./mirror-body";

export const getMirrorOperation = implement(getMirror, async ({ params }, context) => {
  const mirror = await findMirrorBody(context, params.repositoryId);
  return mirror ? { mirror } : {};
});
