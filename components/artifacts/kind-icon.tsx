import { File, FileAudio, FileCode, FileText, FileVideo, Image, type LucideIcon } from "lucide-react";
import { deliveryOf, type PreviewKind } from "@/lib/model/artifacts/delivery";

const icons: Readonly<Record<PreviewKind, LucideIcon>> = {
  image: Image,
  video: FileVideo,
  audio: FileAudio,
  pdf: FileText,
  markdown: FileText,
  text: FileText,
  source: FileCode,
  none: File,
};

export function KindIcon({ path, className }: { path: string; className?: string }) {
  const Icon = icons[deliveryOf(path).kind];
  return <Icon aria-hidden className={className} />;
}
