"use client";

import { SmilePlus } from "lucide-react";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import type { CommentReaction, PullRequestComment } from "@/lib/contract/hosting/comment";
import { actorName } from "@/lib/model/hosting/actor-name";
import { useReact } from "./review-mutations";
import { useReviewer } from "./reviewer";

/** The reactions that the hosting API names, in its order. */
const choices = [
  { emoji: "👍", label: "Thumbs up" },
  { emoji: "👎", label: "Thumbs down" },
  { emoji: "😄", label: "Laugh" },
  { emoji: "🎉", label: "Hooray" },
  { emoji: "😕", label: "Confused" },
  { emoji: "❤️", label: "Heart" },
  { emoji: "🚀", label: "Rocket" },
  { emoji: "👀", label: "Eyes" },
] as const;

interface ReactionGroup {
  emoji: string;
  label: string;
  /** Who reacted, oldest first. */
  names: string[];
  isMine: boolean;
}

/** Reactions by emoji, in the order in which each was first used. */
export function groupReactions(reactions: readonly CommentReaction[], email: string | undefined): ReactionGroup[] {
  const groups = new Map<string, ReactionGroup>();
  for (const { emoji, reactor } of reactions) {
    const label = choices.find((choice) => choice.emoji === emoji)?.label ?? emoji;
    const group = groups.get(emoji) ?? { emoji, label, names: [], isMine: false };
    group.names.push(reactor ? actorName(reactor) : "Unknown user");
    if (email !== undefined && reactor?.user?.email === email) group.isMine = true;
    groups.set(emoji, group);
  }
  return [...groups.values()];
}

interface ReactionsProps {
  name: PullName;
  comment: PullRequestComment;
  canWrite: boolean;
}

function useReactions(name: PullName, { id: commentId, reactions = [] }: PullRequestComment) {
  const me = useReviewer();
  const { mutate, isPending } = useReact(name);
  const groups = groupReactions(reactions, me?.email);
  const toggle = (emoji: string) => {
    const on = !groups.some((group) => group.emoji === emoji && group.isMine);
    const onError = (error: Error) => toast.error("Couldn't save your reaction.", { description: error.message });
    mutate({ commentId, emoji, on }, { onError });
  };
  return { groups, toggle, isPending };
}

/** The reactions to a comment. Clicking one adds or removes the user's own. */
export function Reactions({ name, comment, canWrite }: ReactionsProps) {
  const { groups, toggle, isPending } = useReactions(name, comment);
  if (groups.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1">
      {groups.map(({ emoji, label, names, isMine }) => (
        <Button
          key={emoji}
          size="small"
          aria-pressed={isMine}
          aria-label={`${label}: ${names.length}`}
          title={new Intl.ListFormat("en-US").format(names)}
          disabled={isPending || !canWrite}
          onClick={() => toggle(emoji)}
          className={classNames("h-6 tabular-nums", isMine && "border-primary bg-accent")}
        >
          <span aria-hidden>{emoji}</span>
          {names.length}
        </Button>
      ))}
    </div>
  );
}

/** The menu of reactions. */
export function AddReaction({ name, comment }: Omit<ReactionsProps, "canWrite">) {
  const { toggle, isPending } = useReactions(name, comment);
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="smallIcon" aria-label="Add reaction" disabled={isPending}>
          <SmilePlus aria-hidden />
        </Button>
      }
    >
      {choices.map(({ emoji, label }) => (
        <MenuItem key={emoji} onSelect={() => toggle(emoji)}>
          <span aria-hidden>{emoji}</span>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
