import { Archive, ArchiveRestore, CircleStop, type LucideIcon, RotateCw } from "lucide-react";
import type { RowAction } from "@/lib/model/agent-list/row-actions";

export const rowActionLabels: Readonly<Record<RowAction, { label: string; icon: LucideIcon }>> = {
  retry: { label: "Retry", icon: RotateCw },
  cancel: { label: "Cancel run", icon: CircleStop },
  archive: { label: "Archive", icon: Archive },
  unarchive: { label: "Restore", icon: ArchiveRestore },
};
