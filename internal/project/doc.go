// Package project is what an organization works on and where it goes: projects with their workspaces, environments with
// their status, connections with their sealed secrets.
//
// The services check values and keep rules; whether the caller may is decided before them, by the route table of the
// HTTP interface. An environment's status moves only along the machine in status.go. Everything is scoped by the
// organization of the actor.
package project
