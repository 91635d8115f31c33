"use client";

import { Archive, ArchiveRestore, EllipsisVertical, RotateCw, Tag, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useAgentAction } from "@/components/agents/use-agent-action";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { Agent, ViewerAccess } from "@/lib/contract/agents/agent";
import { paths } from "@/lib/model/paths";
import { DeleteDialog } from "./delete-dialog";

/** Loaded when it is opened. */
const ProfileDialog = lazyPart(() => import("./profile-dialog"));

interface AgentMenuProps {
  agent: Agent;
  access: ViewerAccess;
  active: boolean;
}

/** Actions on an agent, as far as the user has access to it. Delete is separated from the reversible ones. */
export function AgentMenu({ agent, access, active }: AgentMenuProps) {
  const [deleting, setDeleting] = useState(false);
  const [editing, setEditing] = useState(false);
  const { start, isPending } = useAgentAction(agent);
  const archived = agent.status === "ARCHIVED";
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label="More actions">
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        <MenuItem asChild>
          <Link href={paths.relaunch(agent.id)}>
            <RotateCw aria-hidden />
            Launch again…
          </Link>
        </MenuItem>
        <MenuItem onSelect={() => setEditing(true)}>
          <Tag aria-hidden />
          Rename and label…
        </MenuItem>
        <MenuItem
          disabled={isPending || access === "read"}
          onSelect={() => void start(archived ? "unarchive" : "archive")}
        >
          {archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
          {archived ? "Restore" : active ? "Archive and cancel run" : "Archive"}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger disabled={access !== "own"} onSelect={() => setDeleting(true)}>
          <Trash2 aria-hidden />
          Delete…
        </MenuItem>
      </Menu>
      {editing ? <ProfileDialog agentId={agent.id} onClose={() => setEditing(false)} /> : null}
      <DeleteDialog agent={agent} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}
