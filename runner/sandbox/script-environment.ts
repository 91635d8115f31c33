/**
 * Variables of the service's shell scripts in a sandbox. Agents write the git settings of their checkouts: those of a partial
 * clone name a program that git would start to fetch missing objects.
 */
export const scriptEnvironment: Readonly<Record<string, string>> = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  GIT_NO_LAZY_FETCH: "1",
};
