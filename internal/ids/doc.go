// Package ids contains the types of the ids that packages share, so that the id of a project cannot be passed as the id
// of a user. They have the form that the API has: UUIDs for most nouns, and small integers, counted per organization,
// for environments, workspaces and runs.
package ids
