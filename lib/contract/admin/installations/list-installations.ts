import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AppInstallation, NamespacePath } from "../../hosting/installation";

/** An installation as shown to the namespace owner. */
export const NamespaceInstallation = AppInstallation.extend({
  app: z.looseObject({
    id: z.string(),
    displayName: z.string(),
    /** The app's publisher. */
    namespaceSlug: z.string(),
    installationRedirectUris: z.array(z.string()),
  }),
  /** Selected repositories, sorted by name; absent when the app can access all. */
  repositories: z.array(z.looseObject({ id: z.string(), name: z.string() })).optional(),
});
export type NamespaceInstallation = z.infer<typeof NamespaceInstallation>;

export const listInstallations = defineOperation({
  id: "listInstallations",
  summary: "List the apps installed in a namespace, newest first",
  method: "GET",
  path: "/admin/v1/namespaces/{namespaceSlug}/installations",
  pathParams: NamespacePath,
  response: z.looseObject({ installations: z.array(NamespaceInstallation) }),
});
