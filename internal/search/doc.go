// Package search finds projects, environments, jobs, nodes, columns and runs by a text.
//
// It finds only what the actor can see: the store returns the visible projects, environments, workspaces and runs, and
// everything else belongs to one of these. Names of deployed nodes, columns and jobs are kept in memory for each
// environment until it is deployed again; the memory is bounded, and an environment that was evicted is read again.
// Nodes and jobs of workspaces are found by the names of their files, with one query.
//
// It does not search descriptions, SQL or data.
package search
