// Package retention deletes expired data from the state database while the server runs: runs, results and deployments that the
// rules of their organization do not keep, plans that were not deployed in time, spent states of plans whose deployments have
// ended for good, project snapshots without references, and old entries of the audit log.
//
//	every hour ──▶ expired runs ──▶ expired plans ──▶ spent states ──▶ unreferenced project snapshots ──▶ old audit entries
//
// The stores keep what can still be deployed, resumed or rolled back to. Every server cleans, and concurrent passes are safe. A
// pass deletes a limited number of rows; if there are more, the next pass follows after a minute.
//
// Without rules, runs are kept forever. The last good state of an environment is kept whatever the rules say.
//
// The package does not delete deliveries and firings, which packages webhook and scheduler delete.
package retention
