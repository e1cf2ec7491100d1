import type { Token, TokenScope } from '../api/types';

// Each scope includes read. The server decides which operation needs which scope.
export const scopeMeanings: Record<TokenScope, string> = {
  read: 'read only',
  edit: 'change workspaces, branches and git accounts',
  run: 'start and cancel runs, change schedules',
  deploy: 'plan and deploy',
  administer: 'everything else, such as users, connections and settings',
};

// limitsText describes the limits of a token; empty if it has none.
export function limitsText({ scopes = [], addresses = [], expiresAt }: Token, now = Date.now()): string {
  const parts = [scopes.join(', '), addresses.length > 0 ? `from ${addresses.join(', ')}` : ''];
  if (expiresAt) {
    const day = new Date(expiresAt).toLocaleDateString();
    parts.push(Date.parse(expiresAt) <= now ? `expired on ${day}` : `until ${day}`);
  }
  return parts.filter(Boolean).join('; ');
}
