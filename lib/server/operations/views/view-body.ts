import type { SavedView } from "@/lib/contract/dashboard/views/saved-view";
import type { SavedViewRow } from "@/lib/server/db/saved-views";

export function viewBody(row: SavedViewRow, owner: string, viewerId: string): SavedView {
  const { id, list, name, query, shared } = row;
  return { id, list, name, query, shared, owner, own: row.userId === viewerId };
}
