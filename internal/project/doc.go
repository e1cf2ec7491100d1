// Package project defines what an organization works on: projects with their workspaces, environments with their
// status, connections with their sealed secrets.
//
// The services check values and rules. The route table of the HTTP API checks permissions before. An environment's
// status changes only along the transitions in status.go. Everything is scoped by the organization of the actor.
package project
