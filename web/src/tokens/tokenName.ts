export function tokenName(token: { name: string }): string {
  return token.name || 'Unnamed';
}
