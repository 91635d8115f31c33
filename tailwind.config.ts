import type { Config } from "tailwindcss";

const token = (name: string) => `var(--${name})`;
const toned = (name: string) => ({ DEFAULT: token(name), soft: token(`${name}-soft`) });

export default {
  content: ["./app/**/*.{ts,tsx}", "./components/**/*.{ts,tsx}"],
  darkMode: ["selector", '[data-theme="dark"]'],
  theme: {
    extend: {
      colors: {
        background: token("background"),
        foreground: token("foreground"),
        muted: { DEFAULT: token("muted"), foreground: token("muted-foreground") },
        border: token("border"),
        input: token("input"),
        card: token("card"),
        popover: token("popover"),
        primary: { DEFAULT: token("primary"), foreground: token("primary-foreground") },
        accent: token("accent"),
        ring: token("ring"),
        success: toned("success"),
        /** `line` is for bars and lines in charts, not for text. */
        warning: { ...toned("warning"), line: token("warning-line") },
        danger: toned("danger"),
        info: toned("info"),
        code: token("code"),
      },
      fontFamily: {
        sans: ["var(--font-geist-sans)", "system-ui", "sans-serif"],
        mono: ["var(--font-geist-mono)", "ui-monospace", "monospace"],
      },
      fontSize: {
        xs: ["12px", "16px"],
        sm: ["13px", "20px"],
        base: ["14px", "20px"],
        lg: ["16px", "24px"],
        xl: ["18px", "24px"],
        "2xl": ["22px", "28px"],
      },
      /** The one width of pages. Lists, diffs and transcripts fill the screen. */
      maxWidth: { content: "80rem" },
      transitionDuration: { DEFAULT: "100ms" },
    },
  },
} satisfies Config;
