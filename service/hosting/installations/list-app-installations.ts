import { and, asc, eq, gt } from "drizzle-orm";
import { listAppInstallations } from "@/lib/contract/hosting/installations/list-app-installations";
import { implement } from "../../core/http/implement";
import { pageOf, readPage } from "../../core/http/page-token";
import { installations } from "../../core/store/tables/apps";
import { requireAppPrincipal } from "../access/app-access";
import { installationBody, selectInstallations } from "./installation-row";

/** The calling app's installations, by id. */
export const listAppInstallationsOperation = implement(listAppInstallations, async ({ principal, query }, context) => {
  const { appId } = requireAppPrincipal(principal);
  const list = `installations ${appId}`;
  const page = readPage(list, query);
  const rows = await selectInstallations(
    context.db,
    and(eq(installations.appId, appId), page.after === undefined ? undefined : gt(installations.id, page.after)),
  )
    .orderBy(asc(installations.id))
    .limit(page.size + 1);
  const { items, nextPageToken } = pageOf(list, page.size, rows, (row) => row.installation.id);
  return { installations: items.map(installationBody), nextPageToken };
});
