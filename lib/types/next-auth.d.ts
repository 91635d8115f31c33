import "next-auth";
import "next-auth/jwt";

declare module "next-auth" {
  interface User {
    id: string;
    email: string;
    name: string;
    role: string;
    sessionVersion: number;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    personId?: string;
    role?: string;
    sessionVersion?: number;
  }
}
