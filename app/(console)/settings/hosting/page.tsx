import type { Metadata } from "next";
import { HostingScreen } from "@/components/settings/hosting-screen";

export const metadata: Metadata = { title: "Hosting" };

export default function HostingPage() {
  return <HostingScreen />;
}
