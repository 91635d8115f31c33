import type { Metadata } from "next";
import { GrantsScreen } from "@/components/grants/grants-screen";

export const metadata: Metadata = { title: "Access" };

export default function GrantsPage() {
  return <GrantsScreen />;
}
