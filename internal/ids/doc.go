// Package ids holds the types of the ids that cross packages, so that a project's id cannot be handed where a user's
// is meant. The forms are those of the interface: UUIDs for most nouns, and small whole numbers, counted per
// organization, for environments, workspaces and runs.
package ids
