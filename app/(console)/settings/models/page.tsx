import type { Metadata } from "next";
import { ModelsScreen } from "@/components/settings/models-screen";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Models" };

export default async function ModelsPage() {
  const { role } = await requireUser();
  return <ModelsScreen isAdmin={role === "admin"} />;
}
