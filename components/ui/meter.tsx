/** A used amount and its limit. */
export function Meter({ value, max, unit = "" }: { value: number; max: number; unit?: string }) {
  return (
    <span className={value > max ? "text-danger text-xs" : "text-muted-foreground text-xs"}>
      {value}/{max}
      {unit}
    </span>
  );
}
