const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/Chrom(?:e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone|\biPad/, "iOS"],
  [/\bAndroid/, "Android"],
  [/\bWindows/, "Windows"],
  [/\bMac OS X/, "macOS"],
  [/\bLinux/, "Linux"],
];

/** A readable browser name: `Firefox on Linux`. Unknown user agents are shown as they are, truncated. */
export function browserName(userAgent: string): string {
  const nameOf = (known: typeof browsers) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameOf(browsers);
  const system = nameOf(systems);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.slice(0, 60) || "Unknown browser";
}
