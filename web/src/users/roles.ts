import type { OrganizationRole } from '../api/types';

export const roleNames: Record<OrganizationRole, string> = {
  organizationAdministrator: 'Administrator',
  organizationContributor: 'Contributor',
  organizationMember: 'Member',
};

export const roleMeanings: Record<OrganizationRole, string> = {
  organizationAdministrator: 'May do everything in the organization, users and connections included.',
  organizationContributor: 'May create projects and work in those where they have a role.',
  organizationMember: 'Sees and does what their roles in projects and environments allow.',
};

// Least first: the safe choice is the one that is made without thinking.
export const roleChoices = Object.entries(roleNames)
  .map(([value, label]) => ({ value, label }))
  .reverse();
