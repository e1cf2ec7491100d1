import type { Token } from '../api/types';

export function tokenName(token: { name: string }): string {
  return token.name || 'Unnamed';
}

// isSignInToken reports whether the server created the token at a sign-in. The server names such tokens.
export function isSignInToken({ name }: Token): boolean {
  return /^Login of \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(name);
}

// byLastUse puts the token that was used last first, and unused ones last.
export function byLastUse(a: Token, b: Token): number {
  return (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? '') || b.createdAt.localeCompare(a.createdAt);
}
