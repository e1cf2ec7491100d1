// Package refresh is the service for runs: it turns a wish (refresh this environment, run again what failed) into a plan
// and stores it, cancels what is no longer wanted, and shows what there is.
//
//	request ──▶ environment, job, selectors, parameters ──▶ planner ──▶ run.Store.Insert ──▶ Wake
//
// A development run builds the nodes of a workspace, and nothing in a place where an environment has deployed something.
//
// A run is accepted when Insert has committed; who carries it out is package runner. Whether the caller may is decided
// before, by the route table of the HTTP interface.
package refresh
