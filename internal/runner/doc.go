// Package runner carries runs out, each under a lease, so that a run that was accepted ends whatever happens to the
// process that works on it.
//
//	loop: claim ──▶ fence ──▶ prepare ──▶ execute ──▶ finish
//	         │                              │
//	         └── heartbeat: renew, hear of cancels, give up before the lease ends
//
// What it promises:
//
//   - One live owner. A run is owned by one worker under a lease of nine seconds, renewed every three, with an epoch that
//     grows with every claim. The store changes nothing for an epoch that has passed, and the engine ends the sessions of
//     earlier epochs before a new owner begins. A worker stops itself before its lease can have ended.
//   - Results are not lost. They are written in groups, many nodes in one transaction, some tens of milliseconds after
//     they happened; a run ends only after all of them are written. A crash between publishing and writing costs nothing:
//     what was published is remembered in the engine, in the transaction that published it.
//   - A cancel is confirmed. A run becomes canceled when the engine has stopped its statements.
//
// It decides nothing about order, tests or publishing; that is package execute. It knows no SQL of the state database.
package runner
