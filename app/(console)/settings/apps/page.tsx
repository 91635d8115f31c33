import type { Metadata } from "next";
import { AppsScreen } from "@/components/apps/apps-screen";

export const metadata: Metadata = { title: "Apps" };

export default function AppsPage() {
  return <AppsScreen />;
}
