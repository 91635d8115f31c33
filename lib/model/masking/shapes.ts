/** A kind of token with a recognizable format: a public prefix, then the secret. */
export interface Shape {
  name: string;
  /** Finds prefix and body; the body is group 1 and may still be too short. */
  pattern: RegExp;
  /** Minimum length of the body. */
  minLength: number;
  /** What must follow the body. */
  followedBy?: string;
  /** True if only tokens have this prefix, so an incomplete body is masked too. */
  distinctive: boolean;
}

const maxBodyLength = 8_192;
const shape = (name: string, prefix: string, body: string, minLength: number, distinctive = true): Shape => ({
  name,
  pattern: new RegExp(`(?<![A-Za-z0-9])(?:${prefix})(${body}{0,${maxBodyLength}})`, "g"),
  minLength,
  distinctive,
});

const word = "[A-Za-z0-9_]";
const dashed = "[A-Za-z0-9_-]";

export const shapes: readonly Shape[] = [
  shape("GitHub token", "gh[pousr]_", word, 20),
  shape("GitHub fine-grained token", "github_pat_", word, 20),
  shape("GitLab token", "gl(?:pat|cbt|dt|ptt|rt|soat|agent|oas)-", "[A-Za-z0-9_.-]", 20),
  shape("Slack token", "xox[abceprs]-|xapp-", "[A-Za-z0-9-]", 10),
  shape("Anthropic key", "sk-ant-", dashed, 16),
  shape("OpenAI project key", "sk-(?:proj|svcacct|admin)-", dashed, 20),
  shape("OpenAI key", "sk-", "[A-Za-z0-9]", 32, false),
  shape("Stripe key", "(?:sk|rk|pk|whsec)_(?:live|test)_", "[A-Za-z0-9]", 10),
  shape("Stripe webhook secret", "whsec_", "[A-Za-z0-9+/=]", 20),
  shape("AWS access key ID", "AKIA|ASIA|ABIA|ACCA", "[A-Z0-9]", 16),
  shape("Google API key", "AIza", dashed, 30),
  shape("Google OAuth token", "ya29\\.", "[A-Za-z0-9_.-]", 20),
  shape("npm token", "npm_", "[A-Za-z0-9]", 30, false),
  shape("PyPI token", "pypi-", dashed, 50, false),
  shape("Hugging Face token", "hf_", "[A-Za-z0-9]", 30, false),
  shape("DigitalOcean token", "do[opr]_v1_", "[a-f0-9]", 40),
  shape("SendGrid key", "SG\\.", "[A-Za-z0-9_.-]", 40, false),
  shape("Vault token", "hv[sbr]\\.", dashed, 20),
  shape("Slipway API token", "slipway_", dashed, 43, false),
  shape("JSON Web Token", "eyJ", "[A-Za-z0-9_.-]", 40),
  shape("service API key", "[a-z]{2,8}_(?=[0-9a-f])", "[0-9a-f]", 40, false),
  shape("credentials in a header", "(?:[Bb]earer|[Bb]asic) ", "[A-Za-z0-9._~+/=-]", 20, false),
  shape("private key", "-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----", "(?:[A-Za-z0-9+/=\\s]|\\\\[nr])", 40),
  {
    name: "password in a URL",
    pattern: /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,256}:([^\s/@"'<>]{0,256})/g,
    minLength: 1,
    followedBy: "@",
    distinctive: false,
  },
];

/**
 * Parts of the prefixes: a text without any of them contains no token. One search instead of one per shape, because every
 * event of every run is checked. Slashes may be escaped in JSON.
 */
export const hint =
  /gh[pousr]_|github_pat_|gl[a-z]{2,5}-|xox[abceprs]-|xapp-|sk-|[srp]k_|whsec_|A(?:KIA|SIA|BIA|CCA)|AIza|ya29\.|npm_|pypi-|hf_|do[opr]_v1_|SG\.|hv[sbr]\.|slipway_|eyJ|_[0-9a-f]{4}|_[0-9a-f]{1,3}$|[Bb]earer |[Bb]asic |-----BEGIN |:\\?\/\\?\/[^\s/]{0,256}:[^\s/@"'<>\\]{0,256}(?:[@\\]|$)/;
