import { getMirror } from "@/lib/contract/admin/mirrors/get-mirror";
import { implement } from "../../core/http/implement";
import { mirrorBody } from "./mirror-body";

export const getMirrorOperation = implement(getMirror, ({ params }, context) =>
  mirrorBody(context, params.repositoryId),
);
