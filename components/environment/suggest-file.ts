import { templates } from "./templates";

const installs: readonly (readonly [file: string, install: string])[] = [
  ["pnpm-lock.yaml", "corepack enable && pnpm install --frozen-lockfile"],
  ["yarn.lock", "corepack enable && yarn install --immutable"],
  ["package-lock.json", "npm ci"],
  ["package.json", "npm install"],
  ["uv.lock", "uv sync"],
  ["poetry.lock", "poetry install"],
  ["requirements.txt", "pip install -r requirements.txt"],
  ["pyproject.toml", "pip install -e ."],
  ["go.mod", "go mod download"],
  ["Cargo.toml", "cargo fetch"],
  ["Gemfile", "bundle install"],
  ["composer.json", "composer install"],
  ["mix.exs", "mix deps.get"],
];

const minimal = templates[0]?.text ?? "";

/** A first environment file for a repository whose root has these files: it installs the dependencies they declare. */
export function suggestFile(rootFiles: Iterable<string>): string {
  const files = new Set(rootFiles);
  const install = installs.find(([file]) => files.has(file))?.[1];
  return install === undefined ? "" : minimal.replace('"npm ci"', JSON.stringify(install));
}
