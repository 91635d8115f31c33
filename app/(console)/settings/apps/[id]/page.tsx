import type { Metadata } from "next";
import { AppScreen } from "@/components/apps/app-screen";

export const metadata: Metadata = { title: "App" };

export default async function AppPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <AppScreen appId={decodeURIComponent(id)} />;
}
