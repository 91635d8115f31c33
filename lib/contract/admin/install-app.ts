import { z } from "zod";
import { NoQuery } from "../agents/pagination";
import { AppInstallation, NamespacePath } from "../hosting/installation";
import { InstallableScopes } from "../hosting/scope";
import { defineOperation } from "../operation";

export const installApp = defineOperation({
  id: "installApp",
  summary: "Install an app in a namespace, or change its grants",
  method: "POST",
  path: "/admin/v1/namespaces/{namespaceSlug}/installations",
  pathParams: NamespacePath,
  query: NoQuery,
  body: z.strictObject({
    appId: z.string("is required"),
    /** Left out: the app's default scopes. */
    scopes: InstallableScopes.optional(),
    /** Ids or names of repositories of the namespace; left out: all, also those to come. */
    repositories: z.array(z.string()).max(5000, "at most 5,000 repositories").optional(),
    /** The address of who agrees, a person of this service. */
    installedBy: z.string().optional(),
    /** Where to send the browser next: one of the app's redirect URIs. */
    redirectUri: z.string().optional(),
    /** The publisher's own; comes back in the receipt. */
    state: z.string().max(4096).optional(),
  }),
  /** `redirectUrl`: the redirect URI with the receipt in it. */
  response: AppInstallation.extend({ redirectUrl: z.string().optional() }),
  family: "admin",
  role: "admin",
});
