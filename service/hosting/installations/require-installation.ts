import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { type FoundInstallation, findInstallation } from "./installation-row";

/** Any installation, for operations with the admin key. Throws 404 `installation_not_found`. */
export async function requireInstallation({ db }: Pick<Context, "db">, id: string): Promise<FoundInstallation> {
  const found = await findInstallation(db, id);
  if (!found) throw apiError.agents(404, "installation_not_found", "Installation not found");
  return found;
}
