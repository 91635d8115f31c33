import type { Metadata } from "next";
import { WorkerTokensScreen } from "@/components/settings/worker-tokens-screen";

export const metadata: Metadata = { title: "Worker tokens" };

export default function WorkerTokensPage() {
  return <WorkerTokensScreen />;
}
