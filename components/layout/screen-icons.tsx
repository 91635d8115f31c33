import {
  BookMarked,
  Bot,
  ChartColumn,
  FileCog,
  GitPullRequest,
  Image,
  Inbox,
  LayoutDashboard,
  Plus,
  Server,
  Settings,
  Workflow,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Screen } from "./screens";

/** The icons of the screens. Rendered on the server to keep them out of the client bundle. */
export type ScreenIcons = Readonly<Record<Screen["name"], ReactNode>>;

export const screenIcons: ScreenIcons = {
  Overview: <LayoutDashboard aria-hidden />,
  Inbox: <Inbox aria-hidden />,
  Agents: <Bot aria-hidden />,
  "New agent": <Plus aria-hidden />,
  Automations: <Workflow aria-hidden />,
  "Pull requests": <GitPullRequest aria-hidden />,
  Repositories: <BookMarked aria-hidden />,
  Usage: <ChartColumn aria-hidden />,
  Artifacts: <Image aria-hidden />,
  Capacity: <Server aria-hidden />,
  Environments: <FileCog aria-hidden />,
  Settings: <Settings aria-hidden />,
};
