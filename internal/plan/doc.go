// Package plan is what a run will do: a frozen list of nodes, in an order in which they can be worked on, each with the
// very statements that will be sent.
//
// A Plan is a value. What was looked at is what runs: nothing is rendered after a plan was made. Encode and Decode keep it
// small enough to be stored with its run. Package planner makes plans.
package plan
