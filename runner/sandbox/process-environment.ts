/** Returns exactly these variables as the type that `spawn` requires, in which NODE_ENV is always set. */
export function processEnvironment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { NODE_ENV: "production", ...variables };
  if (!("NODE_ENV" in variables)) Reflect.deleteProperty(environment, "NODE_ENV");
  return environment;
}
