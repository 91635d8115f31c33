import { Badge } from "@/components/ui/badge";
import type { Label } from "@/lib/contract/hosting/label";

/** The color is a dot next to the name, so that the name is legible with any color. */
export function LabelDot({ color }: Pick<Label, "color">) {
  const background = /^[0-9a-f]{6}$/i.test(color) ? `#${color}` : undefined;
  return <span aria-hidden className="size-2 shrink-0 rounded-full border" style={{ background }} />;
}

export function LabelChip({ label }: { label: Label }) {
  return (
    <Badge title={label.description}>
      <LabelDot color={label.color} />
      <span className="truncate">{label.name}</span>
    </Badge>
  );
}
