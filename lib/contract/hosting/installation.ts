import { z } from "zod";
import { openEnum } from "../open-enum";
import { Owner } from "./repo";

/** An app in a namespace (hosting specification, section 2 Installation). */
export const AppInstallation = z.looseObject({
  id: z.string(),
  appId: z.string(),
  target: Owner,
  repoSelectionMode: openEnum(["all", "selected"]),
  scopes: z.array(z.string()),
  /** Who first installed it; absent when unavailable. */
  installedBy: z.looseObject({ id: z.string(), email: z.string() }).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Present only while suspended. */
  suspendedAt: z.string().optional(),
});
export type AppInstallation = z.infer<typeof AppInstallation>;

export const NamespacePath = z.object({ namespaceSlug: z.string() });
export const InstallationPath = z.object({ installationId: z.string() });

/** Restrictions on a token. An empty list restricts nothing. */
export const tokenLimits = {
  scopes: z.array(z.string()).max(100).optional(),
  repositoryIds: z.array(z.string()).max(50, "must contain at most 50 repositories").optional(),
};

export const InstallationToken = z.looseObject({ token: z.string(), expiresAt: z.string() });
