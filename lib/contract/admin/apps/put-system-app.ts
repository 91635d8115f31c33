import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { App, appFields, PublicKeyPem } from "../../hosting/apps/app";
import { NamespacePath } from "../../hosting/installation";

const { displayName, description, defaultScopes, webhookUrl, events } = appFields;

export const putSystemApp = defineOperation({
  id: "putSystemApp",
  summary: "Create or update the system app of a dashboard, identified by its signing key",
  method: "PUT",
  path: "/admin/v1/namespaces/{namespaceSlug}/system-app",
  pathParams: NamespacePath,
  /** Omitted webhook fields are unchanged. */
  body: z.strictObject({
    publicKey: PublicKeyPem,
    displayName,
    description,
    defaultScopes,
    webhookUrl: webhookUrl.optional(),
    events: events.optional(),
  }),
  response: App,
});
