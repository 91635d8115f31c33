import type { Metadata } from "next";
import { ArtifactsScreen } from "@/components/artifacts/artifacts-screen";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Artifacts" };

export default async function ArtifactsPage() {
  await requireUser();
  return <ArtifactsScreen />;
}
