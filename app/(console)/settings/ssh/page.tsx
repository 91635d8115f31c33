import type { Metadata } from "next";
import { SshAuthoritiesScreen } from "@/components/ssh/ssh-authorities-screen";

export const metadata: Metadata = { title: "SSH authorities" };

export default function SshAuthoritiesPage() {
  return <SshAuthoritiesScreen />;
}
