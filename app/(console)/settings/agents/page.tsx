import type { Metadata } from "next";
import { AgentProgramsScreen } from "@/components/agent-programs/agent-programs-screen";

export const metadata: Metadata = { title: "Agents" };

export default function AgentProgramsPage() {
  return <AgentProgramsScreen />;
}
