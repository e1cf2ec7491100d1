// Package refresh plans and starts refreshes and development runs, starts reruns, and cancels runs.
//
//	request ──▶ environment, job, selectors, parameters ──▶ planner ──▶ run.Store.Insert ──▶ Wake
//
// What it promises:
//
//   - A run is accepted once Insert has committed. If the environment changes between planning and storing, the run is
//     planned again.
//   - A development run builds the nodes of a workspace, and nothing in a schema where an environment has deployed an object.
//     CheckPreconditions checks that again when the run starts.
//   - A run with onlyChanged builds a node unless its definition and all its inputs are known to be unchanged.
//
// It does not execute runs, which package runner does, and it checks no permissions, which the route table of the HTTP API
// does.
package refresh
