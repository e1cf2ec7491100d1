// Package plan defines the plan of a run: a frozen list of nodes in an order in which they can run, each with every statement
// that the run sends.
//
// A Plan is a value: nothing is rendered after it was made, so a run executes what was reviewed. Encode and Decode convert it to
// the compact form that is stored with its run. Package planner makes plans of refreshes, package deploy those of deployments.
// Several JSON keys keep older words than their Go fields, because they are stored.
package plan
