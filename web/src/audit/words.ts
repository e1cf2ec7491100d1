import type { AuditEntry } from '../api/audit';

// The kinds of objects, in the order in which the filter offers them.
export const kindNames: Record<string, string> = {
  user: 'Users and sign-ins',
  role: 'Roles',
  token: 'Access tokens',
  group: 'Groups of the provider',
  scimToken: 'SCIM tokens',
  signInPolicy: 'Sign-in policy',
  organization: 'Organization',
  project: 'Projects',
  workspace: 'Workspaces',
  branch: 'Branches',
  environment: 'Environments',
  connection: 'Connections',
  gitAccount: 'Git accounts',
  plan: 'Deploy plans',
  run: 'Runs',
  schedule: 'Schedules',
  webhook: 'Webhooks',
  auditLog: 'Audit log',
};

// actorText names the user who wrote. A sign-in at an unknown address has no user, and everybody can request a new password.
export function actorText({ actor, object, action }: AuditEntry): string {
  if (actor?.isServiceAccount) return `${actor.email.replace(/@service\.invalid$/, '')} (service account)`;
  if (actor) return actor.email || actor.id;
  if (action === 'user.recoverPassword') return 'unknown';
  return action === 'user.signIn' ? (object.name ?? 'unknown') : 'server';
}

export const objectText = ({ object }: AuditEntry) => object.name ?? object.id ?? '';

// valueText shows a value of a change as JSON, and a text without its quotes.
export function valueText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export function changedText({ changes, reason }: AuditEntry): string {
  if (reason) return reason;
  const names = changes.map(({ field }) => field);
  return names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');
}
