import type { OrganizationRole } from '../api/types';

export const roleNames: Record<OrganizationRole, string> = {
  organizationAdministrator: 'Administrator',
  organizationContributor: 'Contributor',
  organizationMember: 'Member',
};

export const roleMeanings: Record<OrganizationRole, string> = {
  organizationAdministrator: 'All permissions in the organization, including users and connections.',
  organizationContributor: 'Can create projects, and work in projects where the user has a role.',
  organizationMember: 'Only the permissions of the roles in projects and environments.',
};

// The role with the fewest permissions comes first, because it is the preselected choice.
export const roleChoices = Object.entries(roleNames)
  .map(([value, label]) => ({ value, label }))
  .toReversed();
