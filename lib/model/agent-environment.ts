/** The label of an agent's environment: `Cloud`, `Pool: gpu`. */
export function environmentLabel({ type, name }: { type: string; name?: string | undefined }): string {
  const label = type.slice(0, 1).toUpperCase() + type.slice(1);
  return name ? `${label}: ${name}` : label;
}
