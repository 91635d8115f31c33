/**
 * Domains that are allowed by default (`default_with_network_settings`): package registries, code hosts and
 * model providers. Documented in docs/operations.md.
 */
export const defaultDomains: readonly string[] = [
  // Packages
  ...["registry.npmjs.org", "registry.yarnpkg.com", "nodejs.org", "*.nodejs.org", "deno.land", "jsr.io", "npm.jsr.io"],
  "pypi.org",
  "files.pythonhosted.org",
  "crates.io",
  "static.crates.io",
  "index.crates.io",
  "proxy.golang.org",
  "sum.golang.org",
  "go.dev",
  "rubygems.org",
  "index.rubygems.org",
  "packagist.org",
  "repo.packagist.org",
  "repo.maven.apache.org",
  "repo1.maven.org",
  "plugins.gradle.org",
  "services.gradle.org",
  "api.nuget.org",
  "hex.pm",
  "repo.hex.pm",
  "pub.dev",
  "conda.anaconda.org",
  "deb.debian.org",
  "security.debian.org",
  "archive.ubuntu.com",
  "security.ubuntu.com",
  "dl-cdn.alpinelinux.org",
  // Code
  ...[
    "github.com",
    "*.github.com",
    "*.githubusercontent.com",
    "ghcr.io",
    "gitlab.com",
    "*.gitlab.com",
    "bitbucket.org",
  ],
  // Models
  ...["api.anthropic.com", "api.openai.com", "generativelanguage.googleapis.com", "openrouter.ai"],
];
