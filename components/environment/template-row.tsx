import { Button } from "@/components/ui/button";
import { templates } from "./templates";

/** Texts to begin an empty file with. */
export function TemplateRow({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <span className="text-muted-foreground text-xs">Begin with</span>
      {templates.map(({ name, text }) => (
        <Button key={name} size="small" onClick={() => onChoose(text)}>
          {name}
        </Button>
      ))}
    </div>
  );
}
