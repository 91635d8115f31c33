import {
  Bot,
  GitPullRequest,
  type LucideIcon,
  MessageSquare,
  SquareTerminal,
  Terminal,
  TriangleAlert,
  User,
} from "lucide-react";
import type { SearchKind } from "@/lib/model/search/kinds";

/** Names and icons of what can be found, in the order of the filter. */
export const hitKinds: Readonly<Record<SearchKind, { label: string; plural: string; icon: LucideIcon }>> = {
  prompt: { label: "Prompt", plural: "Prompts", icon: User },
  message: { label: "Message", plural: "Messages", icon: MessageSquare },
  command: { label: "Command", plural: "Commands", icon: Terminal },
  output: { label: "Output", plural: "Output", icon: SquareTerminal },
  error: { label: "Error", plural: "Errors", icon: TriangleAlert },
  pr: { label: "Pull request", plural: "Pull requests", icon: GitPullRequest },
  agent: { label: "Agent", plural: "Agents", icon: Bot },
};

/** The look of a kind that a newer server may add. */
export const hitKind = (kind: string) =>
  Object.entries(hitKinds).find(([name]) => name === kind)?.[1] ?? { label: kind, plural: kind, icon: MessageSquare };
