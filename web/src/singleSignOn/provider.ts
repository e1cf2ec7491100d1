import type { IdentityProvider, IdentityProviderWrite } from '../api/singleSignOn';
import type { Fields } from '../ui/form';

export type Kind = IdentityProvider['kind'];

// providerFrom returns the settings in the fields of the form. An empty secret keeps the stored one.
export function providerFrom(kind: Kind, fields: Fields): IdentityProviderWrite {
  const people: IdentityProviderWrite = {
    kind,
    isEnabled: isOn(fields.isEnabled),
    onlySingleSignOn: isOn(fields.isEnabled) && isOn(fields.onlySingleSignOn),
    emailDomains: words(fields.emailDomains),
    createsUsers: isOn(fields.createsUsers),
    defaultRole: fields.defaultRole || undefined,
    groupClaim: fields.groupClaim?.trim() || undefined,
    groupRoles: groupRoles(fields.groupRoles),
  };
  if (kind === 'saml') {
    return {
      ...people,
      metadataURL: fields.metadataURL?.trim() || undefined,
      metadata: fields.metadata?.trim() || undefined,
      emailAttribute: fields.emailAttribute?.trim() || undefined,
    };
  }
  return {
    ...people,
    issuer: fields.issuer?.trim(),
    clientID: fields.clientID?.trim(),
    clientSecret: fields.clientSecret || undefined,
    scopes: words(fields.scopes),
    trustsEmail: isOn(fields.trustsEmail),
  };
}

const isOn = (value: string | undefined) => value === 'on';

const words = (text: string | undefined) => (text ?? '').split(/[\s,]+/).filter(Boolean);

// groupRoles reads one mapping per line: the name of a group, an equals sign, a role. The names of groups may contain one.
function groupRoles(text: string | undefined): { group: string; organizationRole: string }[] {
  return (text ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.lastIndexOf('=');
      return { group: line.slice(0, Math.max(at, 0)).trim(), organizationRole: line.slice(at + 1).trim() };
    });
}

export const groupRolesText = (stored: IdentityProvider | null) =>
  (stored?.groupRoles ?? []).map(({ group, organizationRole }) => `${group} = ${organizationRole}`).join('\n');
