import type { Metadata } from "next";
import { InstallationsScreen } from "@/components/installations/installations-screen";

export const metadata: Metadata = { title: "Installations" };

export default function InstallationsPage() {
  return <InstallationsScreen />;
}
