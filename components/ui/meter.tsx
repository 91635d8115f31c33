/** A used amount and its limit. */
export function Meter({ value, most, unit = "" }: { value: number; most: number; unit?: string }) {
  return (
    <span className={value > most ? "text-danger text-xs" : "text-muted-foreground text-xs"}>
      {value}/{most}
      {unit}
    </span>
  );
}
