/** Exactly these variables, in the type `spawn` takes: this project declares NODE_ENV as always set. */
export function processEnvironment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { NODE_ENV: "production", ...variables };
  if (!("NODE_ENV" in variables)) Reflect.deleteProperty(environment, "NODE_ENV");
  return environment;
}
