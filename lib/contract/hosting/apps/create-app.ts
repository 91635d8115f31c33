import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { NamespacePath } from "../installation";
import { App, appFields, PublicKeyPem } from "./app";

const { displayName, ...others } = appFields;

export const createApp = defineOperation({
  id: "createApp",
  summary: "Create an app owned by a namespace",
  method: "POST",
  path: "/v1/repohost/namespaces/{namespaceSlug}/apps",
  pathParams: NamespacePath,
  body: z.object({ displayName, publicKey: PublicKeyPem, ...z.object(others).partial().shape }),
  response: App,
  credentials: ["user"],
  scopes: ["namespace:apps:create"],
  points: 10,
  role: "admin",
});
