import type { Metadata } from "next";
import { HostingScreen } from "@/components/settings/hosting-screen";

export const metadata: Metadata = { title: "Rate limit" };

export default function HostingPage() {
  return <HostingScreen />;
}
