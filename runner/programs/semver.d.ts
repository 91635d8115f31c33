declare module "semver" {
  /** The range in its normal form, or null if it is invalid. */
  export function validRange(range: string): string | null;
  export function satisfies(version: string, range: string): boolean;
}
