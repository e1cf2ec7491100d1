import type { Token } from '../api/types';

export function tokenName(token: { name: string }): string {
  return token.name || 'Unnamed';
}

const DAY = 24 * 60 * 60 * 1000;

// isUnusedLogin reports whether the server revokes the token with the other unused ones of logins.
export function isUnusedLogin(token: Token, now = Date.now()): boolean {
  return token.isLogin && !token.lastUsedAt && Date.parse(token.createdAt) < now - DAY;
}

// byLastUse puts the token that was used last first, and unused ones last.
export function byLastUse(a: Token, b: Token): number {
  return (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? '') || b.createdAt.localeCompare(a.createdAt);
}
