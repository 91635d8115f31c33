import { AgentLoading } from "@/components/agent/agent-loading";

export default function Loading() {
  return <AgentLoading />;
}
