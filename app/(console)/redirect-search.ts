/** Search parameters of an old URL, with those the new one adds. */
export function redirectSearch(
  params: Readonly<Record<string, string | string[] | undefined>>,
  added: Readonly<Record<string, string>>,
): string {
  const kept = Object.entries(params).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return new URLSearchParams([...Object.entries(added), ...kept]).toString();
}
