import type { Metadata } from "next";
import { SessionsScreen } from "@/components/settings/sessions-screen";

export const metadata: Metadata = { title: "Your sessions" };

export default function SessionsPage() {
  return <SessionsScreen />;
}
